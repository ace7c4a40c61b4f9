// Names the objects and locations that one analysis speaks of: fields of X, what stable fields hold, elements of
// collections (one isolated element per collection), static fields. At most three levels below X.

import { type LibraryObject, libraryObject } from '../summaries/library.js';
import { type ClassInfo, type FieldInfo, has, isStatic } from '../symbols/class-info.js';
import type { Collaborators } from '../symbols/collaborators.js';
import { type FieldFacts, type FieldTable, libraryBase } from '../symbols/field-facts.js';
import type { JavaProject } from '../symbols/java-project.js';
import { elementType, type JavaType, plainType, simpleName } from '../symbols/java-type.js';
import type { SyntaxNode } from '../syntax/syntax-node.js';
import type { SharedLocation, SharedObject } from './shared-object.js';

const deepest = 3;
const noContent = new Set(['Object', 'Thread', 'Class', 'Runnable', '?']);

export interface ObjectSurroundings {
  /** Classes that are analysed by themselves: what is handed in of them is foreign here. */
  readonly roots: ReadonlySet<ClassInfo>;
  readonly collaborators: Collaborators;
  /** Fields of the root class are not shared: only what it holds of thread-safe classes. */
  readonly isClient: boolean;
}

/** What is known by its interface alone, and safe by itself. */
const collaborator: LibraryObject = { name: 'Collaborator', policy: 'atomic', iteration: 'weak' };

export class ObjectTable {
  readonly #objects = new Map<string, SharedObject>();
  readonly #locations = new Map<string, SharedLocation>();
  #opaque = 0;
  #isStriped: boolean | undefined;
  #hasNotifications: boolean | undefined;
  #hasSignals: boolean | undefined;

  constructor(
    readonly project: JavaProject,
    readonly fields: FieldTable,
    readonly root: ClassInfo,
    readonly around: ObjectSurroundings,
  ) {}

  get roots(): ReadonlySet<ClassInfo> {
    return this.around.roots;
  }

  /** Some field holds one lock per index or key: then indices and keys are told apart. */
  get isStriped(): boolean {
    this.#isStriped ??= this.project
      .lineage(this.root)
      .some(({ fields }) => [...fields.values()].some((field) => this.fields.holdsLocks(field)));
    return this.#isStriped;
  }

  /** Some method of the class tells others that something has changed. */
  get hasNotifications(): boolean {
    this.#hasNotifications ??= /\b(notify|notifyAll|signal|signalAll)\s*\(/.test(this.root.node.text);
    return this.#hasNotifications;
  }

  /** Some code of the class ends the waiting of others, which an exception may keep it from. */
  get hasSignals(): boolean {
    this.#hasSignals ??= /\.(countDown|complete)\s*\(/.test(this.root.node.text);
    return this.#hasSignals;
  }

