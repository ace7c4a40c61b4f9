// A sliced process with its side automaton as a pushdown system (000 section 8, the rules of P_i^W): the control state is
// the state of the side, a stack symbol a node of a function as it was entered (locks and unit of the caller). What a
// rule does to lock histories is an action; whoever uses the system gives actions their weights. Where the process may
// stop for good a rule leads to a *stopped* control state, one per accepting state of the side.

import { Interner } from '../../../base/interner.js';
import { initialSideState, type SideStateId } from '../../../logic/access-patterns/side-automaton.js';
import type { Configuration, PushdownSystem } from '../../../model/pushdown/pushdown-system.js';
import { type Caller, calleeOf, locksOfUse, processStart } from '../product/caller.js';
import { acceptsAtOnce, type ProcessProduct } from '../product/product.js';
import type { SlicedEdge } from '../slice/slice.js';
import { generateRules, type RuleDraft } from './reachable-rules.js';

/** First `guessed` phases begin, then the locks change, then perhaps one more phase begins. */
export interface PhaseAction {
  readonly guessed: number;
  /** `hold`: nothing changes, and the process is known to hold just these locks (a function is entered). */
  readonly effect: 'none' | 'acquire' | 'release' | 'use' | 'hold';
  readonly locks: readonly number[];
  readonly beginsPhase: boolean;
}

export interface ProcessRule extends RuleDraft {
  readonly action: PhaseAction;
}

export interface ProcessPushdown {
  readonly system: PushdownSystem;
  readonly initial: Configuration;
  /** By rule number. */
  readonly rules: readonly ProcessRule[];
  /** The phase that a control state is in. */
  readonly phaseOf: (control: number) => number;
  readonly stopped: (state: SideStateId) => number;
}

interface Point {
  readonly caller: Caller;
  readonly node: number;
}

/** In place of a node: called, but not yet at the entry; and stopped, no matter where in the function. */
const called = -1;
const stopped = -2;

export function processPushdown(product: ProcessProduct): ProcessPushdown {
  const points = new ProcessPoints(product);
  const { table, drafts } = generateRules<ProcessRule>(points, initialSideState, startSymbol);
  const stateCount = product.automaton.states.length;
  const system: PushdownSystem = {
    stateCount: stateCount * 2,
    symbolCount: points.symbolCount,
    rules: table,
    stateName: (control) => (control < stateCount ? `s${control}` : `stopped ${control - stateCount}`),
    symbolName: (symbol) => points.name(symbol),
  };
  return {
    system,
    initial: { state: initialSideState, stack: [startSymbol] },
    rules: drafts,
    phaseOf: (control) => product.automaton.states[control % stateCount]!.phase,
    stopped: (state) => stateCount + state,
  };
}

/** Before the process has begun. */
export const startSymbol = 0;
const noAction: PhaseAction = { guessed: 0, effect: 'none', locks: [], beginsPhase: false };

/** The rules of every control state and symbol. */
export class ProcessPoints {
  readonly #points = new Interner<Point>(({ caller, node }) => `${callerKey(caller)} ${node}`);
  readonly #callers = new Interner<Caller>(callerKey);

  constructor(readonly product: ProcessProduct) {}

  get symbolCount(): number {
    return this.#points.size + 1;
  }

  name(symbol: number): string {
    return symbol === startSymbol ? 'start' : this.#points.keyOf(this.#points.value(symbol - 1));
  }

  /** One procedure per way to enter a function; the start is one of its own. */
  procedureOf = (symbol: number): number =>
    symbol === startSymbol ? -1 : this.#callers.intern(this.#points.value(symbol - 1).caller);

