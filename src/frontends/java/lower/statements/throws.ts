// What is thrown goes outwards: scopes are left, a clause that takes it goes on from there, one that may take it is one way of
// two, and `finally` blocks and resources on the way are lowered once for all that meet there. What nobody takes ends the unit.

import type { SyntaxNode } from '../../syntax/syntax-node.js';
import type { Handler, Landing, Scope } from '../frames.js';
import { recordLeaks } from '../locks/locking.js';
import type { Lowering } from '../lowering.js';
import { union, type Value } from '../shared-object.js';
import { leaveDownTo } from './jumps.js';
import { anything, type ExceptionType, exceptionType, matchOf, type Thrown } from './thrown-types.js';

/** The local under which a handler finds what was thrown. */
export const thrownName = '<thrown>';

interface Throw {
  readonly thrown: Thrown;
  readonly node: SyntaxNode;
  readonly value?: Value;
  /** By the machine rather than by a call: only handlers reckon with it. */
  readonly isImplied?: boolean;
}

/** `throw value;` */
export function lowerThrow(low: Lowering, value: Value | undefined, node: SyntaxNode): void {
  const all = value?.thrown ?? [thrownBy(low, value)];
  const [before, at] = [low.snapshot(), low.at];
  for (const thrown of all) {
    low.restore(before, at);
    throwFrom(low, low.scopes.length - 1, { thrown, node, ...(value ? { value } : {}) });
  }
  low.at = undefined;
}

function thrownBy({ world, frame }: Lowering, value: Value | undefined): Thrown {
  if (!value || value.type.name === '?') return { line: ['?'], isWhole: false, isExact: false, isAny: false };
  const type = exceptionType(world.project, value.type, frame.cls);
  return { ...type, isExact: value.fresh === true && value.callable === undefined, isAny: false };
}

/** To the first scope from `depth` outwards that has something to do with it. */
function throwFrom(low: Lowering, depth: number, what: Throw): void {
  if (low.at === undefined) return;
  const { scopes } = low;
  for (let i = depth; i >= 0; i--) {
    const scope = scopes[i]!;
    if (scope.kind === 'finally' || scope.kind === 'resource') return land(low, scope, i, what);
    if (scope.kind === 'catch' && isTaken(low, scope.clauses, i, what)) return;
  }
  leaveDownTo(low, 0, what.node, () => endByException(low, what));
}

function land(
  low: Lowering,
  scope: Extract<Scope, { kind: 'finally' | 'resource' }>,
  depth: number,
  what: Throw,
): void {
  leaveDownTo(low, depth + 1, what.node, () => {
    const { thrown, isImplied = false } = what;
    const held = low.held.map(({ object, scope: id, mode }) => `${object.id} ${id} ${mode}`).join();
    const key = `${thrown.line[0]} ${thrown.isExact} ${thrown.isAny} ${isImplied} ${held}`;
    let landing = scope.landings.find((known) => known.key === key);
    if (!landing) {
      landing = { key, target: { ...low.target(), control: scope.control }, thrown, isImplied };
      scope.landings.push(landing);
    }
    keepThrown(low, what);
    low.jump(landing.target, what.node);
  });
}

/** What landed goes on outwards, after `then`. */
export function leaveLandings(low: Lowering, landings: readonly Landing[], node: SyntaxNode, then: () => void): void {
  const [before, at] = [low.snapshot(), low.at];
  for (const { target, thrown, isImplied } of landings) {
    low.enter(target);
    then();
    const value = low.locals.get(thrownName);
    throwFrom(low, low.scopes.length - 1, { thrown, node, isImplied, ...(value ? { value } : {}) });
  }
  low.restore(before, at);
}

