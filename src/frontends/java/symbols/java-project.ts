// All given classes, found by the names that Java's rules make visible at a place: nested classes first, then imports,
// the package, imports on demand. A class that is not given is known by its simple name only.

import type { ClassInfo, FieldInfo, MethodInfo } from './class-info.js';
import { type JavaType, simpleName } from './java-type.js';

export class JavaProject {
  /** Two programs in one folder may have classes of the same name: those of the same file come first. */
  readonly #byQualified = new Map<string, ClassInfo[]>();
  readonly #byNode = new Map<unknown, ClassInfo>();
  readonly #subclasses = new Map<ClassInfo, ClassInfo[]>();
  readonly #lineages = new Map<ClassInfo, ClassInfo[]>();
  readonly #resolved = new Map<ClassInfo, Map<string, ClassInfo | undefined>>();

  constructor(readonly classes: readonly ClassInfo[]) {
    for (const info of classes) {
      this.#byQualified.set(info.qualified, [...(this.#byQualified.get(info.qualified) ?? []), info]);
      this.#byNode.set(info.node, info);
    }
    for (const [name, same] of this.#byQualified) {
      for (const [i, info] of same.entries())
        if (i > 0) info.qualified = `${name} in ${info.node.source.file}:${info.node.line}`;
    }
    for (const info of classes) {
      for (const parent of this.parentsOf(info)) this.#subclasses.set(parent, [...this.subclassesOf(parent), info]);
    }
  }