  rulesOf = (state: number, symbol: number): ProcessRule[] => {
    if (symbol === startSymbol) return this.#start();
    if (state >= this.product.automaton.states.length) return [];
    const point = this.#points.value(symbol - 1);
    if (point.node === called) return [this.#enter(point.caller, state)];
    const stops = this.#stops(point, state);
    return this.#isSettled(point, state)
      ? stops
      : [...stops, ...this.#returns(point, state), ...this.#moves(point, state)];
  };

  #start(): ProcessRule[] {
    const caller: Caller = processStart;
    const entry = this.#symbol({ caller, node: this.product.process.functions[0]!.entry });
    const starts = this.product
      .starts()
      .map(({ state, phases }) => step(state, entry, { ...noAction, guessed: phases }));
    const stops = this.product
      .stopsAtStart()
      .map(({ state, phases }) => this.#stop(caller, state, { ...noAction, guessed: phases }));
    return [...starts, ...stops];
  }

  #stops({ caller, node }: Point, state: SideStateId): ProcessRule[] {
    if (!this.product.mayStop(caller, node)) return [];
    return this.product
      .stops(state)
      .map((stop) => this.#stop(caller, stop.state, { ...noAction, guessed: stop.phases }));
  }

  #stop(caller: Caller, state: SideStateId, action: PhaseAction): ProcessRule {
    return step(this.product.automaton.states.length + state, this.#symbol({ caller, node: stopped }), action);
  }

  #isSettled({ caller, node }: Point, state: SideStateId): boolean {
    const { locks } = this.product.process.functions[caller.function]!.nodes[node]!;
    return this.product.isSettled(state, () => caller.held.length + locks.length > 0);
  }

  #returns({ caller, node }: Point, state: SideStateId): ProcessRule[] {
    const isExit = !caller.isProcess && node === this.product.process.functions[caller.function]!.exit;
    return isExit ? [{ to: state, push: [], action: noAction }] : [];
  }

  #moves(point: Point, state: SideStateId): ProcessRule[] {
    const { caller, node } = point;
    const graph = this.product.process.functions[caller.function]!;
    return graph.nodes[node]!.edges.flatMap((edge) => {
      const next = this.#symbol({ caller, node: edge.target });
      const ahead = this.product.lookAhead(caller, node, edge);
      const moves = this.product.templates(caller, node, edge).of(state);
      return moves.flatMap((move): ProcessRule[] => {
        if (!this.product.isHopeful(ahead, move.state)) return [];
        const { effect, phases: guessed, beginsPhase } = move;
        if (effect === 'call') return [this.#call(point, edge, move.state, next, guessed)];
        const action = { guessed, effect, locks: locksOf(caller, edge, effect), beginsPhase };
        const stopsHere = move.matches && acceptsAtOnce(this.product.automaton, move.state);
        return [step(move.state, next, action), ...(stopsHere ? [this.#stop(caller, move.state, action)] : [])];
      });
    });
  }

  #call({ caller, node }: Point, edge: SlicedEdge, to: SideStateId, next: number, guessed: number): ProcessRule {
    const { functions } = this.product.process;
    const callee = calleeOf(caller, functions[caller.function]!.nodes[node]!, edge.operand);
    return { to, push: [this.#symbol({ caller: callee, node: called }), next], action: { ...noAction, guessed } };
  }

  #enter(caller: Caller, state: SideStateId): ProcessRule {
    const entry = this.#symbol({ caller, node: this.product.process.functions[caller.function]!.entry });
    return step(state, entry, { ...noAction, effect: 'hold', locks: caller.held });
  }

  #symbol(point: Point): number {
    return this.#points.intern(point) + 1;
  }
}

function step(to: number, symbol: number, action: PhaseAction): ProcessRule {
  return { to, push: [symbol], action };
}

function locksOf(caller: Caller, edge: SlicedEdge, effect: PhaseAction['effect']): readonly number[] {
  if (effect === 'none') return [];
  return effect === 'use' ? locksOfUse(caller, edge) : [edge.operand];
}

function callerKey({ function: id, held, inUnit, isProcess }: Caller): string {
  return `${id} ${held} ${inUnit} ${isProcess}`;
}
