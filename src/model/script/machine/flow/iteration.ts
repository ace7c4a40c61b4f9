// `for … of`, `for await … of`, `for … in`, and everything else that goes through the elements of something.
// Arrays are iterated live, by index, as the language does: what others do to them meanwhile is seen.

import type { Span } from '../../../../base/source-text.js';
import type { Statement } from '../../syntax.js';
import { callThing } from '../calls.js';
import { contentCell } from '../cells.js';
import { Abandoned } from '../choices.js';
import { evaluate } from '../expressions/evaluate.js';
import { assignPattern, bindPattern } from '../expressions/patterns.js';
import type { Suspension } from '../expressions/suspension.js';
import { type Frame, Scope } from '../frame.js';
import { resolveHint } from '../hints.js';
import { type Machine, spotOf } from '../machine.js';
import { findMethod, getProperty, lazyThing, siteAt } from '../properties.js';
import type { Completion } from '../statements.js';
import { type Dependences, isPromise, plain, Thing, Unknown, type Value, withDeps } from '../value.js';
import { nextOf } from './generators.js';

type Loop = Extract<Statement, { kind: 'for-of' | 'for-in' }>;

export function* iterate(
  machine: Machine,
  frame: Frame,
  loop: Loop,
  run: (body: Statement) => Generator<Suspension, Completion, Value>,
): Generator<Suspension, Completion, Value> {
  let of = yield* evaluate(machine, frame, loop.of);
  // `for await (const page of table.scan())`: what the outside goes through, it begins to answer later.
  if (loop.kind === 'for-of' && loop.await && isPromise(of.raw))
    of = yield { kind: 'await', value: of, span: loop.of.span };
  const before = frame.control;
  const outer = frame.scope;
  const steps = loop.kind === 'for-in' ? keysOf(machine, frame, of) : elements(machine, frame, of, loop);
  let next = steps.next();
  while (!next.done) {
    let item = next.value;
    if (item.raw instanceof Thing && item.raw.slot === pulled) {
      const record = yield { kind: 'await', value: plain(item.raw.items[0]!.raw), span: loop.of.span };
      const { done, value } = unpack(record);
      if (done) break;
      item = value;
    } else if (loop.kind === 'for-of' && loop.await && (isPromise(item.raw) || item.raw instanceof Unknown))
      item = yield { kind: 'await', value: item, span: loop.of.span };
    frame.scope = new Scope(machine.nextId(), frame.activation, frame.module, outer);
    frame.control = before | of.deps | frame.guard;
    if (loop.variable && loop.variable !== 'var')
      yield* bindPattern(machine, frame, loop.target, withDeps(item, of.deps), loop.variable);
    else yield* assignPattern(machine, frame, loop.target, withDeps(item, of.deps));
    const done = yield* run(loop.body);
    frame.scope = outer;
    if (done?.kind === 'return' || done?.label !== undefined) {
      steps.return(undefined);
      return done;
    }
    if (done?.kind === 'break') break;
    next = steps.next();
  }
  steps.return(undefined);
  frame.control = before | frame.guard | (frame.control & ~of.deps);
  return undefined;
}

/** Marks an element that has to be waited for: the record of an async generator's `next`. */
const pulled = Symbol('pulled');

function unpack({ raw, deps }: Value): { readonly done: boolean; readonly value: Value } {
  if (!(raw instanceof Thing)) return { done: true, value: plain(undefined) };
  const value = raw.properties.get('value') ?? plain(undefined);
  return { done: raw.properties.get('done')?.raw === true, value: withDeps(value, deps) };
}

const mostPulled = 4;

/** The elements one after the other; an array is asked again each time. */
function* elements(machine: Machine, frame: Frame, of: Value, loop: Loop): Generator<Value, void, void> {
  const raw = of.raw instanceof Unknown ? unknownSequence(machine, of.raw) : of.raw;
  const iterator = raw instanceof Thing ? iteratorOf(machine, frame, raw, loop.of.span) : undefined;
  if (iterator) {
    for (let count = 0; ; count++) {
      if (count > mostPulled) throw new Abandoned('a loop goes on beyond the bound');
      const record = advance(machine, frame, iterator, loop.of.span);
      if (isPromise(record.raw)) {
        const box = machine.newThing('object', 'pulled');
        box.slot = pulled;
        box.items = [record];
        yield plain(box);
        continue;
      }
      const { done, value } = unpack(record);
      if (done) return;
      yield value;
    }
  }
  if (raw instanceof Thing && raw.kind === 'array') {
    yield* arrayElements(machine, frame, raw, loop.of.span);
    return;
  }
  yield* itemsOf(machine, frame, { raw, deps: of.deps }, loop.of.span);
}

/** Generators, and objects that say how they are iterated. */
function iteratorOf(machine: Machine, frame: Frame, thing: Thing, span: Span): Thing | undefined {
  if (thing.kind === 'generator') return thing;
  if (thing.kind !== 'object') return undefined;
  const method = findMethod(thing, '[Symbol.asyncIterator]') ?? findMethod(thing, '[Symbol.iterator]');
  const made = method && callThing(machine, frame, method, plain(thing), [], siteAt(span, 'iterator')).raw;
  return made instanceof Thing ? made : undefined;
}

function advance(machine: Machine, frame: Frame, iterator: Thing, span: Span): Value {
  if (iterator.kind === 'generator') return nextOf(machine, frame, iterator);
  const next = findMethod(iterator, 'next');
  if (!next) return plain(undefined);
  // What `for await` asks for is awaited: it goes on in the unit of the loop.
  return callThing(machine, frame, next, plain(iterator), [], { span, use: 'awaited', text: 'next' });
}

