// What holds of each field over all given code: assigned only while its object is built (stable), filled with an object
// made there and then (owned) or handed in (injected), and with which library type. One pass over all assignments;
// a write through another object counts for every field of that name.

import { factoryType, libraryObject } from '../summaries/library.js';
import { descendants, type SyntaxNode, unparenthesized } from '../syntax/syntax-node.js';
import { type ClassInfo, type FieldInfo, has, isStatic } from './class-info.js';
import { type HandleTarget, handleTarget, isHandleType, lookedUpName } from './handle-targets.js';
import type { JavaProject } from './java-project.js';
import { elementType, type JavaType, plainType, readType, simpleName } from './java-type.js';

export interface FieldFacts {
  readonly stable: boolean;
  readonly owned: boolean;
  readonly injected: boolean;
  readonly volatile: boolean;
  /** The type of what is stored, where all assignments agree; else the declared one. */
  readonly type: JavaType;
  /** The expressions assigned in initialisers and constructors. */
  readonly built: readonly SyntaxNode[];
  /** A constant assigned while building, such as the number of permits. */
  readonly isStatic: boolean;
}

export class FieldTable {
  /** Classes whose objects do more while they are made than to fill their own fields, or not. */
  readonly makers = new Map<ClassInfo, boolean>();
  readonly #writes = new Map<FieldInfo, { inside: SyntaxNode[]; outside: SyntaxNode[] }>();
  readonly #byName = new Map<string, FieldInfo[]>();
  readonly #facts = new Map<FieldInfo, FieldFacts>();
  readonly #stored = new Map<FieldInfo, { readonly type: string | undefined }>();
  readonly #filled = new Map<FieldInfo, boolean>();
  readonly #handles = new Map<FieldInfo, { readonly target: HandleTarget | undefined }>();
  readonly #kept = new Map<FieldInfo, { readonly nodes: readonly SyntaxNode[]; readonly others: boolean }>();
  #handled: ReadonlySet<FieldInfo> | undefined;

  constructor(readonly project: JavaProject) {
    for (const info of project.classes) for (const field of info.fields.values()) this.#index(field);
    for (const info of project.classes) this.#scanClass(info);
    for (const info of project.classes) if (!info.outer) this.#scanLookups(info);
  }

  /** Whoever looks up a field by its name may write it. */
  #scanLookups({ node }: ClassInfo): void {
    if (!/VarHandle|FieldUpdater|getDeclaredField|getField|Setter/.test(node.text)) return;
    for (const call of descendants(node)) {
      const name = lookedUpName(call);
      for (const field of (name !== undefined && this.#byName.get(name)) || [])
        if (!has(field, 'final')) this.#writes.get(field)?.outside.push(call);
    }
  }

  /** What the handle or updater in a field stands for. */
  handledBy(field: FieldInfo): HandleTarget | undefined {
    if (!isHandleType(field.type.name) || !this.of(field).stable) return undefined;
    const known = this.#handles.get(field) ?? { target: handleTarget(this.project, field, this.of(field).built) };
    this.#handles.set(field, known);
    return known.target;
  }

  /** Some handle or updater makes steps on it that are atomic. */
  hasHandle(field: FieldInfo): boolean {
    this.#handled ??= new Set(
      this.project.classes
        .flatMap(({ fields }) => [...fields.values()].map((handle) => this.handledBy(handle)))
        .flatMap((target) => (target?.kind === 'field' ? [target.field] : [])),
    );
    return this.#handled.has(field);
  }

