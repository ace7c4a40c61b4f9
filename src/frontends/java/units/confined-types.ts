// Types whose contract leaves an object to one thread at a time: what two callers could do to each other is of low rank
// (assumption A14); what a task of the class does beside them is not.

import type { ClassInfo } from '../symbols/class-info.js';
import type { JavaProject } from '../symbols/java-project.js';
import type { JavaType } from '../symbols/java-type.js';

const confinedTypes = new Set(
  Object.entries({
    'java.sql': ['Connection', 'Statement', 'PreparedStatement', 'CallableStatement', 'ResultSet', 'DatabaseMetaData'],
    'javax.sql': ['PooledConnection', 'XAConnection', 'RowSet'],
    'java.util': ['Iterator', 'ListIterator', 'Enumeration', 'Spliterator', 'Scanner', 'StringTokenizer'],
    'java.io': ['InputStream', 'OutputStream', 'FilterInputStream', 'FilterOutputStream', 'Reader', 'Writer'],
  }).flatMap(([place, names]) => names.map((name) => `${place}.${name}`)),
);

export function isConfinedType(project: JavaProject, info: ClassInfo): boolean {
  return project.lineage(info).some((at) => [at.superclass, ...at.interfaces].some((type) => isConfined(at, type)));
}

/** By its import: a given class of the same name is another type. */
function isConfined({ unit }: ClassInfo, type: JavaType | undefined): boolean {
  if (!type) return false;
  const names = [unit.imports.get(type.name) ?? type.name, ...unit.wildcards.map((prefix) => `${prefix}.${type.name}`)];
  return names.some((name) => confinedTypes.has(name));
}
