// What is asked of the outside: a call is three events, the call, its effect there (atomic, any time later), and the
// answer. What is read and written there are locations (target.ts); what was written is read back.

import { deedOf } from '../../library/models.js';
import type { TypeHint } from '../../syntax.js';
import { contentCell } from '../cells.js';
import type { Frame } from '../frame.js';
import { hasMethods } from '../hints.js';
import { deepCopy, deepDependences, type Machine, spotOf, touchAll } from '../machine.js';
import { newPromise } from '../promises.js';
import type { Cell, TraceEvent } from '../trace.js';
import { type CallSite, none, plain, Thing, termOf, Unknown, undefinedValue, type Value, withDeps } from '../value.js';
import {
  changed,
  claimed,
  isConditional,
  isExclusiveFlag,
  isServed,
  isTakenOnce,
  isTransition,
  restore,
  turnOver,
  typedAs,
} from './conditions.js';
import { isCounted } from './counted.js';
import { aboutOf, isMaking, opensSomething, touchAbout } from './endings.js';
import { readingOfFetch } from './http.js';
import { transaction } from './probe.js';
import { type Query, readingOfQuery, targetOfQuery, valuesOf } from './query.js';
import { readingOfSql } from './sql.js';
import type { Subject } from './subject.js';
import { cellBeside, isRecord, isSearch, type OutsideTarget, rowCell, targetOf } from './target.js';
import { isUnguarded } from './unguarded.js';
import { isStandIn, nounBehind, type Reading, readingOf } from './verbs.js';
import { comparedVersion } from './versions.js';

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
  /** The function that it is given is told something now and then. */
  readonly listens?: boolean;
  /** What it is about, if the other methods of its type tell better than its name. */
  readonly subject?: Subject | undefined;
}

export function ask(call: OutsideCall): Value {
  const perform = announced(call);
  if (!answersLater(call)) return mayAnswerLater(call, perform.run());
  const question = `${calledBy(call)}(${call.values.map(({ raw }) => termOf(raw)).join()})`;
  return operation(
    call,
    perform,
    call.site.text,
    question,
    opensSomething(call.machine, call.name || call.owner, call.returns),
  );
}

type EffectEvent = Extract<TraceEvent, { kind: 'effect' }>;

interface Announced {
  readonly touches: boolean;
  readonly readies?: string | undefined;
  readonly deps: bigint;
  readonly run: () => Value;
}

/** What is known when the call is made; `run` is its effect. */
function announced(call: OutsideCall): Announced {
  const { machine, frame, site, own } = call;
  const values = call.query ? valuesOf(call.query) : call.values;
  const reading = call.query ? readingOfQuery(call.query) : effectOf(call);
  const isSeen = !own && machine.options.external;
  const target = !isSeen
    ? undefined
    : call.query
      ? targetOfQuery(machine, call.query, reading)
      : targetOf(call, reading);
  const control = frame.control;
  const deps = values.reduce((all, value) => all | deepDependences(value), recordDependences(call));
  for (const value of values) {
    touchAll(machine.turns, value);
    readContents(machine, frame, value, site);
  }
  const isStored = target !== undefined && reading.deed !== 'effect';
  const about = own || call.query ? undefined : aboutOf(calledOwner(call), call.name, values, isStored);
  const isQuiet = !isEffect(reading);
  if (about) touchAbout(machine, about);
  const to = values.length > 1 ? `${calledBy(call)} ${termOf(values[0]!.raw)}` : calledBy(call);
  // Who shows something last is seen.
  if (!own && showing.test(call.name)) machine.turns.touch(`shown ${calledBy(call)}`, true);
  const effect: EffectEvent = {
    kind: 'effect',
    unit: frame.unit,
    spot: spotOf(frame, site.span),
    name: site.text,
    term: `${calledBy(call)}(${values.map(({ raw }) => termOf(raw)).join()})`,
    to,
    counts: isCounted(call, reading),
    deps,
    control,
    about,
    ...(isQuiet ? { quiet: true } : {}),
    ...(reading.isDone ? { isDone: true } : {}),
  };
  if (!own && (!isQuiet || about !== undefined)) machine.emit(effect);
  if (target)
    machine.assumed.add('what is read and written outside is as the names of the calls say [silence: --no-external]');
  const isTransaction = isSeen && (reading.deed === 'begin' || reading.deed === 'end');
  return {
    readies: isMaking(`${site.text}(`) ? about?.of : undefined,
    touches: target !== undefined || isTransaction,
    deps,
    run: () => {
      if (isTransaction) transaction(call, reading.deed === 'end');
      const answer = performed({ ...call, values }, reading, target, control, deps);
      effect.answer = termOf(answer.raw);
      return answer;
    },
  };
}

