// Reads and writes of shared locations. Fields that never change after construction are not accesses; a write of a fresh
// object to a field takes the old object out of everybody else's reach.

import { isMapType } from '../summaries/library.js';
import { type FieldInfo, has, isStatic } from '../symbols/class-info.js';
import { isImmutableValue, type JavaType, simpleName } from '../symbols/java-type.js';
import type { SyntaxNode } from '../syntax/syntax-node.js';
import { codeInElement, codeInField, nameOfKept } from './bodies/kept-code.js';
import { evaluate } from './expressions.js';
import { fillFound, foundAt, type Loaded } from './found-objects.js';
import { change } from './hand-overs.js';
import { spawn } from './inlining.js';
import { inStep } from './library/atomic-steps.js';
import { contentRead } from './library/iterations.js';
import { viewType } from './library/library-results.js';
import { lockView } from './locks/lock-views.js';
import type { Lowering } from './lowering.js';
import { absorb, detach, publish } from './ownership.js';
import { noSources, type SharedLocation, type SharedObject, type Sources, union, type Value } from './shared-object.js';
import { mayFail } from './statements/throws.js';
import type { Access } from './unit-graph.js';

interface AccessOptions {
  readonly data?: Sources;
  readonly tests?: boolean;
  readonly commutes?: boolean;
  readonly counts?: boolean;
  readonly steps?: boolean;
  readonly validates?: boolean;
  readonly expected?: Sources;
  readonly stored?: Sources;
  readonly atomic?: boolean;
  readonly isComputed?: boolean;
  readonly loaded?: Loaded | undefined;
  readonly fresh?: boolean;
  readonly iterates?: boolean;
  readonly constant?: string | undefined;
}

/** Emits one access and returns its id. */
export function access(
  low: Lowering,
  kind: Access['kind'],
  location: SharedLocation,
  node: SyntaxNode,
  options: AccessOptions = {},
): number {
  const id = low.newSource();
  if (low.at === undefined) return id;
  const data = options.data ?? noSources;
  const made: Access = {
    id,
    kind,
    location,
    node,
    method: low.frame.title,
    held: low.held,
    data,
    control: low.control,
    tests: options.tests ?? false,
    commutes: options.commutes ?? false,
    counts: options.counts ?? false,
    steps: options.steps ?? false,
    validates: options.validates ?? false,
    expected: options.expected ?? noSources,
    stored: options.stored ?? noSources,
    atomic: options.atomic ?? false,
    isComputed: options.isComputed ?? false,
    loaded: options.loaded,
    fresh: options.fresh ?? false,
    loops: [...low.loops],
    iterates: options.iterates ?? false,
    constant: options.constant,
    running: low.running,
    over: low.over,
    heard: low.heard,
    given: low.given,
  };
  if (kind === 'write') low.use(data, options.tests ? 'test-and-set' : 'write');
  if (kind === 'write' && low.givenAway.has(location.object.id))
    low.world.stored.keepHold(location.object.id, location.object);
  // What is handed in belongs to the analysis of its own class.
  if (location.object.foreign || isOwn(low, location.object)) {
    if (location.isSafe) low.signs.push(made);
    if (!location.object.foreign) passThrough(low, made);
    return id;
  }
  if (isByHolder(low, location)) low.assumptions.add('A17');
  low.accesses.push(made);
  if (kind === 'write') low.written.set(location.id, made);
  if (kind === 'write' && low.world.objects.hasNotifications) low.given = new Set([...low.given, location.id]);
  low.emit({ kind: 'access', access: made }, node);
  return id;
}

/** A place that nobody else sees: what is read there was written there. */
function passThrough(low: Lowering, { kind, id, location, data }: Access): void {
  const known = low.contents.get(location.id) ?? noSources;
  if (kind === 'write') low.contents.set(location.id, union(known, data));
  else if (known.size > 0) low.derived.set(id, known);
}

/** What was handed in is protected by a lock of the one who was given it. */
function isByHolder({ world, held }: Lowering, { object }: SharedLocation): boolean {
  if (object.id === 'X') return held.some(({ object: lock }) => lock.id.startsWith('holder '));
  const { cls, field, id, depth } = object;
  if (depth !== 1 || !cls || !field || isStatic(field) || !world.fields.of(field).injected) return false;
  return held.some(({ object: lock, isPermit }) => !isPermit && !lock.id.startsWith(id));
}

/** A local that tasks share, while none of them runs. */
function isOwn(low: Lowering, { local }: SharedObject): boolean {
  return local !== undefined && !low.isHanded && low.running.size === 0;
}

