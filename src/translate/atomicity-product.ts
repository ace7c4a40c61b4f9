// A sliced process together with a side automaton (000 section 7.1): from a node and a side state, which moves are there,
// and what do they do to the locks? The weights (lock histories) are left to whoever evaluates the moves: the engine's
// saturation, and the checker of its certificates.
// When may a process guess that another one has begun the next phase (rule 2(b))? Guessing anywhere is right but
// wasteful. *Late guess*: only before an acquisition that changes ownership, before an access that the side waits for in
// the new phase, or anywhere once it waits for none. Under cooperative scheduling: exactly at the switch points.

import { initialSideState, type SideAutomaton, type SideStateId } from '../logic/access-patterns/side-automaton.js';
import type { SlicedEdge, SlicedFunction, SlicedNode, SlicedProcess } from './atomicity-slice.js';

export interface PhaseRules {
  /** Guess late (otherwise anywhere). */
  readonly lateGuess: boolean;
  /** Phases may begin after the process has ended (000 needs a bottom-of-stack symbol for it). */
  readonly guessAfterEnd: boolean;
}

export const exactPhaseRules: PhaseRules = { lateGuess: true, guessAfterEnd: true };

/** How a function was entered: what its caller holds decides which of its acquisitions change ownership. */
export interface Caller {
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

export interface ProductMove extends Guess {
  readonly edge: SlicedEdge;
  readonly effect: 'none' | 'acquire' | 'release' | 'call';
  /** The access is one that a side waited for; `state` is the state after it. */
  readonly matches: boolean;
}

export class ProcessProduct {
  constructor(
    readonly process: SlicedProcess,
    readonly automaton: SideAutomaton,
    readonly rules: PhaseRules = exactPhaseRules,
  ) {}

  /** States in which the process can begin: for a cooperative one, not having begun is a switch point. */
  starts(): Guess[] {
    const start = { state: initialSideState, phases: 0 };
    return this.process.cooperative ? [start, ...this.#later(start, () => true)] : [start];
  }

  moves(caller: Caller, node: SlicedNode, state: SideStateId): ProductMove[] {
    return node.edges.flatMap((edge) =>
      this.#guessesBefore(caller, edge, state).flatMap((guess) => this.#movesAlong(caller, node, edge, guess)),
    );
  }

  /** Accepting states in which the process may stop here for good, phases that begin meanwhile included. */
  stops(caller: Caller, graph: SlicedFunction, node: number, state: SideStateId): Guess[] {
    const atEnd = caller.isProcess && node === graph.exit;
    if (atEnd && !this.rules.guessAfterEnd) return [];
    const anywhere = !this.process.cooperative || atEnd;
    if (!anywhere && !graph.nodes[node]!.edges.some((edge) => isSwitchPoint(caller, edge))) return [];
    const here = { state, phases: 0 };
    return [here, ...this.#later(here, () => true)].filter((guess) => {
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
  isSettled(state: SideStateId, holdsLocks: boolean): boolean {
    const { accepting, accesses, phases, enteredBy } = this.automaton.states[state]!;
    if (!accepting || accesses.length + phases.length > 0) return false;
    return enteredBy === 'access' || !holdsLocks;
  }

  #guessesBefore(caller: Caller, edge: SlicedEdge, state: SideStateId): Guess[] {
    const here = { state, phases: 0 };
    const isSwitch = isSwitchPoint(caller, edge);
    if (this.process.cooperative && !isSwitch) return [here];
    if (isSwitch || !this.rules.lateGuess) return [here, ...this.#later(here, () => true)];
    const wanted = edge.label === 'access' ? 1 << edge.operand : 0;
    const useful = (next: SideStateId) => {
      const { upcoming } = this.automaton.states[next]!;
      return upcoming === 0 || (upcoming & wanted) !== 0;
    };
    return [here, ...this.#later(here, useful)];
  }

  #movesAlong(caller: Caller, node: SlicedNode, edge: SlicedEdge, guess: Guess): ProductMove[] {
    const { forbidden, accesses } = this.automaton.states[guess.state]!;
    const plain = { ...guess, edge, effect: 'none' as const, matches: false };
    switch (edge.label) {
      case 'end-unit':
        return forbidden.endUnit && !caller.inUnit ? [] : [plain];
      case 'acquire':
      case 'release':
        return [changesOwner(caller, edge) ? { ...plain, effect: edge.label } : plain];
      case 'call':
        return [{ ...plain, effect: 'call' }];
      case 'access': {
        const passes = ((forbidden.accesses >> edge.operand) & 1) === 0;
        const inUnit = node.inUnit || caller.inUnit;
        const matching = accesses.filter((access) => access.code === edge.operand && (inUnit || !access.inUnit));
        return [
          ...(passes ? [plain] : []),
          ...matching.map(({ target }) => ({ ...plain, state: target, matches: true })),
        ];
      }
      default:
        return [plain];
    }
  }

  /** States that useful guesses lead to, one phase or more later. */
  #later(here: Guess, useful: (state: SideStateId) => boolean): Guess[] {
    const found: Guess[] = [];
    const open = [here];
    for (let at = open.pop(); at; at = open.pop())
      for (const state of this.automaton.states[at.state]!.phases) {
        const next = { state, phases: at.phases + 1 };
        if (useful(state)) found.push(next);
        open.push(next);
      }
    return found;
  }
}

function changesOwner(caller: Caller, edge: SlicedEdge): boolean {
  return edge.always || !caller.held.includes(edge.operand);
}

/** Does the process take a lock here, or offer the processor? */
function isSwitchPoint(caller: Caller, edge: SlicedEdge): boolean {
  return edge.label === 'switch' || (edge.label === 'acquire' && changesOwner(caller, edge));
}

/** The locks and unit flag with which a callee is entered from a node. */
export function calleeOf(caller: Caller, node: SlicedNode): Caller {
  const held = [...new Set([...caller.held, ...node.locks])].sort((a, b) => a - b);
  return { held, inUnit: caller.inUnit || node.inUnit, isProcess: false };
}