  #named(name: string, from: ClassInfo): ClassInfo | undefined {
    const same = this.#byQualified.get(name);
    return same?.find((info) => info.node.source === from.node.source) ?? same?.[0];
  }

  classAt(node: unknown): ClassInfo | undefined {
    return this.#byNode.get(node);
  }

  /** The given class that a type means at a place inside of `from`. */
  resolve(type: JavaType | undefined, from: ClassInfo): ClassInfo | undefined {
    return type === undefined || type.dimensions > 0 ? undefined : this.resolveName(type.name, from);
  }

  resolveName(name: string, from: ClassInfo): ClassInfo | undefined {
    const known = this.#resolved.get(from) ?? new Map<string, ClassInfo | undefined>();
    this.#resolved.set(from, known);
    if (!known.has(name)) known.set(name, this.#findName(name, from));
    return known.get(name);
  }

  #findName(name: string, from: ClassInfo): ClassInfo | undefined {
    for (let scope: ClassInfo | undefined = from; scope; scope = scope.outer) {
      if (scope.name === name) return scope;
      const member = this.#memberClass(scope, name);
      if (member) return member;
    }
    const { packageName, imports, wildcards } = from.unit;
    const [first = name, ...rest] = name.split('.');
    const imported = imports.get(first);
    const tail = rest.length > 0 ? `.${rest.join('.')}` : '';
    const candidates = [
      ...(imported === undefined ? [] : [`${imported}${tail}`]),
      packageName === '' ? name : `${packageName}.${name}`,
      ...wildcards.map((prefix) => `${prefix}.${name}`),
      name,
    ];
    for (const candidate of candidates) {
      const found = this.#named(candidate, from);
      if (found && found.kind !== 'anonymous') return found;
    }
    return undefined;
  }

  #memberClass(scope: ClassInfo, name: string): ClassInfo | undefined {
    const seen = new Set<ClassInfo>();
    for (let at: ClassInfo | undefined = scope; at && !seen.has(at); ) {
      seen.add(at);
      const found = this.#named(`${at.qualified.replace(/ in .*$/, '')}.${name}`, scope);
      if (found) return found;
      const parent: string | undefined = at.superclass?.name;
      at = parent === undefined || parent === name ? undefined : this.#named(parent, scope);
    }
    return undefined;
  }

  superclassOf(info: ClassInfo): ClassInfo | undefined {
    const { superclass } = info;
    if (!superclass || simpleName(superclass.name) === info.name) return undefined;
    const found = this.resolveName(superclass.name, info.outer ?? info);
    return found === info ? undefined : found;
  }

  parentsOf(info: ClassInfo): ClassInfo[] {
    const parents = info.interfaces.flatMap((type) => this.resolve(type, info) ?? []);
    const superclass = this.superclassOf(info);
    return superclass ? [superclass, ...parents] : parents;
  }

  subclassesOf(info: ClassInfo): readonly ClassInfo[] {
    return this.#subclasses.get(info) ?? [];
  }

  /** The class, its superclasses and interfaces, nearest first. */
  lineage(info: ClassInfo): readonly ClassInfo[] {
    const known = this.#lineages.get(info) ?? this.#findLineage(info);
    this.#lineages.set(info, known);
    return known;
  }

  #findLineage(info: ClassInfo): ClassInfo[] {
    const line = [info];
    for (let i = 0; i < line.length; i++) {
      for (const parent of this.parentsOf(line[i]!)) if (!line.includes(parent)) line.push(parent);
    }
    return line;
  }

  /** The simple name of a type, or of the library class that a given one extends. */
  libraryName(type: JavaType, from: ClassInfo): string {
    const given = this.resolve(type, from);
    const outside = given && this.lineage(given).find((at) => at.superclass && !this.superclassOf(at));
    return simpleName((outside?.superclass ?? type).name);
  }

  fieldOf(info: ClassInfo, name: string): FieldInfo | undefined {
    for (const at of this.lineage(info)) {
      const field = at.fields.get(name);
      if (field) return field;
    }
    return undefined;
  }

  methodOf(
    info: ClassInfo,
    name: string,
    argumentCount: number,
    types: readonly JavaType[] = [],
  ): MethodInfo | undefined {
    for (const at of this.lineage(info)) {
      const fitting = at.methods.filter((method) => method.name === name && takes(method, argumentCount));
      const found = bestOverload(fitting, types);
      if (found?.body) return found;
      if (found) return this.#implementation(info, found) ?? found;
    }
    return undefined;
  }

  constructorOf(info: ClassInfo, argumentCount: number, types: readonly JavaType[]): MethodInfo | undefined {
    const fitting = info.constructors.filter((maker) => takes(maker, argumentCount));
    return bestOverload(fitting, types);
  }

  /** An abstract method with exactly one given body stands for that body. */
  #implementation(info: ClassInfo, method: MethodInfo): MethodInfo | undefined {
    const below = this.subclassesOf(info).flatMap((sub) =>
      sub.methods.filter(
        (other) => other.name === method.name && other.body && other.parameters.length === method.parameters.length,
      ),
    );
    return below.length === 1 ? below[0] : undefined;
  }

  /** The given bodies that a call of the method may run, on an object of a class below. */
  bodiesBelow(info: ClassInfo, { name, parameters }: MethodInfo): readonly MethodInfo[] {
    const line = [...this.subclassesOf(info)];
    for (const sub of line) for (const next of this.subclassesOf(sub)) if (!line.includes(next)) line.push(next);
    return line.flatMap(({ methods }) =>
      methods.filter((other) => other.name === name && other.body && other.parameters.length === parameters.length),
    );
  }

  isSubclassOf(info: ClassInfo, names: ReadonlySet<string>): boolean {
    return this.lineage(info).some(
      (at) =>
        (at.superclass && names.has(simpleName(at.superclass.name))) ||
        at.interfaces.some(({ name }) => names.has(simpleName(name))),
    );
  }
}

function takes(method: MethodInfo, argumentCount: number): boolean {
  const { length } = method.parameters;
  if (length === argumentCount) return true;
  const isVariadic = (method.parameters.at(-1)?.type.dimensions ?? 0) > 0 && method.node.text.includes('...');
  return isVariadic && argumentCount >= length - 1;
}

function bestOverload(fitting: readonly MethodInfo[], types: readonly JavaType[]): MethodInfo | undefined {
  if (fitting.length < 2) return fitting[0];
  const score = (method: MethodInfo) =>
    method.parameters.filter(({ type }, i) => type.name === types[i]?.name && type.dimensions === types[i]?.dimensions)
      .length;
  return [...fitting].sort((a, b) => score(b) - score(a))[0];
}
