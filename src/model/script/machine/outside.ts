// Calls of the outside world: injected dependencies, imported packages, declared functions. A call is three events: the
// call, its effect there (atomic, any time later), and the answer. What is read and written there are cells by the
// receiver, the noun and the key (verbs.ts); what was written is read back.

import type { TypeHint } from '../syntax.js';
import { callThing } from './calls.js';
import { contentCell, outsideCell } from './cells.js';
import type { Frame } from './frame.js';
import { hasMethods, memberHint, resolveHint, withoutNull } from './hints.js';
import { acquireOutside, exclusively, releaseOutside } from './locks.js';
import { deepCopy, deepDependences, type Machine, spotOf } from './machine.js';
import { newPromise, toPromise } from './promises.js';
import type { Cell } from './trace.js';
import {
  type CallSite,
  isCallable,
  none,
  plain,
  Thing,
  termOf,
  Unknown,
  undefinedValue,
  type Value,
  withDeps,
} from './value.js';
import { locks, type Reading, readingOf, readingOfSql, registers } from './verbs.js';

const dataMethods = new Set(
  `push pop shift unshift splice map forEach reduce some every filter find findIndex flatMap sort reverse join length trim split
  toString toUpperCase toLowerCase startsWith endsWith replace replaceAll slice includes indexOf concat padStart padEnd match
  test toFixed localeCompare substring charAt charCodeAt toISOString getTime hasOwnProperty at flat entries keys values
  toLocaleString valueOf`.split(/\s+/),
);

/** Is `unknown.property()` a call of the outside, or a method of data? */
export function isOutsideCall(machine: Machine, unknown: Unknown, property: string): boolean {
  if (unknown.traits.promise && ['then', 'catch', 'finally'].includes(property)) return false;
  if (unknown.traits.external) return true;
  if (machine.lazyThings.get(unknown.identity)?.properties.has(property)) return false;
  const hint = withoutNull(resolveHint(machine.script, unknown.traits.type));
  if (hint && ['string', 'number', 'boolean', 'array'].includes(hint.kind)) return false;
  if (hint?.kind === 'reference' && ['Map', 'Set', 'WeakMap', 'WeakSet', 'Date', 'RegExp'].includes(hint.name))
    return false;
  if (memberHint(machine.script, unknown.traits.type, property)) return true;
  return !dataMethods.has(property);
}

interface OutsideCall {
  readonly machine: Machine;
  readonly frame: Frame;
  readonly owner: string;
  readonly name: string;
  readonly values: readonly Value[];
  readonly site: CallSite;
  readonly returns: TypeHint | undefined;
  readonly own: boolean;
}

export function callOutside(
  machine: Machine,
  frame: Frame,
  target: Unknown,
  method: string | undefined,
  values: readonly Value[],
  site: CallSite,
): Value {
  const path = method === undefined ? target.term : `${target.term}.${method}`;
  const cutAt = path.lastIndexOf('.');
  const name = path.slice(cutAt + 1);
  const hint = method === undefined ? target.traits.type : memberHint(machine.script, target.traits.type, method);
  const type = resolveHint(machine.script, hint);
  const returns = type?.kind === 'function' ? type.returns : undefined;
  const own = target.traits.own === true;
  const call = { machine, frame, owner: path.slice(0, Math.max(0, cutAt)), name, values, site, returns, own };
  if (target.term.startsWith('probe ')) return probe(call);
  const callback = values.find(({ raw }) => isCallable(raw));
  if (callback && !own) return withCallback(call, callback.raw as Thing);
  if (!own && isLockCall(call)) return acquireOutside(machine, frame, call.owner, lockKey(call), site);
  if (!own && isReleaseCall(call)) return releaseOutside(machine, call.owner, lockKey(call));
  return plainCall(call);
}

/** `lock.acquire(key)`, `mutex.lock()`; not `pool.acquire()`. */
function isLockCall({ name, owner, site }: OutsideCall): boolean {
  if (!/^(?:acquire|lock|enter)$/.test(name) || site.use === 'value') return false;
  return name === 'lock' || /lock|mutex|exclusive/i.test(owner);
}