/** Some clause takes it for sure; those that may take it are ways that it can go. */
function isTaken(low: Lowering, clauses: readonly Handler[], depth: number, what: Throw): boolean {
  let isSure = false;
  for (const handler of clauses) {
    const match = matchOf(what.thrown, handler.caught);
    if (match === 'none') continue;
    const [before, at] = [low.snapshot(), low.at];
    if (match === 'some') fork(low, what.node);
    // Whether other code throws is decided there.
    if (!what.thrown.isAny && !what.isImplied) handler.decided = union(handler.decided, low.control);
    if (!handler.thrown.some(({ line, isExact }) => line[0] === what.thrown.line[0] && isExact === what.thrown.isExact))
      handler.thrown.push(what.thrown);
    leaveDownTo(low, depth + 1, what.node, () => {
      keepThrown(low, what);
      low.jump(handler.target, what.node);
    });
    if (match === 'all') isSure = true;
    if (isSure) break;
    low.restore(before, at);
  }
  return isSure || !goesOn(low, depth, what);
}

function keepThrown(low: Lowering, { value }: Throw): void {
  low.locals.set(thrownName, value ?? { type: { name: 'Exception', args: [], dimensions: 0 }, sources: new Set() });
}

/** What other code throws is expected to be what somebody reckons with; past that it is followed where somebody may see it. */
function goesOn(low: Lowering, depth: number, { thrown, node, isImplied }: Throw): boolean {
  if (!thrown.isAny || isImplied) return true;
  const isWatched = low.scopes.slice(0, depth).some(({ kind }) => kind === 'catch' || kind === 'finally');
  const isExplicit = low.held.some(({ explicit }) => explicit);
  return (isWatched || isExplicit) && !named.test(node.field('name')?.text ?? '');
}

/** What is thrown by these is caught by whoever reckons with it. */
const named =
  /^(acquire|await|execute|get|join|lockInterruptibly|offer|poll|put|schedule\w*|sleep|submit|take|try(Acquire|Lock)|wait)$/;

function endByException(low: Lowering, { node, isImplied }: Throw): void {
  if (!isImplied) recordLeaks(low, node, 'exception');
  if (low.at !== undefined) low.edges.push({ from: low.at, to: 1, action: { kind: 'skip' }, node });
  low.at = undefined;
}

/** A call of code that is not given may throw: followed where that matters, in `try`, with a lock, before a signal. */
export function mayThrow(low: Lowering, node: SyntaxNode): void {
  if (low.at === undefined) return;
  const isInside = low.scopes.some(({ kind }) => kind === 'catch' || kind === 'finally');
  const isExplicit = low.held.some(({ explicit }) => explicit);
  if (!isInside && !isExplicit && !low.watchesWaysOut) return;
  follow(low, { thrown: anything, node });
}

function follow(low: Lowering, what: Throw): void {
  const [before, at] = [low.snapshot(), low.at];
  fork(low, what.node);
  throwFrom(low, low.scopes.length - 1, what);
  low.restore(before, at);
}

/** A way of its own from here. */
function fork(low: Lowering, node: SyntaxNode): void {
  const to = low.node();
  low.edges.push({ from: low.at!, to, action: { kind: 'skip' }, node });
  low.at = to;
}

/** The machine throws it: null, an index, a number that is divided by, a cast. */
export function mayFail(low: Lowering, name: string, node: SyntaxNode): void {
  if (low.at === undefined || low.scopes.every(({ kind }) => kind !== 'catch')) return;
  const { line } = exceptionType(low.world.project, { name, args: [], dimensions: 0 }, low.frame.cls);
  const thrown: Thrown = { line, isWhole: true, isExact: true, isAny: false };
  const isExpected = low.scopes.some(
    (scope) => scope.kind === 'catch' && scope.clauses.some(({ caught }) => reckonsWith(thrown, caught)),
  );
  if (isExpected) follow(low, { thrown, node, isImplied: true });
}

/** A handler of everything is hardly there for null and for casts. */
function reckonsWith(thrown: Thrown, caught: readonly ExceptionType[]): boolean {
  const isOften = /^Arr|^Arith/.test(thrown.line[0]!);
  return isOften ? matchOf(thrown, caught) === 'all' : caught.some(({ line }) => line[0] === thrown.line[0]);
}
