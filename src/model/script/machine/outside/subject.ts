// What a method of a type is about, where its own noun does not tell but the other methods of the type do: `countSeats` beside
// `addBooking`, `isFree` beside `book`, `current(): Lease` beside `assign(lease: Lease)`.

import type { Script } from '../../script.js';
import type { TypeHint } from '../../syntax.js';
import { hasMethods, resolveHint, withoutNull } from '../hints.js';
import { isConditionalName, type Reading, readingOf } from './verbs.js';

export interface Subject {
  readonly noun: string;
  readonly deed?: Reading['deed'];
  /** The first argument of a write says which one. */
  readonly isKeyed?: boolean;
  /** What is asked about it turns out otherwise from now on, and twice is another thing than once. */
  readonly isDone?: boolean;
}

interface Method extends Reading {
  readonly name: string;
  readonly returns: TypeHint;
  readonly takes: readonly TypeHint[];
}

const aggregate = /^(?:count|sum|total|remaining|available)(?![a-z])/;
const predicate = /^(?:is|has|can)[A-Z]/;

export function subjectOf(script: Script, hint: TypeHint | undefined, method: string): Subject | undefined {
  const methods = methodsOf(script, hint);
  const own = methods.find(({ name }) => name === method);
  if (!own) return undefined;
  const written = methods.filter(
    ({ deed, name }) => /^(?:write|delete|atomic)$/.test(deed) && !isConditionalName(name),
  );
  const nouns = new Set(written.map(({ noun }) => noun));
  if (own.deed === 'read' && nouns.has(own.noun)) return { noun: own.noun, deed: 'read' };
  if (own.deed !== 'write' && nouns.has(own.noun)) return undefined;
  // Nothing that the type writes goes by this noun, but something goes by none: there is one thing in it.
  if (own.deed === 'read' && nouns.has('')) return { noun: '', deed: 'read' };
  if (own.deed === 'read' && aggregate.test(method) && nouns.size === 1) return { noun: [...nouns][0]! };
  const asked = new Set(methods.filter(({ deed }) => deed === 'read').map(({ noun }) => noun));
  if (own.deed === 'write' && !asked.has(own.noun) && asked.has('')) return { noun: '', deed: 'write', isKeyed: true };
  if (own.deed === 'write' && own.noun === '') return undefined;
  return sharedType(methods, own) ?? askedFor(methods, own, nouns);
}

function methodsOf(script: Script, hint: TypeHint | undefined): Method[] {
  const type = withoutNull(resolveHint(script, hint));
  if (type?.kind !== 'object') return [];
  return Object.entries(type.members).flatMap(([name, member]): Method[] => {
    if (member.kind !== 'function') return [];
    const { returns, takes = [] } = member;
    return [{ name, ...readingOf(name, returns), ...openedData(script, name, returns), returns, takes }];
  });
}

/** `open(id): Promise<Cart>`, where a cart is data: nothing is opened, it is read. */
function openedData(script: Script, name: string, returns: TypeHint): { readonly deed?: 'read' } {
  const given = returns.kind === 'promise' ? withoutNull(returns.element) : undefined;
  const isData =
    given?.kind === 'reference' && resolveHint(script, given)?.kind === 'object' && !hasMethods(script, given);
  return /^(?:open|acquire|take)$/.test(name) && isData ? { deed: 'read' } : {};
}

/** One gives what another takes: `slurp(path): Promise<Doc>`, `spit(path, doc: Doc): Promise<void>`. */
function sharedType(methods: readonly Method[], own: Method): Subject | undefined {
  const givers = methods.filter(({ deed }) => deed === 'read');
  const takers = methods.filter((each) => isTaker(each));
  if (own.deed === 'read') {
    const given = nameOf(own.returns);
    return given && takers.some((each) => takes(each, given)) ? { noun: given, deed: 'read' } : undefined;
  }
  if (!isTaker(own)) return undefined;
  const given = givers.map(({ returns }) => nameOf(returns)).find((name) => name && takes(own, name));
  return given ? { noun: given, deed: 'write', isKeyed: nameOf(own.takes[0]) !== given } : undefined;
}

/** It tells nothing: what it is given is stored, unless its name says otherwise. */
function isTaker({ deed, isGuessed, returns, name }: Method): boolean {
  if (isConditionalName(name)) return false;
  const told = returns.kind === 'promise' ? returns.element : returns;
  return deed === 'write' || (deed === 'effect' && isGuessed === true && told.kind === 'void');
}

function takes(method: Method, given: string): boolean {
  return method.takes.some((taken) => nameOf(taken) === given);
}

function nameOf(hint: TypeHint | undefined): string | undefined {
  const bare = withoutNull(hint);
  if (bare?.kind === 'array' && (bare.element.kind === 'string' || bare.element.kind === 'number'))
    return `${bare.element.kind}s`;
  if (bare?.kind === 'promise' || bare?.kind === 'array') return nameOf(bare.element);
  return bare?.kind === 'reference' ? bare.name.toLowerCase() : undefined;
}

/** `isFree(seat)` beside `book(seat)`, `knows(id)` beside `apply(id, …)`. */
function askedFor(methods: readonly Method[], own: Method, written: ReadonlySet<string>): Subject | undefined {
  if (!methods.some(isPredicate) || written.size > 0) return undefined;
  if (isPredicate(own)) return { noun: '' };
  return own.deed === 'effect' ? { noun: '', deed: 'write', isKeyed: true, isDone: true } : undefined;
}

/** It is told of one thing whether. */
function isPredicate({ name, deed, returns, takes }: Method): boolean {
  const told = returns.kind === 'promise' ? returns.element : returns;
  return deed === 'read' && (predicate.test(name) || (told.kind === 'boolean' && takes.length === 1));
}
