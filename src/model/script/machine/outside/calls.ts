// Calls of the outside world: injected dependencies, imported packages, declared functions. Functions handed over are
// registered or called (callbacks.ts), links of a chain wait for its end (query.ts), everything else is asked at once
// (operations.ts).

import { isRegistration, packageIn } from '../../library/models.js';
import { lockTypes } from '../../library/words.js';
import type { TypeHint } from '../../syntax.js';
import type { Frame } from '../frame.js';
import { memberHint, resolveHint, withoutNull } from '../hints.js';
import { acquireOutside, releaseOutside } from '../locks.js';
import type { Machine } from '../machine.js';
import { type CallSite, isCallable, plain, type Thing, termOf, Unknown, type Value } from '../value.js';
import { registerMembers, withCallback } from './callbacks.js';
import { ask, type OutsideCall } from './operations.js';
import { probe } from './probe.js';
import type { Query } from './query.js';
import { subjectOf } from './subject.js';
import { registers } from './verbs.js';

const dataMethods = new Set(
  `push pop shift unshift splice map forEach reduce some every filter find findIndex flatMap sort reverse join length trim split
  toString toUpperCase toLowerCase startsWith endsWith replace replaceAll slice includes indexOf concat padStart padEnd match
  test toFixed localeCompare substring charAt charCodeAt toISOString getTime hasOwnProperty at flat entries keys values
  toLocaleString valueOf`.split(/\s+/),
);

/** Whatever they are called on, the function is called at once, for each element. */
const eachElement = new Set(['map', 'flatMap', 'filter', 'forEach', 'reduce', 'some', 'every', 'findIndex']);

/** Is `unknown.property()` a call of the outside, or a method of data? */
export function isOutsideCall(machine: Machine, unknown: Unknown, property: string): boolean {
  if (unknown.traits.promise && ['then', 'catch', 'finally'].includes(property)) return false;
  if (isOfPromise(unknown, property)) return true;
  if (eachElement.has(property)) return false;
  if (unknown.traits.external || unknown.traits.query) return true;
  if (machine.lazyThings.get(unknown.identity)?.properties.has(property)) return false;
  const hint = withoutNull(resolveHint(machine.script, unknown.traits.type));
  if (hint && ['string', 'number', 'boolean', 'array'].includes(hint.kind)) return false;
  if (hint?.kind === 'reference' && ['Map', 'Set', 'WeakMap', 'WeakSet', 'Date', 'RegExp'].includes(hint.name))
    return false;
  if (memberHint(machine.script, unknown.traits.type, property)) return true;
  return !dataMethods.has(property);
}

export function callOutside(
  machine: Machine,
  frame: Frame,
  target: Unknown,
  method: string | undefined,
  values: readonly Value[],
  site: CallSite,
): Value {
  const call = described(machine, frame, target, method, values, site);
  if (target.term.startsWith('probe ')) return probe(call);
  if (!call.own) registerMembers(machine, site.text, values);
  const callback = values.find(({ raw }) => isCallable(raw));
  const isRegistering =
    registers(call.name, typeof values[0]?.raw === 'string') || isRegistration(call.from, call.name);
  if (callback && (!call.own || isRegistering)) return withCallback(call, callback.raw as Thing);
  if (!call.own && isLockCall(call, target)) return acquireOutside(machine, frame, call.owner, lockKey(call), site);
  if (!call.own && isReleaseCall(call)) return releaseOutside(machine, call.owner, lockKey(call));
  return isLink(call, target) ? plain(linked(call)) : ask(call);
}

/** `api.search(text).then(…)`: the answer is asked for now, and is a promise. */
export function isOfPromise({ traits }: Unknown, method: string): boolean {
  return (traits.query !== undefined || traits.later === true) && ['then', 'catch', 'finally'].includes(method);
}

function described(
  machine: Machine,
  frame: Frame,
  target: Unknown,
  method: string | undefined,
  values: readonly Value[],
  site: CallSite,
): OutsideCall {
  const path = method === undefined ? target.term : `${target.term}.${method}`;
  const cutAt = endOfOwner(path);
  const name = path.slice(cutAt + 1);
  const hint = method === undefined ? target.traits.type : memberHint(machine.script, target.traits.type, method);
  const type = resolveHint(machine.script, hint);
  const returns = type?.kind === 'function' ? type.returns : undefined;
  const listens = type?.kind === 'function' && tellsOnly(machine, type, values);
  const own = target.traits.own === true;
  const owner = path.slice(0, Math.max(0, cutAt));
  const record = method !== undefined && machine.provenances.has(target.term) ? target : undefined;
  const query = extended(target, method, values, site, returns?.kind ?? 'unknown');
  const command = commandIn(values);
  const from = packageIn(owner === '' ? path : owner) ?? packageOfType(machine, target.traits.type);
  const subject = method === undefined ? undefined : subjectOf(machine.script, target.traits.type, method);
  if (command) return { machine, frame, owner, ...command, site, returns, own, record, from };
  const call = { machine, frame, owner, name, values, site, returns, own, record, from, subject, listens };
  return query ? { ...call, query } : call;
}