export function readField(
  low: Lowering,
  owner: Value | undefined,
  field: FieldInfo,
  node: SyntaxNode,
  steps = false,
): Value {
  const { objects, fields } = low.world;
  const alias = fields.aliasOf(field);
  if (alias) {
    const value = readField(low, owner, alias.field, node, steps);
    return alias.isView ? { ...value, type: viewType(value, alias.part), isView: true } : value;
  }
  const facts = fields.of(field);
  const object = owner?.object;
  if (owner?.fresh && !isStatic(field))
    return { type: facts.type, sources: union(owner.sources, low.freshFields.get(field) ?? noSources), fresh: true };
  const code = codeInField(low, owner, field);
  const view = facts.stable ? lockView(low, owner, field) : undefined;
  if (view) return view;
  const client = clientField(low, object, field);
  if (client) return { type: facts.type, sources: noSources, object: client, text: field.name };
  const held = objects.held(object, field);
  const location = facts.stable ? undefined : objects.fieldLocation(object, field);
  const id = location && access(low, 'read', location, node, { steps });
  if (location) trustPlain(low, location);
  if (owner && facts.stable) low.lookInside(owner.sources, field);
  const own = id === undefined ? noSources : new Set([id]);
  const sources = union(owner?.sources ?? noSources, own, location ? storedBefore(low, location) : noSources);
  const shared = held ?? opaqueHeld(low, object, field, facts.type);
  const stored = location || facts.stable ? noSources : (low.freshFields.get(field) ?? noSources);
  return {
    type: facts.type,
    sources: union(sources, stored),
    ...(code ? { callable: code } : {}),
    ...(shared ? { object: shared } : {}),
    ...(facts.stable && object ? { about: object.id } : {}),
    ...(facts.stable && owner?.found ? { found: owner.found } : foundAt(low, location)),
    text: node.text.replace(/^this\./, ''),
  };
}

/** No race is looked for between it and what a handle of the field does. */
function trustPlain(low: Lowering, { field, isSafe }: SharedLocation): void {
  if (field && !isSafe && low.world.fields.hasHandle(field)) low.assumptions.add('A18');
}

/** What went into the value that this unit stored there under a lock that it still holds. */
function storedBefore(low: Lowering, { id, isContent }: SharedLocation): Sources {
  const last = isContent ? undefined : low.written.get(id);
  if (!last || last.data.size === 0) return noSources;
  return last.held.some(({ scope }) => low.held.some((lock) => lock.scope === scope)) ? last.data : noSources;
}

/** Another class that holds an object of ours, not its own: that may be the isolated one. */
function clientField(low: Lowering, owner: SharedObject | undefined, field: FieldInfo): SharedObject | undefined {
  const { objects, fields, project } = low.world;
  if ((owner?.exact && !owner.foreign) || isStatic(field) || fields.of(field).owned) return undefined;
  const isOurs = project.resolve(field.type, field.owner) === objects.root && field.owner !== objects.root;
  return isOurs ? objects.isolated() : undefined;
}

/** A field of something unknown, or one that changes: its type still says whose monitor it is. */
function opaqueHeld(
  low: Lowering,
  _owner: SharedObject | undefined,
  field: FieldInfo,
  type: JavaType,
): SharedObject | undefined {
  const cls = low.world.project.resolve(type, field.owner);
  const isLock = /Lock$|^Object$|^Semaphore$/.test(simpleName(type.name)) && low.world.fields.of(field).stable;
  if (!cls && !isLock) return undefined;
  return low.world.objects.opaque(type, field.owner, field.name, `${field.owner.qualified}.${field.name}`);
}

/** All fields of its class are final values: whoever sees the object sees it complete. */
function hasOnlyFinals(low: Lowering, { type }: Value): boolean {
  const { project } = low.world;
  const cls = project.resolve(type, low.frame.cls);
  const line = cls ? project.lineage(cls) : [];
  return (
    line.length > 0 &&
    line.every(
      (at) =>
        (at.kind === 'interface' || !at.superclass || project.superclassOf(at) !== undefined) &&
        [...at.fields.values()].every(
          (field) => isStatic(field) || (has(field, 'final') && isImmutableValue(field.type)),
        ),
    )
  );
}

export function writeField(
  low: Lowering,
  owner: Value | undefined,
  field: FieldInfo,
  value: Value,
  node: SyntaxNode,
  steps = false,
): void {
  const { objects } = low.world;
  // Code that is kept in a field runs some day, in whatever thread.
  if (value.callable) spawn(low, value.callable, node, undefined, isThread(value) ? {} : { keptIn: nameOfKept(field) });
  if (owner?.fresh && !isStatic(field)) {
    change(low, owner, node);
    low.freshFields.set(field, value.sources);
    return;
  }
  const location = objects.fieldLocation(owner?.object, field);
  if (!location) {
    // Of an object that is not followed: what is read there again may be this.
    low.freshFields.set(field, union(low.freshFields.get(field) ?? noSources, value.sources));
    return;
  }
  const isFresh = value.fresh === true;
  const write = () =>
    access(low, 'write', location, node, {
      data: value.sources,
      fresh: isFresh && !hasOnlyFinals(low, value),
      constant: value.constant,
      loaded: value.loaded,
      steps,
    });
  trustPlain(low, location);
  if (low.world.fields.hasHandle(field)) inStep(low, location, node, write);
  else write();
  const held = objects.held(owner?.object, field);
  const isKept = held && (isFresh || value.constant === 'null') && detach(low, held.id);
  if (isKept && isFresh)
    low.swaps.push({ how: 'replaced', place: location, node, method: low.frame.title, held: low.held });
  if (held && isFresh) publish(low, value, held);
}