  #index(field: FieldInfo): void {
    const same = this.#byName.get(field.name);
    if (same) same.push(field);
    else this.#byName.set(field.name, [field]);
    this.#writes.set(field, { inside: field.initialiser ? [field.initialiser] : [], outside: [] });
  }

  #scanClass(info: ClassInfo): void {
    for (const field of info.fields.values())
      if (field.initialiser && holdsCode.test(field.initialiser.text))
        this.#scan(field.node, info, isStatic(field) ? 'static' : 'instance');
    for (const { body, isStatic: isClass } of info.initialisers)
      this.#scan(body, info, isClass ? 'static' : 'instance');
    for (const made of info.constructors) if (made.body) this.#scan(made.body, info, 'instance');
    for (const method of info.methods) if (method.body) this.#scan(method.body, info, 'none');
  }

  #scan(body: SyntaxNode, info: ClassInfo, building: 'static' | 'instance' | 'none'): void {
    const locals = localNames(body.parent ?? body);
    for (const node of descendants(body)) {
      const target = assignedPlace(node);
      if (!target) continue;
      const value = node.type === 'assignment_expression' ? node.field('right') : node;
      for (const { field, isOwn } of this.#targets(target, info, locals)) {
        const writes = this.#writes.get(field);
        const isBuilding = isOwn && !isInLambda(node, body) && building === (isStatic(field) ? 'static' : 'instance');
        if (writes && value) (isBuilding ? writes.inside : writes.outside).push(value);
      }
    }
  }

  #targets(target: SyntaxNode, info: ClassInfo, locals: ReadonlySet<string>): { field: FieldInfo; isOwn: boolean }[] {
    if (target.type === 'identifier') {
      if (locals.has(target.text)) return [];
      const field = this.visibleField(info, target.text);
      return field ? [{ field, isOwn: this.project.lineage(info).includes(field.owner) }] : [];
    }
    if (target.type !== 'field_access') return [];
    const name = target.field('field')?.text ?? '';
    const object = target.field('object');
    if (object?.type === 'this') {
      const own = this.project.fieldOf(info, name);
      if (own) return [{ field: own, isOwn: true }];
    }
    return (this.#byName.get(name) ?? []).map((field) => ({ field, isOwn: false }));
  }

  /** A field by its simple name: of the class, its superclasses, or the classes around it. */
  visibleField(info: ClassInfo, name: string): FieldInfo | undefined {
    for (let scope: ClassInfo | undefined = info; scope; scope = scope.outer) {
      const field = this.project.fieldOf(scope, name);
      if (field) return field;
    }
    return undefined;
  }

  /** `final ExecutorService pages = sites;`, `final List<T> seen = Collections.unmodifiableList(all);`: another field's object. */
  aliasOf(
    field: FieldInfo,
  ): { readonly field: FieldInfo; readonly isView: boolean; readonly part: string } | undefined {
    const { initialiser } = field;
    if (!initialiser || !this.of(field).stable) return undefined;
    const call = initialiser.type === 'method_invocation' ? (initialiser.field('name')?.text ?? '') : '';
    const isPart = /^(values|keySet|entrySet)$/.test(call);
    const isView = isPart || /^unmodifiable/.test(call);
    const named = isPart
      ? initialiser.field('object')
      : isView
        ? initialiser.field('arguments')?.children[0]
        : initialiser;
    const name = named?.type === 'field_access' ? named.field('field')?.text : named?.text;
    if (!named || (named.type !== 'identifier' && named.type !== 'field_access')) return undefined;
    const other = field.owner.fields.get(name ?? '');
    const isBefore = other !== undefined && other.node.start < field.node.start;
    return isBefore && this.of(other).stable ? { field: other, isView, part: isPart ? call : '' } : undefined;
  }

  /** Code inside of what is assigned to a field: what a thread in it runs. */
  codeIn(field: FieldInfo): SyntaxNode[] {
    const { inside = [], outside = [] } = this.#writes.get(field) ?? {};
    return [...inside, ...outside].flatMap((value) => [...descendants(value)].filter(isCode));
  }

  /** The code in what is assigned to a field, and whether there is something else as well. */
  keptCode(field: FieldInfo): { readonly nodes: readonly SyntaxNode[]; readonly others: boolean } {
    const known = this.#kept.get(field);
    if (known) return known;
    const { inside = [], outside = [] } = this.#writes.get(field) ?? {};
    const values = [...inside, ...outside].map(unparenthesized).filter(({ type }) => type !== 'null_literal');
    const all = values.filter((value) => !/^new\s+(Thread|Timer)\b/.test(value.text));
    const nodes = all.flatMap((value) =>
      [...descendants(value)].filter((node) => isCode(node) && (node === value || !isInLambda(node, value))),
    );
    const kept = {
      nodes: nodes.filter((node) => !/^new\s+(Thread|TimerTask)\b/.test(node.text)),
      others: values.some((value) => !isCode(value)),
    };
    this.#kept.set(field, kept);
    return kept;
  }

  /** `thread = new Thread(this)`. */
  runsThis(field: FieldInfo): boolean {
    const { inside = [], outside = [] } = this.#writes.get(field) ?? {};
    return [...inside, ...outside].some(({ text }) => /^new\s+Thread\(\s*this\b(?!\s*[.:])/.test(text));
  }

  /** An array, list or map of locks: one lock per index or key. */
  holdsLocks(field: FieldInfo): boolean {
    const element = simpleName(elementType(field.type).name);
    if (/Lock$|^Semaphore$/.test(element)) return true;
    return element === 'Object' && (this.storedType(field) === 'Object' || this.#fillsWithObjects(field));
  }

  /** `locks[i] = new Object()`, `Arrays.setAll(locks, i -> new Object())`. */
  #fillsWithObjects(field: FieldInfo): boolean {
    const known = this.#filled.get(field) ?? this.#isFilledWithObjects(field);
    this.#filled.set(field, known);
    return known;
  }

  #isFilledWithObjects({ name, owner }: FieldInfo): boolean {
    for (const node of descendants(owner.node)) {
      const left = node.type === 'assignment_expression' ? node.field('left') : undefined;
      const isFilled =
        (left?.type === 'array_access' &&
          memberName(left.field('array')) === name &&
          isBareObject(node.field('right'))) ||
        (node.type === 'method_invocation' &&
          node.field('name')?.text === 'setAll' &&
          memberName(node.field('arguments')?.children[0]) === name &&
          isBareObject(node.field('arguments')?.children[1]?.field('body')));
      if (isFilled) return true;
    }
    return false;
  }

  /** The library type of what is put into a collection, where all that is made for it agrees. */
  storedType(field: FieldInfo | undefined): string | undefined {
    if (!field) return undefined;
    const known = this.#stored.get(field) ?? { type: this.#findStoredType(field) };
    this.#stored.set(field, known);
    return known.type;
  }

  #findStoredType(field: FieldInfo): string | undefined {
    const found = new Set<string>();
    for (const node of descendants(field.owner.node)) {
      const object = node.type === 'method_invocation' ? node.field('object') : undefined;
      if (
        !object ||
        object.text.replace(/^this\./, '') !== field.name ||
        !/^(put|add|compute|set|merge)/.test(node.field('name')?.text ?? '')
      )
        continue;
      for (const argument of node.field('arguments')?.children ?? []) {
        for (const made of madeBy(argument)) {
          const type = assignedType(made, field.type);
          if (type && type.dimensions === 0) found.add(simpleName(type.name));
        }
      }
    }
    return found.size === 1 ? [...found][0] : undefined;
  }

  of(field: FieldInfo): FieldFacts {
    const known = this.#facts.get(field);
    if (known) return known;
    const facts = this.#derive(field);
    this.#facts.set(field, facts);
    return facts;
  }

  #derive(field: FieldInfo): FieldFacts {
    const { inside = [], outside = [] } = this.#writes.get(field) ?? {};
    const built = inside.map((value) => madeByOwnFactory(unparenthesized(value), field) ?? unparenthesized(value));
    const all = [...built, ...outside.map(unparenthesized)].filter(({ type }) => type !== 'null_literal');
    const assigned = all.map((value) => assignedType(value, field.type));
    const same = assigned.length > 0 && assigned.every((type) => type && type.name === assigned[0]?.name);
    return {
      stable: has(field, 'final') || outside.length === 0,
      owned: built.length > 0 && built.every(isCreation),
      injected: built.some((value) => value.type === 'identifier') || outside.some(({ type }) => type === 'identifier'),
      volatile: has(field, 'volatile'),
      type: same ? { ...assigned[0]!, args: field.type.args } : field.type,
      built,
      isStatic: isStatic(field),
    };
  }
}