function* arrayElements(machine: Machine, frame: Frame, array: Thing, span: Span): Generator<Value, void, void> {
  const cell = contentCell(machine, array);
  const number = machine.nextId();
  const spot = spotOf(frame, span);
  machine.emit({ kind: 'iterate', unit: frame.unit, spot, cell, loop: number });
  try {
    for (let index = 0; index < array.items.length; index++) {
      if (index > 50) throw new Abandoned('a loop goes on beyond the bound');
      yield withDeps(array.items[index]!, machine.read(frame, cell, array.items[index]!.raw, span));
    }
    // That there are no more was seen as well.
    machine.turns.touch(cell.key, false);
    if (array.items.length === 0) machine.read(frame, cell, undefined, span);
  } finally {
    machine.emit({ kind: 'iterated', unit: frame.unit, spot, loop: number });
  }
}

function unknownSequence(machine: Machine, unknown: Unknown): Thing {
  const hint = resolveHint(machine.script, unknown.traits.type);
  const isMap = hint?.kind === 'reference' && (hint.name === 'Map' || hint.name === 'Set');
  return lazyThing(machine, unknown, isMap ? undefined : 'array');
}

export interface Spread {
  readonly items: Value[];
  /** Where they came from: also when there are none. */
  readonly deps: Dependences;
}

/** All elements at once: spreads, destructuring, `Array.from`, and what natives iterate. */
export function itemsOf(machine: Machine, frame: Frame, of: Value, span: Span): Value[] {
  return spread(machine, frame, of, span).items;
}

export function spread(machine: Machine, frame: Frame, of: Value, span: Span): Spread {
  const raw = of.raw instanceof Unknown ? unknownSequence(machine, of.raw) : of.raw;
  if (!(raw instanceof Thing) || raw.kind === 'generator' || raw.kind === 'object')
    return { items: uncontained(machine, frame, raw, span), deps: of.deps };
  if (raw.kind !== 'array' && raw.kind !== 'map' && raw.kind !== 'set') return { items: [], deps: of.deps };
  const deps = machine.read(frame, contentCell(machine, raw), undefined, span);
  const items =
    raw.kind === 'array'
      ? raw.items
      : [...(raw.entries?.values() ?? [])].map(({ key, value }) =>
          raw.kind === 'set' ? key : pairOf(machine, key, value),
        );
  return { items: items.map((item) => withDeps(item, deps)), deps: of.deps | deps };
}

/** Elements of what is not a container: characters, what a generator gives. */
function uncontained(machine: Machine, frame: Frame, raw: Value['raw'], span: Span): Value[] {
  if (typeof raw === 'string') return [...raw].map(plain);
  if (!(raw instanceof Thing)) return [];
  if (raw.kind === 'generator') {
    const found: Value[] = [];
    for (let record = nextOf(machine, frame, raw); found.length < 50; record = nextOf(machine, frame, raw)) {
      const { done, value } = unpack(record);
      if (done) break;
      found.push(value);
    }
    return found;
  }
  const iterator = iteratorOf(machine, frame, raw, span);
  return iterator ? pulledFrom(machine, frame, iterator, span) : [];
}

/** What an object that says how it is iterated gives, one after the other. */
function pulledFrom(machine: Machine, frame: Frame, iterator: Thing, span: Span): Value[] {
  const found: Value[] = [];
  while (found.length < 50) {
    const { done, value } = unpack(advance(machine, frame, iterator, span));
    if (done) break;
    found.push(value);
  }
  return found;
}

export function pairOf(machine: Machine, key: Value, value: Value): Value {
  const pair = machine.newThing('array', 'Array');
  pair.items = [key, value];
  return plain(pair);
}

function* keysOf(machine: Machine, _frame: Frame, of: Value): Generator<Value, void, void> {
  const raw = of.raw instanceof Unknown ? lazyThing(machine, of.raw) : of.raw;
  if (!(raw instanceof Thing)) return;
  machine.turns.touch(contentCell(machine, raw).key, false);
  // What nothing is known of has one part, or none.
  const isOpen = raw.lazy !== undefined && raw.properties.size === 0 && raw.items.length === 0;
  if (isOpen && machine.decide(`nonempty ${raw.lazy!.identity}`, true))
    yield plain(new Unknown(`key of ${raw.lazy!.term}`, { type: { kind: 'string' } }));
  for (const index of raw.items.keys()) yield plain(String(index));
  for (const name of ownNames(raw)) if (raw.properties.has(name) || raw.accessors?.has(name)) yield plain(name);
}

/** Private names are not seen from outside. */
function ownNames({ properties, accessors }: Thing): string[] {
  return [...properties.keys(), ...(accessors?.keys() ?? [])].filter((name) => !name.startsWith('#'));
}

export function namesOf(
  machine: Machine,
  frame: Frame,
  of: Value,
  span: Span,
): { readonly name: string; readonly value: Value }[] {
  const { raw } = of;
  const thing = raw instanceof Unknown ? lazyThing(machine, raw) : raw;
  if (!(thing instanceof Thing)) return [];
  machine.turns.touch(contentCell(machine, thing).key, false);
  if (thing.isTable) machine.read(frame, contentCell(machine, thing), thing, span);
  return ownNames(thing).map((name) => ({
    name,
    value: getProperty(machine, frame, plain(thing), name, span),
  }));
}
