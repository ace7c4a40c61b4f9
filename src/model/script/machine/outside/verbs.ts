// What calls of the outside world do, by the shape of their names (library/words.ts). A name is a verb and a noun: `getUser`
// and `saveUser` speak of the same `user`.

import { type Deed, deeds, type StandIn, standIns } from '../../library/model.js';
import * as lists from '../../library/words.js';
import type { TypeHint } from '../../syntax.js';

/** What a user says of a call, or of an export of a package. */
export type Treatment = Deed | StandIn;

export const treatments: readonly Treatment[] = [...deeds, ...standIns];

/** `bump=atomic`, `store.peek=read`, `my-lock#Lock=mutex`; undefined: not of this form. */
export function parseTreatment(text: string): readonly [call: string, treatment: Treatment] | undefined {
  const [call, said, ...more] = text.split('=');
  const treatment = treatments.find((known) => known === said);
  const isExport = call?.includes('#') === true;
  if (!call || treatment === undefined || more.length > 0) return undefined;
  return isStandIn(treatment) && !isExport ? undefined : [call, treatment];
}

export function isStandIn(treatment: Treatment): treatment is StandIn {
  return standIns.some((known) => known === treatment);
}

export interface Reading {
  readonly deed: Deed;
  readonly noun: string;
  /** The whole collection rather than one entry. */
  readonly all: boolean;
  /** Its first argument says which one, also where there is no other. */
  readonly isKeyed?: boolean;
  /** It is done, and what is asked about it then turns out otherwise. */
  readonly isDone?: boolean;
  /** No word of the name is known: only what is given and taken tells. */
  readonly isGuessed?: boolean;
}

const collective = /^(?:list|count|size|keys|values|entries|all|scan|findAll|findMany|getAll)/;
const conditional =
  /IfAbsent|IfNot|IfUnused|IfExists|If[A-Z]|NX$|OrCreate|OrInsert|Atomic|^try[A-Z]|compareAnd|Conditional|WithVersion|WhereVersion|optimistic/;

/** `bookIfFree`, `tryAdd`: the outside decides, and the noun is not a noun. */
export function isConditionalName(name: string): boolean {
  return conditional.test(name);
}

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
  if (conditional.test(name) || lists.atomic.has(whole) || lists.atomic.has(verb)) return { deed: 'atomic', noun, all };
  if (lists.writing.has(whole) || lists.writing.has(verb))
    return { deed: answered?.kind === 'boolean' && !lists.writing.has(whole) ? 'atomic' : 'write', noun, all };
  if (lists.deleting.has(whole) || lists.deleting.has(verb)) return { deed: 'delete', noun, all };
  if (lists.reading.has(whole) || lists.reading.has(verb)) return { deed: 'read', noun, all };
  if (lists.effects.has(whole) || lists.effects.has(verb)) return { deed: 'effect', noun, all };
  // What is shown and gives nothing back is seen by somebody.
  if (verb === 'render' && answered?.kind === 'void') return { deed: 'effect', noun, all };
  if (lists.pure.has(whole) || lists.pure.has(verb)) return { deed: 'pure', noun, all };
  const givesValue = answered !== undefined && answered.kind !== 'void' && answered.kind !== 'unknown';
  return { deed: givesValue ? 'read' : 'effect', noun: nounOf(name), all, isGuessed: true };
}

/** What stands behind the verb: `zapUser` speaks of a `user`. */
export function nounBehind(name: string): string {
  const [, ...rest] = name.split(/(?=[A-Z])|_/);
  return nounOf(rest.join(''));
}

/** `UserById`, `UserOrThrow` and `Users` are `user`; `One`, `Item`, `File` say nothing. */
function nounOf(text: string): string {
  const bare = text
    .replace(/Or(?:Throw|Fail|Null|Undefined|Default|Error|None)$/, '')
    .replace(/(?:By|For|Of|From|Since|At|In|To|With)(?:[A-Z].*)?$/, '')
    .replace(/^(?:by|for|of|from|at|with)[A-Z].*$/, '')
    .replace(/^(?:One|Many|All|Item|File|Unique|First|Single|Record|Row|Entry|Document|Entity|Key|Value|Async)$/, '');
  return bare.replace(/s$/, '').toLowerCase();
}

export function registers(name: string, hasPath: boolean): boolean {
  if (['get', 'post', 'put', 'patch', 'delete', 'use', 'all', 'add'].includes(name.toLowerCase()))
    return hasPath || name === 'use';
  return lists.registering.has(name.toLowerCase()) || /^on[A-Z]/.test(name);
}

export function locks(name: string): boolean {
  return lists.locking.test(name);
}

/** What it gives is called in place of the function that it is given. */
export function wraps(name: string): boolean {
  return lists.wrapping.test(name);
}