function recordDependences({ machine, record }: OutsideCall): bigint {
  const thing = record && machine.lazyThings.get(record.identity);
  return thing ? deepDependences(plain(thing)) : none;
}

function operation(
  { machine, frame, site, own }: OutsideCall,
  { run: perform, touches, readies, deps }: Announced,
  what: string,
  question = what,
  opens = false,
): Value {
  const promise = newPromise(machine);
  const spot = spotOf(frame, site.span);
  machine.await({
    unit: frame.unit,
    what,
    question,
    opens,
    spot,
    promise,
    mayReject: !own && !isDelay.test(what),
    touches,
    readies,
    perform,
    deps,
  });
  return plain(promise);
}

/** What replaces what was shown before. */
const showing = /^(?:render|show|display|draw|paint|present|publish)(?![a-z])/;

/** Waiting does not fail. */
const isDelay = /(?:^|\.)(?:sleep|delay|wait|pause|tick|nextTick)$/i;

export function answersLater({ returns, site, frame }: OutsideCall): boolean {
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

/** Who is asked: a dependency, or what an earlier call has given. */
function calledOwner({ owner, record }: OutsideCall): string {
  return record?.identity.includes('#') ? record.identity : owner;
}

function calledBy({ owner, name, query, site }: OutsideCall): string {
  if (query) return site.text;
  return `${owner ? `${owner}.` : ''}${name}`;
}

function isEffect({ deed }: Reading): boolean {
  return deed !== 'read' && deed !== 'pure';
}

function effectOf(call: OutsideCall): Reading {
  const { machine, name, values, returns, owner, from, subject } = call;
  const { treated } = machine.options;
  const [last] = owner.split('.').slice(-1);
  const said = treated.get(`${from ?? owner}#${name}`) ?? treated.get(`${last}.${name}`) ?? treated.get(name);
  if (said !== undefined && !isStandIn(said)) return { deed: said, noun: nounBehind(name), all: false };
  const known = readingOfSql(values[0]?.raw) ?? readingOfFetch(owner, name, values);
  if (known) return known;
  if (isExclusiveFlag(values)) return { deed: 'claim', noun: '', all: false };
  if (/^setnx$/i.test(name)) return { deed: 'claim', noun: '', all: false };
  if (/^(?:console|log|logger|metrics?|stats|tracer|telemetry)$/i.test(owner.split('.').at(-1) ?? ''))
    return { deed: 'pure', noun: '', all: false };
  const plainly = guessed(call, readingOf(name, returns));
  // `sumToday` reads what `insert` writes.
  const named = subject ? { ...plainly, ...subject } : plainly;
  const deed = deedOf(from, name);
  const reading = deed === undefined ? named : { ...named, deed };
  const isAtomic = (reading.deed === 'write' && isConditional(values)) || (plainly.isGuessed && isTransition(call));
  return isAtomic ? { ...reading, deed: 'atomic' } : reading;
}

const making = /random|uuid|nanoid|unique|next|generate|create|make|new|stamp|token|id$/i;

/** Where the name says nothing: what gives something to work with opens it; what is looked at was asked for. */
function guessed(call: OutsideCall, reading: Reading): Reading {
  const { machine, returns, site, values, name } = call;
  if (!reading.isGuessed) return reading;
  const given = returns?.kind === 'promise' ? returns.element : returns;
  if (reading.deed === 'read' && answersLater(call) && hasMethods(machine.script, given))
    return { ...reading, deed: 'effect' };
  if (reading.deed !== 'effect' || site.dropped || values.length === 0 || making.test(name)) return reading;
  if (given && given.kind !== 'unknown') return reading;
  if (!answersLater(call)) return site.use === 'value' ? { ...reading, deed: 'pure' } : reading;
  return site.use === 'awaited' ? { ...reading, deed: 'read' } : reading;
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
  const term = `${calledBy(call)}(${values.map(({ raw }) => termOf(raw)).join()})${number}`;
  const answer = plain(
    new Unknown(term, {
      type: element,
      identity: `${term}@${machine.nextId()}`,
      own: call.own,
      external: call.own || hasMethods(machine.script, element),
    }),
  );
  rememberQuestion(machine, term, values);
  if (!target) return withDeps(answer, deps);
  const inner = { ...frame, control };
  const { cell } = target;
  const { span } = site;
  if (reading.deed === 'write' || reading.deed === 'atomic') {
    const told = comparedVersion({ machine, frame: inner, site, target, values: call.values }, term, element);
    if (told?.isStored) {
      stored(call, inner, target, answer, deps);
      machine.world.set(cell.key, plain(new Unknown(`${term} stored`)));
    }
    if (told) return told.answer.raw === undefined ? withDeps(answer, told.answer.deps) : told.answer;
  }
  switch (reading.deed) {
    case 'read': {
      const there = machine.world.get(cell.key);
      const value = there ? deepCopy(machine, typedAs(answer, there)) : answer;
      const seen = machine.readValue(inner, cell, value, span);
      return withDeps(seen, deps | rememberRow(call, inner, target, seen));
    }
    case 'write':
      stored(call, inner, target, answer, deps);
      if (reading.isDone) turnOver(machine, cell.key);
      return element?.kind === 'void' ? undefinedValue : answer;
    case 'move': {
      const from = cellBeside(target, values[0]?.raw);
      machine.turns.touch(from, false);
      const value = machine.world.get(from) ?? answer;
      machine.world.set(cell.key, value);
      machine.write(inner, cell, 'set', withDeps(value, deepDependences(value)), undefined, span);
      if (!/^(?:copy|cp)/i.test(call.name))
        takeAway(machine, inner, { ...cell, key: from, name: termOf(values[0]?.raw).replace(/^"|"$/g, '') }, span);
      return answer;
    }
    case 'delete':
      machine.world.set(cell.key, undefinedValue);
      restore(machine, target, undefined);
      machine.write(inner, cell, 'delete', { raw: undefined, deps: none }, undefined, span);
      changeSearch(machine, inner, target, span);
      changeAll(machine, inner, target, answer, site);
      return answer;
    case 'claim':
      return claimed({ machine, frame: inner, site, target, deps, values }, element?.kind === 'boolean');
    default: {
      // The outside world looks and acts in one step: what it saw is not stale.
      const isBoolean = element?.kind === 'boolean';
      const isCount = !isBoolean && isTakenOnce(call);
      const decided = isBoolean || isCount ? isServed(call, target) : undefined;
      const seen = machine.look(inner, cell, machine.world.get(cell.key)?.raw, span);
      const told = isCount && decided !== undefined ? changed(machine, decided, withDeps(answer, seen)) : decided;
      if (decided === false) return { raw: told, deps: seen };
      machine.world.set(cell.key, plain(new Unknown(`${term} stored`)));
      if (isUnguarded(call, control, decided !== undefined)) {
        machine.write(inner, cell, 'set', { raw: answer.raw, deps: none }, undefined, span);
        changeAll(machine, inner, target, answer, site);
      } else machine.writeIf(inner, cell, answer.raw, span);
      changeSearch(machine, inner, target, span);
      return told === undefined ? withDeps(answer, seen) : { raw: told, deps: seen };
    }
  }
}

function stored(call: OutsideCall, inner: Frame, target: OutsideTarget, answer: Value, deps: bigint): void {
  const { machine, site } = call;
  const { cell } = target;
  const value = { raw: writtenBy(call), deps };
  const before = machine.world.get(cell.key)?.raw;
  machine.world.set(cell.key, deepCopy(machine, value));
  restore(machine, target, value);
  machine.write(inner, cell, 'set', value, before, site.span);
  changeSearch(machine, inner, target, site.span);
  // A row that was found is there.
  if ((before === undefined && !target.search) || target.key === '') changeAll(machine, inner, target, answer, site);
}

function rememberQuestion({ askedWith, parameters }: Machine, term: string, values: readonly Value[]): void {
  const given = values.flatMap(({ raw }) => (raw instanceof Unknown && parameters.has(raw.term) ? [raw.term] : []));
  if (given.length > 0) askedWith.set(term, given);
}

/** What was moved is no longer where it was. */
function takeAway(machine: Machine, frame: Frame, cell: Cell, span: CallSite['span']): void {
  machine.world.set(cell.key, undefinedValue);
  machine.write(frame, cell, 'delete', { raw: undefined, deps: none }, undefined, span);
}

/** Where a record came from; one that was searched for is a location of its own. */
function rememberRow(call: OutsideCall, frame: Frame, target: OutsideTarget, { raw }: Value): bigint {
  const { machine, owner, name, site } = call;
  if (!(raw instanceof Unknown) || !isRecord(name)) return none;
  const isLater = / later#\d+$/.test(raw.term);
  if (machine.world.has(target.cell.key) && !isLater) return none;
  machine.provenances.set(raw.term, { target, owner });
  return isSearch(target) ? machine.read(frame, rowCell(target, raw.term), raw, site.span) : none;
}

/** Who searches again may find another row. */
function changeSearch(machine: Machine, frame: Frame, { search }: OutsideTarget, span: CallSite['span']): void {
  if (!search) return;
  machine.world.set(search.cell.key, plain(new Unknown(`${search.term} later#${machine.nextId()}`)));
  machine.writeIf(frame, search.cell, undefined, span);
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