function isReleaseCall({ name, owner }: OutsideCall): boolean {
  return name === 'unlock' || (/^(?:release|leave)$/.test(name) && /lock|mutex|exclusive/i.test(owner));
}

function lockKey({ values }: OutsideCall): string {
  const [first] = values;
  return first && !isCallable(first.raw) ? termOf(first.raw) : '';
}

/** A function handed over: registered for later, or called once within the call. */
function withCallback(call: OutsideCall, callback: Thing): Value {
  const { machine, frame, name, values, site } = call;
  const [first] = values;
  const path = typeof first?.raw === 'string' ? first.raw : undefined;
  if (registers(name, path !== undefined)) {
    const shown = `${site.text}${path === undefined ? '' : ` '${path}'`}`;
    for (const { raw } of values) {
      const isHandler = isCallable(raw) && (raw === callback || values.at(-1)?.raw === raw);
      if (isHandler && raw === values.findLast((value) => isCallable(value.raw))?.raw)
        machine.registrations.push({ name: shown, callback: raw, spot: spotOf(frame, site.span) });
    }
    return plain(new Unknown(`${call.owner}.${name}(...)`, { external: true }));
  }
  const isAsync = isPromiseHint(call.returns) || site.use !== 'value' || callback.closure?.node.async === true;
  if (!isAsync) {
    machine.gap(`the function handed to ${site.text}() was not followed`, frame, site.span);
    return plain(new Unknown(`${site.text}(...)#${machine.nextId()}`, { external: true }));
  }
  const run = () => {
    const transaction = new Unknown(call.owner || name, { external: true });
    return callThing(
      machine,
      frame,
      callback,
      undefinedValue,
      callback.closure?.node.parameters.length ? [plain(transaction)] : [],
      { ...site, use: 'awaited' },
    );
  };
  if (locks(name)) return exclusively(machine, frame, `${call.owner}`, lockKey(call), run, site);
  return plain(toPromise(machine, run()));
}

function isPromiseHint(hint: TypeHint | undefined): boolean {
  return hint?.kind === 'promise';
}

function plainCall(call: OutsideCall): Value {
  const { machine, frame, site, values, own } = call;
  const reading = effectOf(call);
  const cell = own || !machine.options.external ? undefined : cellOf(call, reading);
  const control = frame.control;
  const deps = values.reduce((all, value) => all | deepDependences(value), none);
  for (const value of values) readContents(machine, frame, value, site);
  if (!own && isEffect(reading))
    machine.emit({ kind: 'effect', unit: frame.unit, spot: spotOf(frame, site.span), name: site.text, deps, control });
  const perform = () => performed(call, reading, cell, control, deps);
  if (!answersLater(call)) return mayAnswerLater(call, perform());
  const promise = newPromise(machine);
  const operation = {
    unit: frame.unit,
    what: site.text,
    spot: spotOf(frame, site.span),
    promise,
    mayReject: !own,
    touches: cell !== undefined,
    perform,
  };
  machine.operations.push(operation);
  return plain(promise);
}

function answersLater({ returns, site, frame }: OutsideCall): boolean {
  if (isPromiseHint(returns)) return true;
  if (returns && returns.kind !== 'unknown') return false;
  if (site.use === 'awaited' || site.use === 'promise') return true;
  return site.use === 'returned' && frame.node?.async === true;
}

/** Without a hint, an answer that is kept may turn out to be a promise: when it is awaited. */
function mayAnswerLater({ returns, own }: OutsideCall, value: Value): Value {
  const { raw, deps } = value;
  if (!(raw instanceof Unknown) || own || (returns && returns.kind !== 'unknown')) return value;
  return { raw: new Unknown(raw.term, { ...raw.traits, later: true }), deps };
}

/** `await answer`: the outside takes its time. */
export function awaitAnswer(machine: Machine, frame: Frame, { raw, deps }: Value, span: CallSite['span']): Value {
  if (!(raw instanceof Unknown) || !raw.traits.later) return { raw, deps };
  const promise = newPromise(machine);
  const answer = { raw: new Unknown(raw.term, { ...raw.traits, later: false }), deps };
  const what = machine.sourceText(frame.module, span);
  machine.operations.push({
    unit: frame.unit,
    what,
    spot: spotOf(frame, span),
    promise,
    mayReject: true,
    touches: false,
    perform: () => answer,
  });
  return plain(promise);
}

