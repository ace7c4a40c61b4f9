// A sliced process together with a side automaton (000 section 7.1): from a node and a side state, which moves are there,
// and what do they do to the locks? The weights (lock histories) are left to whoever evaluates the moves: the engine's
// saturation, and the checker of its certificates.
// When may a process guess that another one has begun the next phase (rule 2(b))? Guessing anywhere is right but
// wasteful. *Late guess*: only before an acquisition that changes ownership, before an access that the side waits for in
// the new phase, or where the process stops for good. Under cooperative scheduling: exactly at the switch points.

import { initialSideState, type SideAutomaton, type SideStateId } from '../logic/access-patterns/side-automaton.js';
import type { TupleId, TupleTable } from '../logic/lock-history/tuple-table.js';
import { Outlook } from './atomicity-outlook.js';
import type { SlicedEdge, SlicedNode, SlicedProcess } from './atomicity-slice.js';

export interface ProductRules {
  /** Guess late (otherwise anywhere). */
  readonly lateGuess: boolean;
  /** Phases may begin after the process has ended (000 needs a bottom-of-stack symbol for it). */
  readonly guessAfterEnd: boolean;
  /** Leave out moves after which an access that the side waits for cannot come any more. */
  readonly outlook: boolean;
}

export const exactProductRules: ProductRules = { lateGuess: true, guessAfterEnd: true, outlook: true };

/** A function as it was entered: what its caller holds decides which of its acquisitions change ownership. */
export interface Caller {
  readonly function: number;
  readonly held: readonly number[];
  readonly inUnit: boolean;
  /** The process itself: its exit is the end. */
  readonly isProcess: boolean;
}

/** A side state after guessing that `phases` new phases begin. */
export interface Guess {
  readonly state: SideStateId;
  readonly phases: number;
}

/** What taking an edge of some class may mean in a side state: phases guessed before it, an access that matches. */
export interface MoveTemplate extends Guess {
  readonly effect: 'none' | 'acquire' | 'release' | 'use' | 'call';
  /** The access is one that a side waited for; `state` is the state after it. */
  readonly matches: boolean;
  /** The access begins a phase of its own accord. */
  readonly beginsPhase: boolean;
}

/** Edges that mean the same to a side automaton: by label, and for accesses by code and whether it is in a unit. */
type EdgeClass = number;

const plainClass: EdgeClass = 0;
const switchClass: EdgeClass = 1;
const endUnitClass: EdgeClass = 2;
const acquireClass: EdgeClass = 3;
const releaseClass: EdgeClass = 4;
const useClass: EdgeClass = 5;
const callClass: EdgeClass = 6;
const firstAccessClass: EdgeClass = 7;

export class ProcessProduct {
  readonly #outlook: Outlook;
  /** By edge class, then state. */
  readonly #templates: (readonly MoveTemplate[] | undefined)[][] = [];
  readonly #later: readonly (readonly Guess[])[];

  constructor(
    readonly process: SlicedProcess,
    readonly automaton: SideAutomaton,
    readonly rules: ProductRules = exactProductRules,
  ) {
    this.#outlook = new Outlook(process);
    this.#later = automaton.states.map((_, state) => laterStates(automaton, state));
  }

