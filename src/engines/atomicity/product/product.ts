// A sliced process together with a side automaton (000 section 7.1): from a node and a side state, which moves are there,
// and what do they do to the locks? The weights (lock histories) are left to whoever evaluates the moves: the engine's
// saturation, and the checker of its certificates.
// When may a process guess that another one has begun the next phase (rule 2(b))? Guessing anywhere is right but
// wasteful. *Late guess*: only before an acquisition that changes ownership, before an access that the side waits for in
// the new phase, or where the process stops for good; and not right after another acquisition (phase-boundaries.ts).
// Under cooperative scheduling: exactly at the switch points.

import {
  initialSideState,
  type SideAutomaton,
  type SideStateId,
} from '../../../logic/access-patterns/side-automaton.js';
import type { SlicedEdge, SlicedNode, SlicedProcess } from '../slice/slice.js';
import { type Caller, calleeOf, changesOwner, forgetfulCalleeOf, locksOfUse } from './caller.js';
import { LiveAccesses } from './live-accesses.js';
import { PhaseBoundaries } from './phase-boundaries.js';
import {
  acquireClass,
  beginUnitClass,
  callClass,
  type EdgeClass,
  endUnitClass,
  firstAccessClass,
  type Guess,
  type MoveTemplates,
  moveTemplates,
  plainClass,
  releaseClass,
  switchClass,
  type TemplateRow,
  useClass,
} from './templates.js';

export interface ProductRules {
  /** Guess late (otherwise anywhere). */
  readonly lateGuess: boolean;
  /** Phases may begin after the process has ended (000 needs a bottom-of-stack symbol for it). */
  readonly guessAfterEnd: boolean;
  /** Leave out moves after which an access that the side waits for cannot come any more. */
  readonly liveAccesses: boolean;
  /** Functions are entered without the locks of their callers that nothing from there on touches. */
  readonly forgetting: boolean;
}

export const exactProductRules: ProductRules = {
  lateGuess: true,
  guessAfterEnd: true,
  liveAccesses: true,
  forgetting: false,
};

export class ProcessProduct {
  readonly #liveAccesses: LiveAccesses;
  /** Undefined if the process may change phase anywhere (or where cooperative scheduling says). */
  readonly #boundaries: PhaseBoundaries | undefined;
  readonly #templates: MoveTemplates;
  readonly #stops: (readonly Guess[])[] = [];

  constructor(
    readonly process: SlicedProcess,
    readonly automaton: SideAutomaton,
    readonly rules: ProductRules = exactProductRules,
  ) {
    this.#liveAccesses = new LiveAccesses(process);
    const enter = (caller: Caller, node: SlicedNode, callee: number) => this.calleeOf(caller, node, callee);
    this.#boundaries = rules.lateGuess && !process.cooperative ? new PhaseBoundaries(process, enter) : undefined;
    this.#templates = moveTemplates(automaton, process.cooperative, rules.lateGuess);
  }

  /** How a callee is entered from a node. */
  calleeOf(caller: Caller, node: SlicedNode, callee: number): Caller {
    return this.rules.forgetting
      ? forgetfulCalleeOf(this.process, caller, node, callee)
      : calleeOf(caller, node, callee);
  }

