// What is asked of the outside: a call is three events, the call, its effect there (atomic, any time later), and the
// answer. What is read and written there are locations (target.ts); what was written is read back.

import { deedOf } from '../../library/models.js';
import type { TypeHint } from '../../syntax.js';
import { contentCell } from '../cells.js';
import { makeError } from '../flow/errors.js';
import type { Frame } from '../frame.js';
import { hasMethods } from '../hints.js';
import { deepCopy, deepDependences, type Machine, spotOf, touchAll } from '../machine.js';
import { newPromise, settle } from '../promises.js';
import { type CallSite, none, plain, Thing, termOf, Unknown, undefinedValue, type Value, withDeps } from '../value.js';
import { readingOfFetch } from './http.js';
import { transaction } from './probe.js';
import { type Query, readingOfQuery, targetOfQuery, valuesOf } from './query.js';
import { readingOfSql } from './sql.js';
import { cellBeside, isRecord, type OutsideTarget, targetOf } from './target.js';
import { isStandIn, nounBehind, type Reading, readingOf } from './verbs.js';

export interface OutsideCall {
  readonly machine: Machine;
  readonly frame: Frame;
  readonly owner: string;
  readonly name: string;
  readonly values: readonly Value[];
  readonly site: CallSite;
  readonly returns: TypeHint | undefined;
  readonly own: boolean;
  /** The package it belongs to, if that is known. */
  readonly from?: string | undefined;
  /** It is a method of something that was read outside. */
  readonly record: Unknown | undefined;
  readonly query?: Query;
}

export function ask(call: OutsideCall): Value {
  const perform = announced(call);
  if (!answersLater(call)) return mayAnswerLater(call, perform.run());
  return operation(call, perform, call.site.text);
}

interface Announced {
  readonly touches: boolean;
  readonly deps: bigint;
  readonly run: () => Value;
}

/** What is known when the call is made; `run` is its effect. */
function announced(call: OutsideCall): Announced {
  const { machine, frame, site, own } = call;
  const values = call.query ? valuesOf(call.query) : call.values;
  const reading = call.query ? readingOfQuery(call.query) : effectOf(call);
  const isSeen = !own && machine.options.external;
  const target = !isSeen ? undefined : call.query ? targetOfQuery(call.query, reading) : targetOf(call, reading);
  const control = frame.control;
  const deps = values.reduce((all, value) => all | deepDependences(value), recordDependences(call));
  for (const value of values) {
    touchAll(machine.turns, value);
    readContents(machine, frame, value, site);
  }
  if (!own && isEffect(reading))
    machine.emit({ kind: 'effect', unit: frame.unit, spot: spotOf(frame, site.span), name: site.text, deps, control });
  const isTransaction = isSeen && (reading.deed === 'begin' || reading.deed === 'end');
  return {
    touches: target !== undefined || isTransaction,
    deps,
    run: () => {
      if (isTransaction) transaction(call, reading.deed === 'end');
      return performed({ ...call, values }, reading, target, control, deps);
    },
  };
}

function recordDependences({ machine, record }: OutsideCall): bigint {
  const thing = record && machine.lazyThings.get(record.identity);
  return thing ? deepDependences(plain(thing)) : none;
}

function operation(
  { machine, frame, site, own }: OutsideCall,
  { run: perform, touches, deps }: Announced,
  what: string,
): Value {
  const promise = newPromise(machine);
  const spot = spotOf(frame, site.span);
  machine.await({
    unit: frame.unit,
    what,
    spot,
    promise,
    mayReject: !own && !isDelay.test(what),
    touches,
    perform,
    deps,
  });
  return plain(promise);
}

/** Waiting does not fail. */
const isDelay = /(?:^|\.)(?:sleep|delay|wait|pause|tick|nextTick)$/i;