  /** States in which the process can begin: for a cooperative one, not having begun is a switch point. */
  starts(): readonly Guess[] {
    const start = { state: initialSideState, phases: 0 };
    return this.process.cooperative ? [start, ...this.#later[initialSideState]!] : [start];
  }

  /** What an edge may mean; `isHopeful` has still to be asked for each. */
  moves(caller: Caller, node: SlicedNode, edge: SlicedEdge, state: SideStateId): readonly MoveTemplate[] {
    const edgeClass = this.#classOf(caller, node, edge);
    const byState = (this.#templates[edgeClass] ??= []);
    return (byState[state] ??= this.#templatesFor(edgeClass, state));
  }

  /** Can the access that the side waits for in this state still come after the edge? */
  isHopeful(caller: Caller, position: number, edge: SlicedEdge, state: SideStateId): boolean {
    if (!this.rules.outlook) return true;
    const { upcoming, forbidden } = this.automaton.states[state]!;
    if (upcoming === 0) return true;
    const from = edge.label === 'call' ? position : edge.target;
    return (upcoming & this.#outlook.ahead(caller.function, from, caller.inUnit, forbidden.endUnit)) !== 0;
  }

  /** Accepting states in which the process may stop here for good, phases that begin meanwhile included. */
  stops(caller: Caller, position: number, state: SideStateId): readonly Guess[] {
    const later = this.#later[state]!;
    if (later.length === 0 && !this.automaton.states[state]!.accepting) return noGuesses;
    const graph = this.process.functions[caller.function]!;
    const atEnd = caller.isProcess && position === graph.exit;
    if (atEnd && !this.rules.guessAfterEnd) return noGuesses;
    const anywhere = !this.process.cooperative || atEnd;
    if (!anywhere && !graph.nodes[position]!.edges.some((edge) => isSwitchPoint(caller, edge))) return noGuesses;
    return [{ state, phases: 0 }, ...later].filter((guess) => {
      const { accepting, enteredBy } = this.automaton.states[guess.state]!;
      return accepting && enteredBy !== 'access';
    });
  }

  /** May the process stop at once, because the access that led to this state was its last? */
  acceptsAtOnce(state: SideStateId): boolean {
    const { accepting, enteredBy } = this.automaton.states[state]!;
    return accepting && enteredBy === 'access';
  }

  /** Nothing is left to do: no access, no phase, and no lock whose release could help another process. */
  isSettled(state: SideStateId, holdsLocks: () => boolean): boolean {
    const { accepting, accesses, phases, enteredBy } = this.automaton.states[state]!;
    if (!accepting || accesses.length + phases.length > 0) return false;
    return enteredBy === 'access' || !holdsLocks();
  }

  #classOf(caller: Caller, node: SlicedNode, edge: SlicedEdge): EdgeClass {
    switch (edge.label) {
      case 'silent':
      case 'begin-unit':
        return plainClass;
      case 'switch':
        return switchClass;
      case 'end-unit':
        return caller.inUnit ? plainClass : endUnitClass;
      case 'acquire':
        return changesOwner(caller, edge) ? acquireClass : plainClass;
      case 'release':
        return changesOwner(caller, edge) ? releaseClass : plainClass;
      case 'use':
        return locksOfUse(caller, edge).length > 0 ? useClass : plainClass;
      case 'call':
        return callClass;
      case 'access':
        return firstAccessClass + edge.operand * 2 + (node.inUnit || caller.inUnit ? 1 : 0);
    }
  }

  #templatesFor(edgeClass: EdgeClass, state: SideStateId): MoveTemplate[] {
    return this.#guessesBefore(edgeClass, state).flatMap((guess) => this.#templatesAfter(edgeClass, guess));
  }

  #guessesBefore(edgeClass: EdgeClass, state: SideStateId): Guess[] {
    const here = { state, phases: 0 };
    const later = this.#later[state]!;
    const isSwitch = edgeClass === acquireClass || edgeClass === useClass || edgeClass === switchClass;
    if (this.process.cooperative && !isSwitch) return [here];
    if (isSwitch || !this.rules.lateGuess) return [here, ...later];
    if (edgeClass < firstAccessClass) return [here];
    const wanted = 1 << codeOf(edgeClass);
    return [here, ...later.filter((next) => (this.automaton.states[next.state]!.upcoming & wanted) !== 0)];
  }

  #templatesAfter(edgeClass: EdgeClass, guess: Guess): MoveTemplate[] {
    const { forbidden, accesses } = this.automaton.states[guess.state]!;
    const plain: MoveTemplate = { ...guess, effect: 'none', matches: false, beginsPhase: false };
    if (edgeClass === endUnitClass) return forbidden.endUnit ? [] : [plain];
    if (edgeClass === acquireClass) return [{ ...plain, effect: 'acquire' }];
    if (edgeClass === releaseClass) return [{ ...plain, effect: 'release' }];
    if (edgeClass === useClass) return [{ ...plain, effect: 'use' }];
    if (edgeClass === callClass) return [{ ...plain, effect: 'call' }];
    if (edgeClass < firstAccessClass) return [plain];
    const code = codeOf(edgeClass);
    const inUnit = (edgeClass - firstAccessClass) % 2 === 1;
    const passes = ((forbidden.accesses >> code) & 1) === 0;
    const matching = accesses.filter((access) => access.code === code && (inUnit || !access.inUnit));
    return [
      ...(passes ? [plain] : []),
      ...matching.map(({ target, beginsPhase }) => ({ ...plain, state: target, matches: true, beginsPhase })),
    ];
  }
}

const noGuesses: readonly Guess[] = [];

function codeOf(edgeClass: EdgeClass): number {
  return (edgeClass - firstAccessClass) >> 1;
}

/** States that guesses lead to, one phase or more later. */
function laterStates(automaton: SideAutomaton, state: SideStateId): Guess[] {
  const found: Guess[] = [];
  const open = [{ state, phases: 0 }];
  for (let at = open.pop(); at; at = open.pop())
    for (const target of automaton.states[at.state]!.phases) {
      const next = { state: target, phases: at.phases + 1 };
      found.push(next);
      open.push(next);
    }
  return found;
}

function changesOwner(caller: Caller, edge: SlicedEdge): boolean {
  return edge.always || !caller.held.includes(edge.operand);
}

/** The locks of a `use` that the caller does not hold anyway. */
function locksOfUse(caller: Caller, edge: SlicedEdge): readonly number[] {
  return edge.uses.filter((lock) => !caller.held.includes(lock));
}

/** Does the process take a lock here, or offer the processor? */
function isSwitchPoint(caller: Caller, edge: SlicedEdge): boolean {
  return edge.label === 'switch' || (edge.label === 'acquire' && changesOwner(caller, edge));
}

/** The locks and unit flag with which a callee is entered from a node. */
export function calleeOf(caller: Caller, node: SlicedNode, callee: number): Caller {
  const held = [...new Set([...caller.held, ...node.locks])].sort((a, b) => a - b);
  return { function: callee, held, inUnit: caller.inUnit || node.inUnit, isProcess: false };
}

/** What a move does to the tuple of a path. */
export function applyEffect(
  tuples: TupleTable,
  tuple: TupleId,
  effect: Exclude<MoveTemplate['effect'], 'call'>,
  caller: Caller,
  edge: SlicedEdge,
): TupleId {
  if (effect === 'none') return tuple;
  return effect === 'use' ? tuples.use(tuple, locksOfUse(caller, edge)) : tuples[effect](tuple, edge.operand);
}
