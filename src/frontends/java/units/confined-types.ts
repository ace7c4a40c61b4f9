// Types whose contract leaves an object to one thread at a time: what two callers could do to each other is of low rank
// (assumption A14); what a task of the class does beside them is not.

import { libraryObject } from '../summaries/library.js';
import { type ClassInfo, has, isStatic } from '../symbols/class-info.js';
import type { JavaProject } from '../symbols/java-project.js';
import { type JavaType, simpleName } from '../symbols/java-type.js';

const confinedTypes = new Set(
  Object.entries({
    'java.sql': ['Connection', 'Statement', 'PreparedStatement', 'CallableStatement', 'ResultSet', 'DatabaseMetaData'],
    'javax.sql': ['PooledConnection', 'XAConnection', 'RowSet'],
    'java.util': ['Iterator', 'ListIterator', 'Enumeration', 'Spliterator', 'Scanner', 'StringTokenizer'],
    'java.io': ['InputStream', 'OutputStream', 'FilterInputStream', 'FilterOutputStream', 'Reader', 'Writer'],
  }).flatMap(([place, names]) => names.map((name) => `${place}.${name}`)),
);

export function isConfinedType(project: JavaProject, info: ClassInfo): boolean {
  if (isBuilder(info)) return true;
  return project.lineage(info).some((at) => [at.superclass, ...at.interfaces].some((type) => isConfined(at, type)));
}

/** Collects what an object is made of, for the one who makes it; with a lock of its own it is something else. */
function isBuilder({ name, methods, fields }: ClassInfo): boolean {
  return (
    name.endsWith('Builder') &&
    methods.some((method) => /^(build|create|make|install)/.test(method.name) && method.parameters.length < 2) &&
    methods.every((method) => !has(method, 'synchronized')) &&
    [...fields.values()].every((field) => !has(field, 'volatile') && !/Lock$/.test(field.type.name))
  );
}

/** Keeps its unused objects in a static collection: an object belongs to whoever took it from there. */
export function isRecycled({ name, fields }: ClassInfo): boolean {
  return [...fields.values()].some(
    (field) =>
      isStatic(field) &&
      ((libraryObject(simpleName(field.type.name)) !== undefined && field.type.args.some((arg) => arg.name === name)) ||
        (field.type.name === name && field.type.dimensions > 0)),
  );
}

/** By its import: a given class of the same name is another type. */
function isConfined({ unit }: ClassInfo, type: JavaType | undefined): boolean {
  if (!type) return false;
  const names = [unit.imports.get(type.name) ?? type.name, ...unit.wildcards.map((prefix) => `${prefix}.${type.name}`)];
  return names.some((name) => confinedTypes.has(name));
}