function answersLater({ returns, site, frame }: OutsideCall): boolean {
  if (returns?.kind === 'promise') return true;
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

/** `await answer`: the outside takes its time; a chain is asked now. */
export function awaitAnswer(machine: Machine, frame: Frame, { raw, deps }: Value, span: CallSite['span']): Value {
  if (!(raw instanceof Unknown)) return { raw, deps };
  const { later, query } = raw.traits;
  if (!later && !query) return { raw, deps };
  const what = machine.sourceText(frame.module, span);
  const site = { span, use: 'awaited' as const, text: what };
  const call = { machine, frame, owner: raw.term, name: '', values: [], site, returns: undefined, own: false };
  if (query) return withDeps(ask({ ...call, record: undefined, query }), deps);
  const answer = { raw: new Unknown(raw.term, { ...raw.traits, later: false }), deps };
  return operation({ ...call, record: undefined }, { run: () => answer, touches: false, deps }, what);
}

function readContents(machine: Machine, frame: Frame, { raw }: Value, { span }: CallSite): void {
  if (!(raw instanceof Thing) || raw.lazy) return;
  const isContainer = raw.kind === 'array' || raw.kind === 'map' || raw.kind === 'set' || raw.isTable;
  if (isContainer) machine.read(frame, contentCell(machine, raw), raw, span);
}

function isEffect({ deed }: Reading): boolean {
  return deed !== 'read' && deed !== 'pure';
}

function effectOf({ machine, name, values, returns, owner, from }: OutsideCall): Reading {
  const { treated } = machine.options;
  const said =
    treated.get(`${from ?? owner}#${name}`) ?? treated.get(`${owner.split('.').at(-1)}.${name}`) ?? treated.get(name);
  if (said !== undefined && !isStandIn(said)) return { deed: said, noun: nounBehind(name), all: false };
  const known = readingOfSql(values[0]?.raw) ?? readingOfFetch(owner, name, values);
  if (known) return known;
  if (isExclusiveFlag(values)) return { deed: 'claim', noun: '', all: false };
  if (/^setnx$/i.test(name)) return { deed: 'claim', noun: '', all: false };
  if (/^(?:console|log|logger|metrics?|stats|tracer|telemetry)$/i.test(owner.split('.').at(-1) ?? ''))
    return { deed: 'pure', noun: '', all: false };
  const named = readingOf(name, returns);
  const deed = deedOf(from, name);
  const reading = deed === undefined ? named : { ...named, deed };
  return reading.deed === 'write' && isConditional(values) ? { ...reading, deed: 'atomic' } : reading;
}

/** `set(k, v, 'NX')`, `writeFile(p, t, { flag: 'wx' })`. */
function isExclusiveFlag(values: readonly Value[]): boolean {
  return values.slice(1).some(({ raw }) => {
    if (raw === 'NX' || raw === 'wx') return true;
    if (!(raw instanceof Thing) || raw.kind !== 'object') return false;
    const { properties } = raw;
    return (
      properties.get('flag')?.raw === 'wx' || properties.get('NX')?.raw === true || properties.get('nx')?.raw === true
    );
  });
}

/** `update({ id, version }, …)`, `updateOne({ id, balance: { $gte: n } }, { $inc: … })`: with more than the key to compare. */
function isConditional(values: readonly Value[]): boolean {
  const [first, second] = values;
  const whole = first?.raw instanceof Thing ? first.raw : undefined;
  const where = whole?.properties.get('where')?.raw;
  const condition =
    where instanceof Thing ? where : second?.raw instanceof Thing && second.raw.kind === 'object' ? whole : undefined;
  if (whole && [...whole.properties.keys()].some((name) => /^(?:Update|Condition)Expression$/.test(name))) return true;
  const change = where instanceof Thing ? whole?.properties.get('data')?.raw : second?.raw;
  if (
    change instanceof Thing &&
    [...change.properties.keys()].some((name) => /^\$(?:inc|push|addToSet|pull)/.test(name))
  )
    return true;
  if (change instanceof Thing && [...change.properties.values()].some(({ raw }) => isArithmetic(raw))) return true;
  return condition !== undefined && condition.kind === 'object' && condition.properties.size > 1;
}

/** `{ balance: { decrement: n } }` */
function isArithmetic(raw: Value['raw']): boolean {
  return (
    raw instanceof Thing &&
    [...raw.properties.keys()].some((name) => /^(?:increment|decrement|multiply|push)$/.test(name))
  );
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
  const called = `${call.owner ? `${call.owner}.` : ''}${call.name}`;
  const term = `${called}(${values.map(({ raw }) => termOf(raw)).join()})${number}`;
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
  const { cell } = target;
  const { span } = site;
  switch (reading.deed) {
    case 'read': {
      const there = machine.world.get(cell.key);
      const value = there ? deepCopy(machine, there) : answer;
      if (!there && value.raw instanceof Unknown && isRecord(call.name))
        machine.provenances.set(value.raw.term, { target, owner: call.owner });
      return withDeps(machine.readValue(inner, cell, value, span), deps);
    }
    case 'write': {
      const value = { raw: writtenBy(call), deps };
      const before = machine.world.get(cell.key)?.raw;
      machine.world.set(cell.key, deepCopy(machine, value));
      machine.write(inner, cell, 'set', value, before, span);
      if (before === undefined || target.key === '') changeAll(machine, inner, target, answer, site);
      return element?.kind === 'void' ? undefinedValue : answer;
    }
    case 'move': {
      const from = cellBeside(target, values[0]?.raw);
      machine.turns.touch(from, false);
      const value = machine.world.get(from) ?? answer;
      machine.world.set(cell.key, value);
      machine.write(inner, cell, 'set', withDeps(value, deepDependences(value)), undefined, span);
      return answer;
    }
    case 'delete':
      machine.world.set(cell.key, undefinedValue);
      machine.write(inner, cell, 'delete', { raw: undefined, deps: none }, undefined, span);
      changeAll(machine, inner, target, answer, site);
      return answer;
    case 'claim':
      return claimed({ machine, frame: inner, site, target, deps, values }, element?.kind === 'boolean');
    default: {
      // The outside world looks and acts in one step: what it saw is not stale.
      machine.world.set(cell.key, plain(new Unknown(`${term} stored`)));
      machine.turns.touch(cell.key, true);
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

interface Claim {
  readonly machine: Machine;
  readonly frame: Frame;
  readonly site: CallSite;
  readonly target: OutsideTarget;
  readonly deps: bigint;
  readonly values: readonly Value[];
}

/** A file that must not exist. */
function isWx(raw: Value['raw']): boolean {
  return raw === 'wx' || (raw instanceof Thing && raw.properties.get('flag')?.raw === 'wx');
}

function refused(machine: Machine, { text }: CallSite): Thing {
  const promise = newPromise(machine);
  settle(machine, promise, 'rejected', makeError(machine, 'Error', `${text}: it exists`));
  return promise;
}

/** `set(k, v, 'NX')`: stores if there is nothing, and tells so. Nothing is there at first. */
function claimed({ machine, frame, site, target, deps, values }: Claim, isBoolean: boolean): Value {
  const { cell } = target;
  const there = machine.world.get(cell.key)?.raw;
  const isFree = there === undefined || there === null;
  const seen = machine.read(frame, cell, there, site.span);
  if (isFree) {
    machine.world.set(cell.key, deepCopy(machine, values[1] ?? plain(true)));
    machine.emit({
      kind: 'write',
      unit: frame.unit,
      spot: spotOf(frame, site.span),
      cell,
      how: 'set',
      raw: values[1]?.raw,
      before: undefined,
      value: none,
      control: none,
      conditional: true,
    });
    machine.turns.touch(cell.key, true);
  }
  if (!isFree && values.some(({ raw }) => isWx(raw))) return { raw: refused(machine, site), deps: deps | seen };
  const answer = isBoolean || /nx$/i.test(site.text) ? isFree : isFree ? 'OK' : null;
  return { raw: answer, deps: deps | seen };
}

/** `save(k, v)` stores v; `order.save()` stores the order. */
function writtenBy({ machine, values, record }: OutsideCall): Value['raw'] {
  const last = values.at(-1);
  return last || !record ? last?.raw : (machine.lazyThings.get(record.identity) ?? record);
}

/** A new or deleted entry changes what the whole collection is. */
function changeAll(
  machine: Machine,
  frame: Frame,
  { cell, collection }: OutsideTarget,
  answer: Value,
  { span }: CallSite,
): void {
  if (collection.key !== cell.key) machine.write(frame, collection, 'add', answer, undefined, span);
}
