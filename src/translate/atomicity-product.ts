// A sliced process together with a side automaton (000 section 7.1): from a node and a side state, which moves are there,
// and what do they do to the locks? The weights (lock histories) are left to whoever evaluates the moves: the engine's
// saturation, and the checker of its certificates.
// When may a process guess that another one has begun the next phase (rule 2(b))? Guessing anywhere is right but
// wasteful. *Late guess*: only before an acquisition that changes ownership, before an access that the side waits for in
// the new phase, or where the process stops for good. Under cooperative scheduling: exactly at the switch points.

import { initialSideState, type SideAutomaton, type SideStateId } from '../logic/access-patterns/side-automaton.js';
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

export interface ProductMove extends Guess {
  readonly edge: SlicedEdge;
  readonly effect: 'none' | 'acquire' | 'release' | 'call';
  /** The access is one that a side waited for; `state` is the state after it. */
  readonly matches: boolean;
  /** The access begins a phase of its own accord. */
  readonly beginsPhase: boolean;
}

export class ProcessProduct {
  readonly #outlook: Outlook;

  constructor(
    readonly process: SlicedProcess,
    readonly automaton: SideAutomaton,
    readonly rules: ProductRules = exactProductRules,
  ) {
    this.#outlook = new Outlook(process);
  }

  /** States in which the process can begin: for a cooperative one, not having begun is a switch point. */
  starts(): Guess[] {
    const start = { state: initialSideState, phases: 0 };
    return this.process.cooperative ? [start, ...this.#later(start, () => true)] : [start];
  }

  moves(caller: Caller, position: number, state: SideStateId): ProductMove[] {
    const node = this.process.functions[caller.function]!.nodes[position]!;
    const moves = node.edges.flatMap((edge) =>
      this.#guessesBefore(caller, edge, state).flatMap((guess) => this.#movesAlong(caller, node, edge, guess)),
    );
    return this.rules.outlook ? moves.filter((move) => this.#isHopeful(caller, position, move)) : moves;
  }

  /** Can the access that the side waits for still come? */
  #isHopeful(caller: Caller, position: number, { edge, state }: ProductMove): boolean {
    const { upcoming, forbidden } = this.automaton.states[state]!;
    if (upcoming === 0) return true;
    const from = edge.label === 'call' ? position : edge.target;
    return (upcoming & this.#outlook.ahead(caller.function, from, caller.inUnit, forbidden.endUnit)) !== 0;
  }

  /** Accepting states in which the process may stop here for good, phases that begin meanwhile included. */
  stops(caller: Caller, node: number, state: SideStateId): Guess[] {
    const graph = this.process.functions[caller.function]!;
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
    if (wanted === 0) return [here];
    return [here, ...this.#later(here, (next) => (this.automaton.states[next]!.upcoming & wanted) !== 0)];
  }

  #movesAlong(caller: Caller, node: SlicedNode, edge: SlicedEdge, guess: Guess): ProductMove[] {
    const { forbidden, accesses } = this.automaton.states[guess.state]!;
    const plain = { ...guess, edge, effect: 'none' as const, matches: false, beginsPhase: false };
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
          ...matching.map(({ target, beginsPhase }) => ({ ...plain, state: target, matches: true, beginsPhase })),
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
export function calleeOf(caller: Caller, node: SlicedNode, callee: number): Caller {
  const held = [...new Set([...caller.held, ...node.locks])].sort((a, b) => a - b);
  return { function: callee, held, inUnit: caller.inUnit || node.inUnit, isProcess: false };
}