function readContents(machine: Machine, frame: Frame, { raw }: Value, { span }: CallSite): void {
  if (raw instanceof Thing && (raw.kind === 'array' || raw.kind === 'map' || raw.kind === 'set') && !raw.lazy)
    machine.read(frame, contentCell(machine, raw), raw, span);
}

function isEffect({ deed }: Reading): boolean {
  return deed !== 'read' && deed !== 'pure';
}

function effectOf({ name, values, returns, owner }: OutsideCall): Reading {
  const raw = values[0]?.raw;
  const text = typeof raw === 'string' ? raw : raw instanceof Unknown ? raw.term : '';
  const sql = /^[`"'\s]*(?:select|insert|update|delete|listen|create|begin|commit|rollback|start)\b/i.test(text)
    ? readingOfSql(text)
    : undefined;
  if (sql) return { ...sql, noun: sql.table };
  if (isExclusiveFlag(values)) return { deed: 'atomic', noun: '', all: false };
  if (/^(?:console|log|logger|metrics?|stats|tracer|telemetry)$/i.test(owner.split('.').at(-1) ?? ''))
    return { deed: 'pure', noun: '', all: false };
  return readingOf(name, returns);
}

/** `set(k, v, 'NX')`, `writeFile(p, t, { flag: 'wx' })`. */
function isExclusiveFlag(values: readonly Value[]): boolean {
  return values.slice(1).some(({ raw }) => {
    if (raw === 'NX' || raw === 'wx') return true;
    if (!(raw instanceof Thing) || raw.kind !== 'object') return false;
    const { properties } = raw;
    return (
      properties.get('flag')?.raw === 'wx' ||
      properties.get('NX')?.raw === true ||
      properties.get('nx')?.raw === true ||
      (properties.has('version') && properties.has('where'))
    );
  });
}

interface OutsideTarget {
  readonly cell: Cell;
  readonly key: string;
}

function cellOf(call: OutsideCall, reading: Reading): OutsideTarget | undefined {
  if (reading.deed === 'effect' || reading.deed === 'pure') return undefined;
  const { owner, values, name } = call;
  const source = sourceOf(call, reading);
  const home = owner.replace(/^(?:node:)?fs(?:\/promises)?(?:\.promises)?$/, 'file');
  const key = reading.all ? '*' : (source?.key ?? keyFrom(values, reading));
  const noun = reading.noun || source?.noun || '';
  const shownKey = values.length > 0 && key !== '' && key !== '*' ? `[${key.replace(/^"|"$/g, '').slice(0, 30)}]` : '';
  const base = home === 'file' ? '' : [home.split('.').slice(-2).join('.'), noun].filter(Boolean).join('.');
  const shown = home === 'file' ? key.replace(/^"|"$/g, '') : `${base || name}${shownKey}`;
  return { cell: outsideCell(`${home}/${noun}`, key, shown), key };
}

/** What is saved came from where it was read: `save(order)` writes what `find(id)` read. */
function sourceOf(
  { values, machine }: OutsideCall,
  { deed }: Reading,
): { readonly noun: string; readonly key: string } | undefined {
  if (deed !== 'write' || values.length !== 1) return undefined;
  const raw = values[0]!.raw;
  const lazy = raw instanceof Thing ? raw.lazy : raw instanceof Unknown ? raw : undefined;
  return lazy && provenance(machine).get(lazy.term);
}

const provenances = new WeakMap<Machine, Map<string, { noun: string; key: string }>>();

function provenance(machine: Machine): Map<string, { noun: string; key: string }> {
  const known = provenances.get(machine) ?? new Map<string, { noun: string; key: string }>();
  provenances.set(machine, known);
  return known;
}

const idNames = ['id', 'key', '_id', 'uuid', 'code', 'name', 'slug', 'sku', 'email'];

function keyFrom(values: readonly Value[], { deed }: Reading): string {
  const raw = values[0]?.raw;
  if (raw === undefined) return '';
  const isText = typeof raw === 'string' && /^\s*(?:select|insert|update|delete)\b/i.test(raw);
  if (isText) return keyFromSql(values);
  if (raw instanceof Thing && raw.kind === 'object') return idIn(raw);
  if (raw instanceof Thing && raw.kind === 'array') return termOf(raw);
  if (deed === 'write' && values.length === 1) return '';
  return termOf(raw);
}

/** The row: the first parameter, when all statements name it in the same way. */
function keyFromSql(values: readonly Value[]): string {
  const parameters = values[1]?.raw;
  if (parameters instanceof Thing && parameters.kind === 'array') return '';
  return '';
}

function idIn(thing: Thing): string {
  const where = thing.properties.get('where')?.raw;
  if (where instanceof Thing) return idIn(where);
  for (const name of idNames) {
    const id = thing.properties.get(name);
    if (id) return termOf(id.raw);
  }
  return thing.lazy ? `${thing.lazy.term}.id` : '';
}

function performed(
  call: OutsideCall,
  reading: Reading,
  target: OutsideTarget | undefined,
  control: bigint,
  deps: bigint,
): Value {
  const { machine, frame, values, site, returns } = call;
  const element = returns?.kind === 'promise' ? returns.element : returns;
  const number = isEffect(reading) ? `#${machine.nextId()}` : '';
  const term = `${call.owner ? `${call.owner}.` : ''}${call.name}(${values.map(({ raw }) => termOf(raw)).join()})${number}`;
  const answer = plain(
    new Unknown(term, {
      type: element,
      identity: `${term}@${machine.nextId()}`,
      own: call.own,
      external: call.own || hasMethods(machine.script, element),
    }),
  );
  if (!target) return withDeps(answer, deps);
  const inner = { ...frame, control };
  const { cell, key } = target;
  const { span } = site;
  switch (reading.deed) {
    case 'read': {
      const there = machine.world.get(cell.key);
      const value = there ? deepCopy(machine, there) : answer;
      if (!there && value.raw instanceof Unknown) provenance(machine).set(value.raw.term, { noun: reading.noun, key });
      return withDeps(machine.readValue(inner, cell, value, span), deps);
    }
    case 'write': {
      const value = { raw: values.at(-1)?.raw, deps };
      const before = machine.world.get(cell.key)?.raw;
      machine.world.set(cell.key, value);
      machine.write(inner, cell, 'set', value, before, span);
      if (before === undefined) touchAll(machine, inner, cell, site);
      return element?.kind === 'void' ? undefinedValue : answer;
    }
    case 'delete':
      machine.world.set(cell.key, undefinedValue);
      machine.write(inner, cell, 'delete', { raw: undefined, deps: none }, undefined, span);
      touchAll(machine, inner, cell, site);
      return answer;
    default: {
      // The outside world looks and acts in one step: what it saw is not stale.
      machine.world.set(cell.key, plain(new Unknown(`${term} stored`)));
      machine.emit({
        kind: 'write',
        unit: frame.unit,
        spot: spotOf(frame, span),
        cell,
        how: 'set',
        raw: answer.raw,
        before: undefined,
        value: none,
        control: none,
        conditional: true,
      });
      return answer;
    }
  }
}

/** A new or deleted entry changes what the whole collection is. */
function touchAll(machine: Machine, frame: Frame, cell: Cell, { span }: CallSite): void {
  const all = { ...cell, key: cell.key.replace(/ [^ ]*$/, ' *'), name: cell.name.replace(/\[.*$/, '') };
  if (all.key !== cell.key) machine.write(frame, all, 'add', undefinedValue, undefined, span);
}

/** The work that an exclusive section is asked to do: reads, waits, and writes what it read. */
function probe({ machine, frame, site, name }: OutsideCall): Value {
  const cell: Cell = { key: `probe ${name}`, name: 'the exclusive section', owner: 'probe', external: false };
  const deps = machine.read(frame, cell, undefined, site.span);
  const promise = newPromise(machine);
  machine.operations.push({
    unit: frame.unit,
    what: site.text,
    spot: spotOf(frame, site.span),
    promise,
    mayReject: true,
    touches: false,
    perform: () => {
      machine.write({ ...frame, control: none }, cell, 'set', { raw: undefined, deps }, undefined, site.span);
      return undefinedValue;
    },
  });
  return plain(promise);
}
