// What is begun outside and ended again: `subscribe(topic)` and `unsubscribe(topic)`, `open()` and what it gives, until
// `close()`. Told by the names of the calls and by what they are about: whom is asked, and the first thing that is given.

import type { TypeHint } from '../../syntax.js';
import { resolveHint, withoutNull } from '../hints.js';
import type { Machine } from '../machine.js';
import { Thing, termOf, type Value } from '../value.js';

/** What a call outside is about. */
export interface About {
  /** Equal for calls about the same thing. */
  readonly what: string;
  /** Whom it is asked of. */
  readonly of: string;
  /** It ends it. */
  readonly ends: boolean;
  /** What is stored is a location, and compared as one. */
  readonly isStored: boolean;
}

const ending =
  /^(?:un[a-z]{3}\w*|de(?:register|tach|activate|allocate)\w*|dis(?:connect|able|pose|card|mount)\w*|off|end|stop|close|destroy|release|leave|remove|withdraw|resign|cancel|revoke|logout|signOut|shutdown|abort|terminate|kill|quit|free)(?![a-z])/;

function endsSomething(name: string): boolean {
  return ending.test(name);
}

/** Undefined where it is about nothing in particular. */
export function aboutOf(owner: string, name: string, [first]: readonly Value[], isStored: boolean): About | undefined {
  if (owner === '' || name === '' || /[^\w$.#@()[\],: "'-]/.test(owner)) return undefined;
  const given = first === undefined || first.raw instanceof Thing ? '' : termOf(first.raw);
  return { what: `${owner} ${given}`, of: owner, ends: endsSomething(name), isStored };
}

/** Beginning and ending do not commute; who ends the whole ends everything that goes on there. */
export function touchAbout({ turns }: Machine, { what, of, ends }: About): void {
  turns.touch(`about ${what}`, ends);
  turns.touch(`about ${of}`, ends && what === `${of} `);
}

const making =
  /\.(?:init\w*|open|start|mount|load|connect|setup|prepare|boot\w*|warm\w*|migrate|hydrate|attach|restore|allocate|activate|authenticate|handshake|ready)\s*\(/;

/** `room.open()`: what it is called on is ready when it has ended; a pool gives a connection, and was ready before. */
export function isMaking(text: string): boolean {
  return making.test(text) && !/pool\??\.(?:connect|open)\s*\(/i.test(text);
}

const opening =
  /^(?:open|connect|dial|acquire|checkout|spawn|lease|create(?:Connection|Client|Session|Socket|Worker|Channel)|openConnection|getConnection)$/;

/** It gives something that can be closed; where the type does not tell, the name does. */
export function opensSomething(machine: Machine, name: string, returns: TypeHint | undefined): boolean {
  const given = returns?.kind === 'promise' ? returns.element : returns;
  const type = withoutNull(resolveHint(machine.script, given));
  if (type?.kind === 'object')
    return Object.entries(type.members).some(([member, { kind }]) => kind === 'function' && endsSomething(member));
  return (!type || type.kind === 'unknown' || type.kind === 'reference') && opening.test(name.split('.').at(-1)!);
}
