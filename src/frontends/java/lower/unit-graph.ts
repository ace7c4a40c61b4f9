// One unit of work as a control-flow graph with everything inlined: accesses, locks, waits, and the ends of inner units.
// This is what the rules look at, and what becomes a process of a program for the engines.

import type { SyntaxNode } from '../syntax/syntax-node.js';
import type { FoundUse, Loaded, Swap } from './found-objects.js';
import type { HandOvers } from './hand-overs.js';
import type { LockMode, SharedLocation, SharedObject, Sources } from './shared-object.js';

export interface HeldLock {
  readonly object: SharedObject;
  readonly mode: LockMode;
  /** One acquisition: two accesses with the same scope were made without letting go. */
  readonly scope: number;
  /** Taken by `lock()`, so nothing but `unlock()` gives it back. */
  readonly explicit: boolean;
  readonly node: SyntaxNode;
  /** The loops around the place where it was taken. */
  readonly loops: readonly number[];
  /** One of several permits, or a stamp: excludes nobody, but has to be given back. */
  readonly isPermit: boolean;
}

export interface Access {
  readonly id: number;
  readonly kind: 'read' | 'write';
  readonly location: SharedLocation;
  readonly node: SyntaxNode;
  /** The method whose text it is in. */
  readonly method: string;
  readonly held: readonly HeldLock[];
  /** Reads that the written value (or the index) comes from. */
  readonly data: Sources;
  /** Reads that decided that we get here. */
  readonly control: Sources;
  /** Part of one atomic step of a library object that tests and writes. */
  readonly tests: boolean;
  readonly commutes: boolean;
  /** By a method that counts up or down, whether or not its result is looked at. */
  readonly counts: boolean;
  /** Part of `n++` or `n += x` on a plain field, the result of which nobody looks at. */
  readonly steps: boolean;
  /** A compare-and-set: succeeds only if what was read before is still true. */
  readonly validates: boolean;
  /** For a compare-and-set: where the expected and the new value come from. */
  readonly expected: Sources;
  readonly stored: Sources;
  readonly atomic: boolean;
  /** A write of what a call made of the key it is stored under. */
  readonly isComputed: boolean;
  /** A write of what was asked for elsewhere, at some earlier time. */
  readonly loaded: Loaded | undefined;
  /** A write of something made in this unit. */
  readonly fresh: boolean;
  readonly loops: readonly number[];
  /** `next` and `hasNext` of an iteration that notices changes. */
  readonly iterates: boolean;
  readonly constant: string | undefined;
  /** Tasks that this call has started and not waited for. */
  readonly running: ReadonlySet<SyntaxNode>;
  /** Tasks that are known to be over. */
  readonly over: ReadonlySet<SyntaxNode>;
  /** Latches and promises that were waited for, on every path to here. */
  readonly heard: ReadonlySet<string>;
  /** Latches counted down and promises kept, on every path to here. */
  readonly given: ReadonlySet<string>;
}

export type UnitAction =
  | { readonly kind: 'skip' }
  /** A branch, with the reads it tests. */
  | { readonly kind: 'branch'; readonly tests: Sources; readonly side: 'then' | 'else' }
  | { readonly kind: 'access'; readonly access: Access }
  | {
      readonly kind: 'acquire' | 'release';
      readonly object: SharedObject;
      readonly mode: LockMode;
      readonly inner: boolean;
      /** The shared side stays with the one who had both. */
      readonly downgrades?: boolean;
      /** Who has the shared side gets the exclusive one, without letting go. */
      readonly upgrades?: boolean;
    }
  /** One unit of work ends here and the next begins. */
  | { readonly kind: 'boundary' };

export interface UnitEdge {
  readonly from: number;
  readonly to: number;
  readonly action: UnitAction;
  readonly node: SyntaxNode;
}

export interface LockOrder {
  readonly held: HeldLock;
  readonly object: SharedObject;
  readonly mode: LockMode;
  readonly node: SyntaxNode;
  readonly method: string;
  /** Everything held at the time, for gate locks. */
  readonly all: readonly HeldLock[];
  /** The order depends on a comparison, so it is the same for all threads. */
  readonly ordered: boolean;
}