/** `open(id, onData: (data) => void): Promise<Feed>`: what it is given gives nothing back, but the call does. */
function tellsOnly(
  { script }: Machine,
  { returns, takes }: Extract<TypeHint, { kind: 'function' }>,
  values: readonly Value[],
): boolean {
  const given = resolveHint(script, takes?.[values.findIndex(({ raw }) => isCallable(raw))]);
  const isAnswered =
    returns.kind === 'promise' && returns.element.kind !== 'void' && returns.element.kind !== 'unknown';
  return isAnswered && given?.kind === 'function' && given.returns.kind === 'void';
}

/** `constructor(private redis: Redis)`, where `Redis` is imported from a package. */
function packageOfType({ script }: Machine, hint: TypeHint | undefined): string | undefined {
  const type = withoutNull(hint);
  if (type?.kind !== 'reference') return undefined;
  const [first] = type.name.split('.');
  const imported = script.modules[type.module]?.imports.find(({ local }) => local === first);
  return imported && packageIn(imported.from);
}

/** `client.send(new GetCommand({ Key: … }))` is `client.get({ Key: … })`. */
function commandIn([first]: readonly Value[]):
  | { readonly name: string; readonly values: readonly Value[] }
  | undefined {
  const made = first?.raw instanceof Unknown ? first.raw.traits.made : undefined;
  const match = made && /^([A-Z])(\w*?)(?:Object|Item)?(?:Command|Request)$/.exec(made.name);
  return match ? { name: `${match[1]!.toLowerCase()}${match[2]}`, values: made.values } : undefined;
}

/** The last dot that is not within brackets: `db.get("a.b")` is called on `db`. */
function endOfOwner(path: string): number {
  let depth = 0;
  for (let at = path.length - 1; at >= 0; at--) {
    const sign = path[at]!;
    if (sign === ')' || sign === ']' || sign === '}') depth++;
    else if (sign === '(' || sign === '[' || sign === '{') depth--;
    else if (sign === '.' && depth <= 0) return at;
  }
  return -1;
}

/** The chain that this call goes on with, or begins. */
function extended(
  target: Unknown,
  method: string | undefined,
  values: readonly Value[],
  site: CallSite,
  returns: string,
): Query | undefined {
  const { query, own } = target.traits;
  if (query) return { root: query.root, links: [...query.links, { name: method ?? '', values }] };
  if (own || site.use !== 'receiver' || returns !== 'unknown') return undefined;
  return { root: target.term, links: [{ name: method ?? '', values }] };
}

/** The result is only asked for more: nothing has happened yet. */
function isLink({ query, site }: OutsideCall, target: Unknown): boolean {
  return (
    query !== undefined && (site.use === 'receiver' || (site.use === 'value' && target.traits.query !== undefined))
  );
}

function linked({ machine, query }: OutsideCall): Unknown {
  const links = query!.links.map(({ name, values }) => `.${name}(${values.map(({ raw }) => termOf(raw)).join()})`);
  return new Unknown(`${query!.root}${links.join('')}`, { query: query!, identity: `query#${machine.nextId()}` });
}

/** `lock.acquire(key)`, `mutex.lock()`; not `pool.acquire()`. */
function isLockCall({ name, owner, site }: OutsideCall, { traits }: Unknown): boolean {
  if (!/^(?:acquire|lock|enter)$/.test(name) || (site.use === 'value' && !isLockType(traits.type))) return false;
  return name === 'lock' || /lock|mutex|exclusive/i.test(owner) || isLockType(traits.type);
}

function isLockType(hint: TypeHint | undefined): boolean {
  if (hint?.kind === 'union') return hint.members.some(isLockType);
  return hint?.kind === 'reference' && lockTypes.test(hint.name);
}

function isReleaseCall({ name, owner }: OutsideCall): boolean {
  return name === 'unlock' || (/^(?:release|leave)$/.test(name) && /lock|mutex|exclusive/i.test(owner));
}

export function lockKey({ values }: OutsideCall): string {
  const [first] = values;
  return first && !isCallable(first.raw) ? termOf(first.raw) : '';
}