/** What is put in: an argument, what a function returns, or all that is made in its block. */
function madeBy(argument: SyntaxNode): readonly SyntaxNode[] {
  const made = argument.type === 'lambda_expression' ? argument.field('body') : argument;
  if (made?.type === 'block' || made?.type === 'ternary_expression')
    return [...descendants(made)].filter(
      (node) =>
        isCreation(node) && node.parent?.type !== 'argument_list' && libraryObject(nameOfMade(node)) !== undefined,
    );
  return made ? [made] : [];
}

function nameOfMade(node: SyntaxNode): string {
  return factoryOf(node) ?? simpleName(readType(node.field('type')).name);
}

const holdsCode = /->|[-+]{2}|[^=!<>]=[^=]/;

function memberName(node: SyntaxNode | undefined): string | undefined {
  return node?.type === 'field_access' ? node.field('field')?.text : node?.text;
}

function isCode(node: SyntaxNode): boolean {
  return (
    node.type === 'lambda_expression' ||
    node.type === 'method_reference' ||
    (node.type === 'object_creation_expression' && node.child('class_body') !== undefined)
  );
}

function isBareObject(node: SyntaxNode | undefined): boolean {
  return node?.type === 'object_creation_expression' && node.field('type')?.text === 'Object';
}

const creations = new Set(['object_creation_expression', 'array_creation_expression', 'array_initializer']);