export interface WaitCall {
  readonly kind: 'wait' | 'notify' | 'notifyAll';
  readonly object: SharedObject;
  /** Which condition of the lock, if there are several. */
  readonly condition: string;
  readonly node: SyntaxNode;
  readonly method: string;
  readonly held: readonly HeldLock[];
  readonly isHeld: boolean;
  /** A wait inside of a loop that begins after the lock was taken. */
  readonly inLoop: boolean;
  readonly timed: boolean;
  /** Tests that lead to a wait; control of a notification. */
  readonly control: Sources;
}

export interface BlockingCall {
  readonly what: string;
  readonly object: SharedObject;
  readonly node: SyntaxNode;
  readonly method: string;
  readonly held: readonly HeldLock[];
}

/** A wait, without a limit, for tasks to end, or for a latch or promise that others fulfil. */
export interface JoinCall {
  readonly tasks: readonly SyntaxNode[];
  /** `run()` of the object itself, as a thread. */
  readonly runsThis: boolean;
  /** The latch or promise that is waited for. */
  readonly signal: SharedObject | undefined;
  readonly node: SyntaxNode;
  readonly method: string;
  readonly held: readonly HeldLock[];
}

/** `countDown()`, `complete(…)`: what a JoinCall waits for. Numbered with the accesses. */
export interface SignalCall {
  readonly id: number;
  readonly object: SharedObject;
  readonly node: SyntaxNode;
  readonly held: readonly HeldLock[];
}

/** One way out of the unit; the signals given, monitors notified and locations written on every path to it. */
export interface WayOut {
  readonly node: SyntaxNode;
  readonly how: 'return' | 'exception';
  readonly given: ReadonlySet<string>;
}

/** A plain collection of the object's own, or a view of it, that the caller gets. */
export interface HandedOut {
  readonly object: SharedObject;
  readonly node: SyntaxNode;
}

export interface LockLeak {
  readonly held: HeldLock;
  readonly exit: SyntaxNode;
  readonly how: 'return' | 'exception';
}

export interface Surplus {
  readonly object: SharedObject;
  readonly isPermit: boolean;
  readonly node: SyntaxNode;
  readonly method: string;
}

export interface NestedUpdate {
  readonly object: SharedObject;
  readonly outer: SyntaxNode;
  readonly node: SyntaxNode;
  readonly method: string;
}

export interface Unknown {
  readonly node: SyntaxNode;
  readonly because: string;
}

/** `print`: an argument of a call that only writes a message. */
export type Use = 'branch' | 'return' | 'argument' | 'print' | 'write' | 'test-and-set' | 'end';

export interface HandedCode {
  readonly node: SyntaxNode;
  /** The pool with a fixed number of threads that runs it. */
  readonly pool: SharedObject | undefined;
  readonly by: string;
  readonly loops: number;
  readonly isPeriodic: boolean;
}