  isolated(): SharedObject {
    return this.#intern({
      id: 'X',
      name: 'this',
      type: plainType(this.root.name),
      cls: this.root,
      library: this.#inherited(this.root),
      exact: true,
      foreign: false,
      orderKey: this.root.qualified,
      depth: 0,
      field: undefined,
    });
  }

  /** An object of which only the type is known; each is different from all others. */
  opaque(type: JavaType, from: ClassInfo, name = '?', orderKey?: string): SharedObject {
    const cls = this.project.resolve(type, from);
    return {
      id: `?${++this.#opaque}`,
      name,
      type,
      cls,
      library: undefined,
      exact: false,
      foreign: false,
      orderKey: cls?.qualified ?? orderKey ?? '',
      depth: deepest,
      field: undefined,
    };
  }

  /** What a local of one call holds, when code that is handed to threads uses it too. */
  local(node: SyntaxNode, name: string, type: JavaType, from: ClassInfo, loops: number): SharedObject {
    const cls = this.project.resolve(type, from);
    return this.#intern({
      id: `local ${node.source.file}:${node.start}`,
      name,
      type,
      cls,
      library: cls ? this.#inherited(cls) : libraryObject(simpleName(type.name)),
      exact: true,
      foreign: false,
      orderKey: cls?.qualified ?? '',
      depth: 0,
      field: undefined,
      local: { node, loops },
    });
  }

  /** The object that was given the isolated one: its locks count, its fields belong to the analysis of its class. */
  holder(cls: ClassInfo): SharedObject {
    return this.#intern({
      id: `holder ${cls.qualified}`,
      name: `the ${cls.name}`,
      type: plainType(cls.name),
      cls,
      library: undefined,
      exact: true,
      foreign: true,
      orderKey: cls.qualified,
      depth: 0,
      field: undefined,
    });
  }

  classObject(cls: ClassInfo): SharedObject {
    const name = `${cls.name}.class`;
    return this.#intern({
      id: `class ${cls.qualified}`,
      name,
      type: plainType('Class'),
      cls: undefined,
      library: undefined,
      exact: true,
      foreign: false,
      orderKey: `${cls.qualified}.class`,
      depth: 0,
      field: undefined,
    });
  }

  /** What a field of `owner` holds. */
  held(owner: SharedObject | undefined, field: FieldInfo): SharedObject | undefined {
    const facts = this.fields.of(field);
    const isClass = isStatic(field);
    // A lock lies one level deeper than what it guards.
    const limit = /Lock$/.test(facts.type.name) ? deepest + 1 : deepest;
    if (!isClass && (!owner?.exact || owner.depth >= limit)) return undefined;
    const id = isClass ? `static ${field.owner.qualified}.${field.name}` : `${owner!.id}.${field.name}`;
    const known = this.#objects.get(id);
    if (known) return known;
    const cls = this.project.resolve(facts.type, field.owner) ?? this.project.resolve(field.type, field.owner);
    const isForeign = !isClass && cls !== undefined && !facts.owned && this.roots.has(cls) && cls !== this.root;
    return this.#intern({
      id,
      name: isClass
        ? `${field.owner.name}.${field.name}`
        : owner!.depth === 0
          ? field.name
          : `${owner!.name}.${field.name}`,
      type: facts.type,
      cls,
      library: cls
        ? this.#inherited(cls)
        : (libraryObject(simpleName(facts.type.name)) ?? libraryObject(simpleName(field.type.name))),
      // An object of a field that changes is the object of that moment: its content counts, its monitor does not.
      exact:
        facts.stable ||
        facts.type.dimensions > 0 ||
        libraryObject(simpleName(facts.type.name)) !== undefined ||
        facts.owned,
      foreign: isForeign || (owner?.foreign ?? false),
      orderKey: cls ? cls.qualified : orderKeyOf(field, facts),
      depth: isClass ? 1 : owner!.depth + 1,
      field,
      ...(owner?.local && !isClass ? { local: owner.local } : {}),
    });
  }

  /** A lock that no field holds, only parts of it: it is as many as there are objects with these parts. */
  behind(
    owner: SharedObject | undefined,
    field: FieldInfo,
    { start }: SyntaxNode,
    type: JavaType,
  ): SharedObject | undefined {
    const holder = isStatic(field) ? this.#statics(field.owner) : owner;
    if (!holder) return undefined;
    const orderKey = `${field.owner.qualified}@${start}`;
    if (!holder.exact) return this.opaque(type, field.owner, field.name, orderKey);
    return this.#intern({
      id: `${holder.id}@${start}`,
      name: field.name,
      type,
      cls: undefined,
      library: undefined,
      exact: true,
      foreign: holder.foreign,
      orderKey,
      depth: holder.depth + 1,
      field: undefined,
    });
  }

  /** One isolated element of a collection, map or array. */
  element(container: SharedObject, from: ClassInfo): SharedObject | undefined {
    if (!container.exact || container.depth >= deepest) return undefined;
    const type = elementType({ ...container.type, args: container.field?.type.args ?? container.type.args });
    const cls = this.project.resolve(type, container.field?.owner ?? from);
    const stored = cls ? undefined : this.fields.storedType(container.field);
    return this.#intern({
      id: `${container.id}.*`,
      name: `${container.name}[…]`,
      type,
      cls,
      library: cls ? this.#inherited(cls) : libraryObject(simpleName(stored ?? type.name)),
      exact: true,
      foreign: container.foreign,
      orderKey: cls?.qualified ?? `${container.orderKey}.*`,
      depth: container.depth + 1,
      field: undefined,
      ...(container.local ? { local: container.local } : {}),
    });
  }

  fieldLocation(owner: SharedObject | undefined, field: FieldInfo): SharedLocation | undefined {
    const isClass = isStatic(field);
    if (!isClass && (!owner?.exact || (this.around.isClient && owner.depth === 0))) return undefined;
    const object = isClass ? this.#statics(field.owner) : owner!;
    const id = `${object.id}.${field.name}`;
    return this.#location(id, {
      id,
      name: isClass
        ? `${field.owner.name}.${field.name}`
        : object.depth === 0 && !object.local
          ? field.name
          : `${object.name}.${field.name}`,
      object,
      field,
      type: field.type,
      isContent: false,
      isStatic: isClass,
      isSafe: has(field, 'volatile'),
    });
  }

  contentLocation(object: SharedObject): SharedLocation | undefined {
    if (!object.exact || (noContent.has(object.type.name) && object.type.dimensions === 0)) return undefined;
    const id = `${object.id}[]`;
    const policy = object.library?.policy;
    return this.#location(id, {
      id,
      name: object.name,
      object,
      field: object.field,
      type: object.type,
      isContent: true,
      isStatic: object.id.startsWith('static '),
      isSafe: policy === 'atomic' || policy === 'self',
    });
  }

  #statics(cls: ClassInfo): SharedObject {
    return this.#intern({
      id: `statics ${cls.qualified}`,
      name: cls.name,
      type: plainType(cls.name),
      cls,
      library: undefined,
      exact: true,
      foreign: false,
      orderKey: `${cls.qualified}.statics`,
      depth: 0,
      field: undefined,
    });
  }

  /** What a class has from the library collection that it extends. */
  #inherited(cls: ClassInfo): LibraryObject | undefined {
    if (this.around.collaborators.has(cls)) return collaborator;
    const base = libraryBase(this.project, cls);
    return base === undefined ? undefined : libraryObject(base);
  }

  #intern(object: SharedObject): SharedObject {
    const known = this.#objects.get(object.id);
    if (known) return known;
    this.#objects.set(object.id, object);
    return object;
  }

  #location(id: string, location: SharedLocation): SharedLocation {
    const known = this.#locations.get(id);
    if (known) return known;
    this.#locations.set(id, location);
    return location;
  }
}

/** Locks that were handed in may be the same object under two names: forks of philosophers. */
function orderKeyOf(field: FieldInfo, facts: FieldFacts): string {
  const isHandedIn = !facts.owned && facts.injected && facts.stable;
  return isHandedIn ? `${field.owner.qualified}.a ${field.type.name}` : `${field.owner.qualified}.${field.name}`;
}
