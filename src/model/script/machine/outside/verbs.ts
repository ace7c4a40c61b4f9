// What calls of the outside world do, by the shape of their names and by what libraries are known to do: data, so that a
// reader can check and extend it. A name is a verb and a noun: `getUser` and `saveUser` speak of the same `user`.

import type { TypeHint } from '../../syntax.js';

/** `claim` stores only where nothing is, and tells; `begin` and `end` of a transaction on one connection. */
export type Deed = 'read' | 'write' | 'delete' | 'move' | 'atomic' | 'claim' | 'effect' | 'pure' | 'begin' | 'end';

export const deeds: readonly Deed[] = [
  'read',
  'write',
  'delete',
  'move',
  'atomic',
  'claim',
  'effect',
  'pure',
  'begin',
  'end',
];

/** `bump=atomic`, `store.peek=read`; undefined: not of this form. */
export function parseTreatment(text: string): readonly [call: string, deed: Deed] | undefined {
  const [call, said, ...more] = text.split('=');
  const deed = deeds.find((known) => known === said);
  return call && deed !== undefined && more.length === 0 ? [call, deed] : undefined;
}

const words = (text: string) => new Set(text.split(/\s+/));

const reading =
  words(`get find read load fetch has exists query select count list peek lookup first stat access size hget
  hgetall getitem search scan keys values entries all show describe head is can check lookup retrieve pull download mget smembers`);
const writing =
  words(`set save write put update store replace insert create persist setitem hset overwrite assign modify patch
  change edit mset setex writefile`);
const deleting = words('delete remove del unlink destroy clear drop expire evict hdel removeitem invalidate purge rm');
const atomic =
  words(`incr incrby increment decr decrby decrement cas compareandset compareandswap setnx getset getdel upsert
  findoneandupdate findandmodify append appendfile rpush lpush sadd srem zadd enqueue mkdir transfer add push link
  adjust`);
const effects =
  words(`connect open create spawn issue acquire start register subscribe send post charge pay publish dial login
  migrate notify email reserve withdraw deposit debit credit ship refund launch boot run execute submit commit apply
  consume take claim redeem book`);
const pure =
  words(`delay sleep wait timeout settimeout tick nexttick log info warn error debug trace emit render compute
  measure parse format convert validate verify sign digest hash hashpassword compare quote resolve encode decode now
  random json status end header sendstatus on off once listening ping health unlock release close quit abort cancel`);

export interface Reading {
  readonly deed: Deed;
  readonly noun: string;
  /** The whole collection rather than one entry. */
  readonly all: boolean;
}

const collective = /^(?:list|count|size|keys|values|entries|all|scan|findAll|findMany|getAll)/;
const conditional =
  /IfAbsent|IfNot|IfUnused|IfExists|If[A-Z]|NX$|OrCreate|OrInsert|Atomic|^try[A-Z]|compareAnd|Conditional|WithVersion|WhereVersion|optimistic/;

/** What a method does, as its name and its signature tell. */
export function readingOf(name: string, returns: TypeHint | undefined): Reading {
  const all = collective.test(name);
  const [first = '', ...rest] = name.replace(/(?:Async|Sync)$/, '').split(/(?=[A-Z])|_/);
  const verb = first.toLowerCase();
  const whole = name.toLowerCase();
  const noun = nounOf(rest.join(''));
  if (/^(?:begin(?:Transaction)?|startTransaction)$/.test(name)) return { deed: 'begin', noun: '', all: false };
  if (/^(?:commit|rollback)(?:Transaction)?$/.test(name)) return { deed: 'end', noun: '', all: false };
  if (/^(?:rename|move|copyFile|cp)$/.test(name)) return { deed: 'move', noun: '', all: false };
  const answered = returns?.kind === 'promise' ? returns.element : returns;
  if (conditional.test(name) || atomic.has(whole) || atomic.has(verb)) return { deed: 'atomic', noun, all };
  if (writing.has(whole) || writing.has(verb))
    return { deed: answered?.kind === 'boolean' && !writing.has(whole) ? 'atomic' : 'write', noun, all };
  if (deleting.has(whole) || deleting.has(verb)) return { deed: 'delete', noun, all };
  if (reading.has(whole) || reading.has(verb)) return { deed: 'read', noun, all };
  if (effects.has(whole) || effects.has(verb)) return { deed: 'effect', noun, all };
  if (pure.has(whole) || pure.has(verb)) return { deed: 'pure', noun, all };
  const givesValue = answered !== undefined && answered.kind !== 'void' && answered.kind !== 'unknown';
  return { deed: givesValue ? 'read' : 'effect', noun: nounOf(name), all };
}

/** What stands behind the verb: `zapUser` speaks of a `user`. */
export function nounBehind(name: string): string {
  const [, ...rest] = name.split(/(?=[A-Z])|_/);
  return nounOf(rest.join(''));
}

/** `UserById` and `Users` are `user`; `One`, `Item`, `File` say nothing. */
function nounOf(text: string): string {
  const bare = text
    .replace(/(?:By|For|Of|From|Since|At|In|To|With)[A-Z].*$/, '')
    .replace(/^(?:One|Many|All|Item|File|Unique|First|Key|Value|Async)$/, '');
  return bare.replace(/s$/, '').toLowerCase();
}

/** Functions handed to these are called by the outside, any number of times. */
const registering =
  words(`on addlistener addeventlistener get post put patch delete use all route handle subscribe process consume
  schedule cron register setinterval every onmessage command action prependlistener handlefunc add`);

export function registers(name: string, hasPath: boolean): boolean {
  if (['get', 'post', 'put', 'patch', 'delete', 'use', 'all', 'add'].includes(name.toLowerCase()))
    return hasPath || name === 'use';
  return registering.has(name.toLowerCase()) || /^on[A-Z]/.test(name);
}

const locking = /^(?:runExclusive|withLock|withMutex|lock|synchronized|exclusive|acquire|using|serialize|request)$/;

export function locks(name: string): boolean {
  return locking.test(name);
}

const wrapping =
  /^(?:memoi[sz]e\w*|once|debounce\w*|throttle\w*|asyncHandler|expressAsyncHandler|catchAsync|wrapAsync|wrap|tryCatch|useCallback|promisify|asyncMiddleware)$/i;

/** What it gives is called in place of the function that it is given. */
export function wraps(name: string): boolean {
  return wrapping.test(name);
}