function isThread({ type }: Value): boolean {
  return /^(Thread|TimerTask)$/.test(simpleName(type.name));
}

/** `a[i]`, read: the content of the array, and an element of it. */
export function readElement(low: Lowering, node: SyntaxNode): Value {
  const array = evaluate(low, node.field('array')!);
  const index = evaluate(low, node.field('index')!);
  mayFail(low, 'ArrayIndexOutOfBoundsException', node);
  const type: JavaType = { ...array.type, dimensions: Math.max(0, array.type.dimensions - 1) };
  const text = `${array.text ?? '?'}[${index.text ?? '?'}]`;
  const location = array.object && low.world.objects.contentLocation(array.object);
  const code = array.callable ?? (array.object && codeInElement(low, array.object, low.frame.self));
  const called = code ? { callable: code } : {};
  if (!array.object || !location) return { type, sources: union(array.sources, index.sources), text, ...called };
  const element = elementOf(low, array.object, index.text);
  const { field } = array.object;
  if (field && low.world.fields.holdsLocks(field) && low.world.fields.of(field).stable)
    return { type, sources: noSources, text, ...(element ? { object: element } : {}) };
  if (isElsewhere(low, array, index))
    return { type, sources: union(array.sources, index.sources), text, ...(element ? { object: element } : {}) };
  const id = access(low, 'read', location, node, { data: index.sources });
  return {
    type,
    sources: union(array.sources, index.sources, new Set([id])),
    text,
    ...called,
    ...(element ? { object: element } : {}),
    ...foundAt(low, location),
  };
}

/** The old value of `a[i] += …`. */
export function readCell(low: Lowering, array: Value, index: Value, node: SyntaxNode): Value {
  return isElsewhere(low, array, index)
    ? { type: array.type, sources: array.sources }
    : contentRead(low, array, node, false);
}

export function writeElement(low: Lowering, array: Value, index: Value, value: Value, node: SyntaxNode): void {
  if (!array.object) absorb(low, array, value.sources);
  if (value.callable) spawn(low, value.callable, node, undefined);
  change(low, array, node);
  fillFound(low, array, node);
  const location = array.object && low.world.objects.contentLocation(array.object);
  if (location && !isElsewhere(low, array, index))
    access(low, 'write', location, node, {
      data: union(index.sources, value.sources),
      stored: value.sources,
      fresh: value.fresh ?? false,
    });
}

/** The isolated element, if the key is the one that this unit speaks of; another key is another element. */
export function elementOf(low: Lowering, container: SharedObject, key: string | undefined): SharedObject | undefined {
  const element = low.world.objects.element(container, low.frame.cls);
  if (!element) return undefined;
  if (low.world.objects.isStriped && isIndexed(container)) return stripeOf(low, element, key ?? '?');
  // Whoever goes through all of them comes to the isolated one, too.
  if (key?.startsWith('each of ')) return element;
  const known = low.isolatedKeys.get(container.id);
  if (known === undefined) low.isolatedKeys.set(container.id, key ?? '?');
  else if (known !== (key ?? '?')) {
    low.assumptions.add('A12');
    return low.world.objects.opaque(element.type, low.frame.cls, element.name);
  }
  return element;
}

function isIndexed({ type, field }: SharedObject): boolean {
  const isListed = (name: string) => isMapType(name) || /List$|^AtomicReferenceArray$/.test(name);
  return field !== undefined && (type.dimensions > 0 || isListed(type.name) || isListed(field.type.name));
}

/** Where there is a lock per key: same key, same lock; another key, another lock; an unclear key makes no claim. */
function stripeOf(low: Lowering, element: SharedObject, key: string): SharedObject {
  if (low.isChosen(key) !== false) return { ...element, key };
  const way = wayFrom(low, key);
  if (way !== undefined) return { ...element, id: `${element.id} ${way}`, key };
  const other = low.world.objects.opaque(element.type, low.frame.cls, element.name);
  return { ...other, key, orderKey: element.orderKey };
}

/** How a key is computed from the isolated one by constants alone: `# % 16`. The same key then always finds the same element. */
function wayFrom(low: Lowering, key: string): string | undefined {
  const { isolatedKey } = low;
  if (isolatedKey === undefined || !key.includes(isolatedKey)) return undefined;
  const way = key.replaceAll(isolatedKey, '#');
  const { fields } = low.world;
  const isFixed = (word: string): boolean => {
    const field = fields.visibleField(low.frame.cls, word);
    return /^(\d\w*|Math|floorMod|abs|length|hashCode)$/.test(word) || (field !== undefined && fields.of(field).stable);
  };
  return (way.match(/\w+/g) ?? []).every(isFixed) && !/\w#|#\w/.test(way) ? way : undefined;
}

/** In a class with a lock per key, the content under another key is not what this unit speaks of. */
export function isElsewhere(low: Lowering, { object }: Value, index: Value): boolean {
  return (
    low.world.objects.isStriped && object !== undefined && isIndexed(object) && low.isChosen(index.text ?? '?') !== true
  );
}