export interface UnitGraph {
  readonly name: string;
  readonly method: string;
  readonly origin: SyntaxNode;
  /** How many threads may run it on one object: once per object, or any number. */
  readonly once: boolean;
  readonly rank: 'normal' | 'low';
  /** Runs as part of a thread or task of its own. */
  readonly isTask: boolean;
  /** Runs on another object of the class than the rest. */
  readonly isOnAnotherObject?: true;
  /** A method of another class, which was given the object. */
  readonly isOfUser?: true;
  /** For code that was handed over: what it is, by which unit, and inside of how many loops. */
  readonly handed: HandedCode | undefined;
  /** Code that it hands over. */
  readonly spawns: ReadonlySet<SyntaxNode>;
  /** Every task that it starts is waited for before it ends. */
  readonly waitsForAll: boolean;
  readonly nodeCount: number;
  readonly entry: number;
  readonly exit: number;
  readonly edges: readonly UnitEdge[];
  readonly accesses: readonly Access[];
  /** Volatile locations of objects that are not looked at here: they order what is. */
  readonly signs: readonly Access[];
  readonly uses: ReadonlyMap<number, ReadonlySet<Use>>;
  /** What a derived source stands for: a read seen behind a branch, or values around a loop. */
  readonly derived: ReadonlyMap<number, Sources>;
  /** Of these, the values that a round of a loop has from the rounds before: of which loop. */
  readonly carried: ReadonlyMap<number, number>;
  /** Sources of the operands that meet in one comparison or one call. */
  readonly meetings: readonly (readonly Sources[])[];
  /** Of these, the tests for equality. */
  readonly equalities: readonly (readonly Sources[])[];
  /** Behind each branch (by its target node), the new names of the sources that it tested. */
  readonly sideNames: ReadonlyMap<number, ReadonlyMap<number, number>>;
  /** The fields that were looked at inside of the object that a read found. */
  readonly parts: ReadonlyMap<number, ReadonlySet<string>>;
  readonly orders: readonly LockOrder[];
  readonly waits: readonly WaitCall[];
  readonly blocking: readonly BlockingCall[];
  readonly joins: readonly JoinCall[];
  readonly signals: readonly SignalCall[];
  /** Permits given back. */
  readonly permits: readonly SignalCall[];
  readonly waysOut: readonly WayOut[];
  readonly leaks: readonly LockLeak[];
  readonly handsOut: readonly HandedOut[];
  readonly handOvers: HandOvers;
  readonly foundUses: readonly FoundUse[];
  readonly swaps: readonly Swap[];
  /** Given back on a path that had not taken it, though others of the same unit have. */
  readonly surplus: readonly Surplus[];
  /** Writes that a retry repeats. */
  readonly repeated: readonly Access[];
  /** Updates of a map inside of an update of the same map. */
  readonly nested: readonly NestedUpdate[];
  /** Ids of what the unit gives back somewhere. */
  readonly released: ReadonlySet<string>;
  /** Ids of what it gives back without having taken it. */
  readonly gives: ReadonlySet<string>;
  readonly unstable: readonly Unknown[];
  readonly unknowns: readonly Unknown[];
  readonly guesses: ReadonlySet<string>;
  /** Reads that were only a hint on some side of the branch they decide (superseded-reads.ts). */
  readonly hints: ReadonlyMap<number, Access>;
  readonly assumptions: ReadonlySet<string>;
}

/**
 * Does this compare-and-set make sure that the read is still true? Not if what it expects was, on some way here, read again
 * and the new value was not made again.
 */
export function validatesRead(
  graph: Pick<UnitGraph, 'derived' | 'accesses' | 'uses'>,
  access: Access,
  id: number,
): boolean {
  if (!access.validates || isLookedPast(graph, access, id)) return false;
  const made = readsBehind(graph, access.stored);
  if (!made.has(id)) return true;
  const expected = readsBehind(graph, access.expected);
  return expected.has(id) && !hasOther(graph, expected, made, access);
}

/** Some read of the place itself is behind the first and not behind the second; hints were taken out of the graph. */
function hasOther(
  { accesses }: Pick<UnitGraph, 'accesses'>,
  known: Sources,
  without: Sources,
  { location }: Access,
): boolean {
  const elsewhere = new Set(accesses.flatMap((other) => (other.location.id === location.id ? [] : [other.id])));
  return [...known].some((id) => !without.has(id) && !elsewhere.has(id));
}

/** The read decided, and a retry takes what it finds then without such a test. */
export function isLookedPast(
  graph: Pick<UnitGraph, 'derived' | 'accesses' | 'uses'>,
  access: Access,
  id: number,
): boolean {
  if (!access.validates) return false;
  const known = readsBehind(graph, access.expected);
  // What a round tests before it tries again does not decide the first try.
  const again = [...known].filter((read) => graph.uses.get(read)?.has('branch'));
  const tested = new Set([...readsBehind(graph, access.control), ...again.filter((read) => read !== id)]);
  return known.has(id) && tested.has(id) && hasOther(graph, known, tested, access);
}

/** The reads behind sources, seen through branches and loops. */
export function readsBehind(graph: Pick<UnitGraph, 'derived'>, sources: Sources): Sources {
  return new Set([...namesBehind(graph, sources)].filter((id) => !graph.derived.has(id)));
}

/** Sources, and all that they are made of. */
export function namesBehind({ derived }: Pick<UnitGraph, 'derived'>, sources: Sources): Sources {
  const names = new Set(sources);
  for (const id of names) for (const next of derived.get(id) ?? []) names.add(next);
  return names;
}