function isCreation(node: SyntaxNode): boolean {
  return creations.has(node.type) || factoryOf(node) !== undefined || /_literal$|^(true|false)$/.test(node.type);
}

function factoryOf(node: SyntaxNode): string | undefined {
  if (node.type !== 'method_invocation') return undefined;
  const object = node.field('object')?.text ?? '';
  return factoryType(`${object.slice(object.lastIndexOf('.') + 1)}.${node.field('name')?.text ?? ''}`);
}

/** `entries = bounded(100)`, where all that a static method of the class does is to return a new object: that object. */
function madeByOwnFactory(value: SyntaxNode, { owner }: FieldInfo): SyntaxNode | undefined {
  if (value.type !== 'method_invocation' || value.field('object')) return undefined;
  const named = owner.methods.filter(({ name }) => name === value.field('name')?.text);
  const [only] = named.length === 1 && isStatic(named[0]!) ? (named[0]!.body?.children ?? []) : [];
  const made = only?.type === 'return_statement' ? only.children[0] : undefined;
  return made && isCreation(made) ? made : undefined;
}

/** `new LinkedHashMap(capacity, load, true)`: looking something up moves it to the end. */
function isAccessOrder(args: readonly SyntaxNode[]): boolean {
  return args.length === 3 && args[2]!.type === 'true';
}

/** The library collection that a given class extends, as its constructors make it. */
export function libraryBase(project: JavaProject, info: ClassInfo): string | undefined {
  const line = project.lineage(info);
  const outside = line.find((at) => at.superclass && !project.superclassOf(at));
  const name = outside?.superclass && simpleName(outside.superclass.name);
  if (name === undefined || !libraryObject(name)) return undefined;
  const isOrdered = outside!.constructors.some(({ body }) => body?.children.some(isOrderedSuper));
  return name === 'LinkedHashMap' && isOrdered ? 'AccessOrderedMap' : name;
}

function isOrderedSuper(node: SyntaxNode): boolean {
  return node.type === 'explicit_constructor_invocation' && isAccessOrder(node.field('arguments')?.children ?? []);
}

/** The type of what an expression makes, where that says more than the declaration. */
export function assignedType(node: SyntaxNode, declared: JavaType): JavaType | undefined {
  if (node.type === 'object_creation_expression') {
    const type = readType(node.field('type'));
    const args = node.field('arguments')?.children ?? [];
    if (simpleName(type.name) === 'LinkedHashMap' && isAccessOrder(args)) return plainType('AccessOrderedMap');
    if (simpleName(type.name) === 'ThreadPoolExecutor' && /(Linked|Array)BlockingQueue/.test(node.text))
      return plainType('FixedThreadPool');
    // A collection that overrides something is still that collection.
    return node.child('class_body') && !libraryObject(simpleName(type.name)) ? undefined : type;
  }
  const made = factoryOf(node);
  if (made !== undefined) return plainType(made);
  return node.type === 'array_creation_expression' || node.type === 'array_initializer' ? declared : undefined;
}

export function assignedPlace(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === 'assignment_expression') return basePlace(node.field('left'));
  if (node.type === 'update_expression') return basePlace(node.children[0]);
  return undefined;
}

/** `a[i] = …` changes the array, not the field that holds it. */
function basePlace(node: SyntaxNode | undefined): SyntaxNode | undefined {
  const place = node && unparenthesized(node);
  return place?.type === 'array_access' ? undefined : place;
}

function isInLambda(node: SyntaxNode, body: SyntaxNode): boolean {
  for (let at = node.parent; at && at !== body; at = at.parent)
    if (at.type === 'lambda_expression' || at.type === 'class_body') return true;
  return false;
}

const binders = new Set([
  'variable_declarator',
  'formal_parameter',
  'enhanced_for_statement',
  'catch_formal_parameter',
  'resource',
]);

/** Names that are locals somewhere in a member; good enough to tell them from fields. */
function localNames(member: SyntaxNode): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of descendants(member)) {
    if (binders.has(node.type) && node.parent?.type !== 'field_declaration') {
      const name = node.field('name')?.text;
      if (name !== undefined) names.add(name);
    }
    if (node.type === 'inferred_parameters') for (const child of node.children) names.add(child.text);
    if (node.type === 'lambda_expression' && node.field('parameters')?.type === 'identifier')
      names.add(node.field('parameters')!.text);
  }
  return names;
}
