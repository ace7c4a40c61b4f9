// What the outside world does only under a condition of its own, in one step: `SET NX`, `updateIf`, `compareAndSet`,
// `UPDATE … WHERE version = …`. Who asks on the same condition after somebody has got it does not get it.

import { makeError } from '../flow/errors.js';
import type { Frame } from '../frame.js';
import { deepCopy, type Machine } from '../machine.js';
import { newPromise, settle } from '../promises.js';
import { type CallSite, plain, Thing, termOf, Unknown, type Value } from '../value.js';
import type { OutsideCall } from './operations.js';
import type { OutsideTarget } from './target.js';

/** `set(k, v, 'NX')`, `writeFile(p, t, { flag: 'wx' })`. */
export function isExclusiveFlag(values: readonly Value[]): boolean {
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
export function isConditional(values: readonly Value[]): boolean {
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

const asks =
  /^(?:is|has|can|may|should|must|matches|equals|includes|contains|allows|accepts|supports|verif|valid|check)/i;

/** `moveState(id, 'held', 'paying'): Promise<boolean>`: no question has so many parts; it does so if it may, and tells. */
export function isTransition({ name, values, returns }: OutsideCall): boolean {
  const told = returns?.kind === 'promise' ? returns.element : returns;
  return told?.kind === 'boolean' && values.length >= 3 && !asks.test(name);
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
export function claimed({ machine, frame, site, target, deps, values }: Claim, isBoolean: boolean): Value {
  const { cell } = target;
  const there = machine.world.get(cell.key)?.raw;
  const isFree = there === undefined || there === null;
  const seen = machine.read(frame, cell, there, site.span);
  if (isFree) {
    machine.world.set(cell.key, deepCopy(machine, values[1] ?? plain(true)));
    machine.writeIf(frame, cell, values[1]?.raw, site.span);
  }
  if (!isFree && values.some(({ raw }) => isWx(raw))) return { raw: refused(machine, site), deps: deps | seen };
  const answer = isBoolean || /nx$/i.test(site.text) ? isFree : isFree ? 'OK' : null;
  return { raw: answer, deps: deps | seen };
}

/** Does the outside do it? Whoever asks on the condition on which another was served is not. */
export function isServed(call: OutsideCall, { cell }: OutsideTarget): boolean {
  const { machine } = call;
  const condition = conditionOf(call);
  const served = machine.served.get(cell.key) ?? new Set<string>();
  if (served.has(condition)) {
    machine.assumed.add(`${call.site.text} serves one call on one condition, and no other until it is set back`);
    return false;
  }
  const isServed = machine.decide(`true ${condition} #${machine.nextId()}`, true);
  if (isServed) machine.served.set(cell.key, served.add(condition));
  return isServed;
}

/** What is deleted can be had again, and so can what is set back to what was asked for. */
export function restore({ served }: Machine, { cell }: OutsideTarget, written: Value | undefined): void {
  const known = served.get(cell.key);
  if (!known) return;
  const term = written ? termOf(dataIn(written)) : '';
  for (const condition of known) {
    const literals = condition.match(/"[^"]+"/g) ?? [];
    if (!written || literals.some((literal) => term.includes(literal))) known.delete(condition);
  }
}

/** `update({ where, data })` stores the data, whatever the condition speaks of. */
function dataIn({ raw }: Value): Value['raw'] {
  const data = raw instanceof Thing && raw.properties.has('where') ? raw.properties.get('data') : undefined;
  return data ? data.raw : raw;
}

/** `updateMany({ where: { id, status: 'new' }, data: { status: 'taken' } })`: true once, if the change is not a sum. */
export function isTakenOnce({ values }: OutsideCall): boolean {
  const [whole] = values;
  const where = whole?.raw instanceof Thing ? whole.raw.properties.get('where')?.raw : undefined;
  const data = whole?.raw instanceof Thing ? whole.raw.properties.get('data')?.raw : undefined;
  if (!(where instanceof Thing) || !(data instanceof Thing) || where.properties.size < 2) return false;
  const isPlain = [...where.properties.values()].every(({ raw }) => !(raw instanceof Thing));
  return isPlain && ![...data.properties.values()].some(({ raw }) => isArithmetic(raw));
}

const counts = ['count', 'rowCount', 'affectedRows', 'modifiedCount', 'matchedCount', 'affected'];

/** How many rows were changed: one, or none. */
export function changed(machine: Machine, isServed: boolean, { raw, deps }: Value): Thing {
  const thing = machine.newThing('object', 'Object');
  if (raw instanceof Unknown) thing.lazy = raw;
  for (const name of counts) thing.properties.set(name, { raw: isServed ? 1 : 0, deps });
  return thing;
}

/** The last of several arguments is what is stored. */
function conditionOf({ owner, name, values }: OutsideCall): string {
  const where =
    values.length === 1 && values[0]!.raw instanceof Thing ? values[0]!.raw.properties.get('where') : undefined;
  if (where) return `${owner}.${name}(${termOf(where.raw)})`;
  const asked = values.length > 1 ? values.slice(0, -1) : values;
  return `${owner}.${name}(${asked.map(({ raw }) => termOf(raw)).join()})`;
}

/** `knows(id)` said no before `apply(id, …)`: now it says yes. */
export function turnOver(machine: Machine, key: string): void {
  const asked = machine.events.findLast((event) => event.kind === 'read' && event.cell.key === key);
  const said = asked?.kind === 'read' ? machine.facts.get(`true ${termOf(asked.raw)}`) : undefined;
  if (said !== undefined) machine.world.set(key, plain(!said));
}

/** What the outside has made of what it was given is of the type that is read. */
export function typedAs({ raw: like }: Value, value: Value): Value {
  const { raw } = value;
  if (!(raw instanceof Unknown) || !raw.term.endsWith(' stored') || !(like instanceof Unknown)) return value;
  return { raw: new Unknown(raw.term, { ...like.traits, identity: raw.identity }), deps: value.deps };
}