  /** States in which the process can begin: for a cooperative one, not having begun is a switch point. */
  starts(): readonly Guess[] {
    const start = { state: initialSideState, phases: 0 };
    return this.process.cooperative ? [start, ...this.#templates.later(initialSideState)] : [start];
  }

  /** States in which it may stop without having begun; elsewhere that is no other than to stop at once. */
  stopsAtStart(): readonly Guess[] {
    return this.process.cooperative ? this.stops(initialSideState) : [];
  }

  /** What an edge may mean, by side state; `isHopeful` has still to be asked for each. */
  templates(caller: Caller, position: number, edge: SlicedEdge): TemplateRow {
    const edgeClass = this.#classOf(caller, this.process.functions[caller.function]!.nodes[position]!, edge);
    return this.#templates.row(edgeClass, this.#boundaries?.mayBegin(caller, position) ?? true);
  }

  /** Which accesses may come after the edge. */
  lookAhead({ function: id, inUnit }: Caller, position: number, edge: SlicedEdge): Ahead {
    if (!this.rules.liveAccesses) return anything;
    const from = edge.label === 'call' ? position : edge.target;
    const ahead = (bound: boolean) => this.#liveAccesses.ahead(id, from, inUnit, bound);
    return { ahead: ahead(false), aheadInUnit: ahead(true) };
  }

  /** Can the access that the side waits for in this state still come? */
  isHopeful(ahead: Ahead, state: SideStateId): boolean {
    return isHopeful(this.automaton, ahead, state);
  }

  /** Is this a place to stop for good? */
  mayStop(caller: Caller, position: number): boolean {
    if (this.#boundaries && !this.#boundaries.mayStop(caller, position)) return false;
    const graph = this.process.functions[caller.function]!;
    const atEnd = caller.isProcess && position === graph.exit;
    if (atEnd && !this.rules.guessAfterEnd) return false;
    const anywhere = !this.process.cooperative || atEnd;
    return anywhere || graph.nodes[position]!.edges.some((edge) => isSwitchPoint(caller, edge));
  }

  /** Accepting states in which the process may stop, phases that begin meanwhile included. */
  stops(state: SideStateId): readonly Guess[] {
    return (this.#stops[state] ??= [{ state, phases: 0 }, ...this.#templates.later(state)].filter((guess) => {
      const { accepting, enteredBy } = this.automaton.states[guess.state]!;
      return accepting && enteredBy !== 'access';
    }));
  }

  /** Nothing is left to do: no access, no phase, and no lock whose release could help another process. */
  isSettled(state: SideStateId, holdsLocks: () => boolean): boolean {
    const settles = this.settles(state);
    return settles === 'always' || (settles === 'free' && !holdsLocks());
  }

  /** When is it settled in a state: never, when it holds no lock, always? */
  settles(state: SideStateId): 'never' | 'free' | 'always' {
    const { accepting, accesses, phases, enteredBy } = this.automaton.states[state]!;
    if (!accepting || accesses.length + phases.length > 0) return 'never';
    // Whoever keeps the processor goes on to where another one can begin the next phase.
    if (this.process.cooperative && enteredBy === 'access that begins a phase') return 'never';
    return enteredBy === 'access' ? 'always' : 'free';
  }

  #classOf(caller: Caller, node: SlicedNode, edge: SlicedEdge): EdgeClass {
    switch (edge.label) {
      case 'silent':
        return plainClass;
      case 'begin-unit':
        return caller.inUnit ? plainClass : beginUnitClass;
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
}

/** Accesses that may come, as bits: at any time, and before the unit ends. */
interface Ahead {
  readonly ahead: number;
  readonly aheadInUnit: number;
}

/** Can the access that a side waits for in this state still come? */
export function isHopeful({ states }: SideAutomaton, { ahead, aheadInUnit }: Ahead, state: SideStateId): boolean {
  const { upcoming, upcomingAfterUnit } = states[state]!;
  return upcoming === 0 || (upcomingAfterUnit & ahead) !== 0 || (upcoming & aheadInUnit) !== 0;
}

/** May a process stop at once, because the access that led to this state was its last? */
export function acceptsAtOnce({ states }: SideAutomaton, state: SideStateId): boolean {
  const { accepting, enteredBy } = states[state]!;
  return accepting && enteredBy === 'access';
}

const anything: Ahead = { ahead: -1, aheadInUnit: -1 };

/** Does the process take a lock here, or offer the processor? */
function isSwitchPoint(caller: Caller, edge: SlicedEdge): boolean {
  // Where processes cooperate, only the start of a thread and a join are uses.
  return edge.label === 'switch' || edge.label === 'use' || (edge.label === 'acquire' && changesOwner(caller, edge));
}
