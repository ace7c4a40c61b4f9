// post*: all configurations reachable from a query's, with the combined value of all paths to each (000, section 8;
// 004, section 3.1, with merging functions). Saturates a P-automaton; the numbered steps are those of
// docs/theory/pushdown.md. A call of <p', γ'> gets a state mid(p', γ') of its own: transitions into it are the callee's
// summary, counted from weight one; transitions out of it are the return points of its callers.

import { IntList, IntMultiMap } from '../../base/integers/int-list.js';
import type { PAutomaton } from './p-automaton.js';
import { absent, type RuleTable } from './pushdown-system.js';
import { indexHeads, RULE_WORDS, type RuleRows, rowsByHead } from './rule-index.js';
import { SaturatedAutomaton } from './saturated-automaton.js';
import {
  defaultTick,
  epsilon,
  finish,
  type SaturationOptions,
  type SaturationProgress,
  TransitionTable,
} from './saturation.js';
import { mergingOf, type WeightedSystem } from './weighted-system.js';

export function postStar<W>(weighted: WeightedSystem<W>, query: PAutomaton<W>): SaturatedAutomaton<W> {
  return finish(postStarSteps(weighted, query));
}

export function postStarSteps<W>(
  weighted: WeightedSystem<W>,
  query: PAutomaton<W>,
  options: SaturationOptions<W> = {},
): Generator<SaturationProgress, SaturatedAutomaton<W>> {
  return new PostStar(weighted, query, options).run();
}

class PostStar<W> {
  readonly #rules: RuleTable;
  readonly #rows: RuleRows;
  readonly #table: TransitionTable<W>;
  readonly #tick: number;
  /** By head: the state mid(p', γ'), or absent. */
  readonly #mids: Int32Array;
  /** By mid number: its head, to name it. */
  readonly #midHeads: number[] = [];
  /** Calls that return to a mid state: the caller's transition, and beside it the push rule. */
  readonly #callers = new IntMultiMap();
  readonly #callRules = new IntList();
  /** ε-transitions by target: how far callees have returned. */
  readonly #returns = new IntMultiMap();
  /** Query transitions by source, for returns below the initial stack's top. */
  readonly #below = new IntMultiMap();

  constructor(
    readonly weighted: WeightedSystem<W>,
    readonly query: PAutomaton<W>,
    { tick = defaultTick, observe }: SaturationOptions<W>,
  ) {
    this.#rules = weighted.system.rules;
    const index = indexHeads(weighted.system);
    this.#rows = rowsByHead(weighted.system, index);
    this.#mids = new Int32Array(index.heads.size).fill(absent);
    this.#table = new TransitionTable(index.heads, weighted.semiring, observe);
    this.#tick = tick;
  }

  *run(): Generator<SaturationProgress, SaturatedAutomaton<W>> {
    this.#addQuery();
    const { queue } = this.#table;
    for (let steps = 1; !queue.isEmpty; steps++) {
      const transition = queue.take();
      const head = this.#table.head(transition);
      // The heads of rules come first, and none has the symbol epsilon.
      if (head < this.#rows.groups.keyCount) this.#applyRules(transition, head);
      else if (this.#table.symbol(transition) === epsilon) this.#return(transition);
      if (steps % this.#tick === 0) yield { steps, transitions: this.#table.count, bytes: this.#table.bytes };
    }
    return this.#result();
  }

  /** Step 1. */
  #addQuery(): void {
    for (const { from, symbol, to, weight } of this.query.transitions) {
      const transition = this.#table.relax(this.#table.heads.intern(from, symbol), to, weight);
      if (transition >= 0 && from >= this.query.controlStateCount) this.#below.add(from, transition);
    }
  }

  /** Step 2: every rule of the transition's head; states that are no control states have none. */
  #applyRules(transition: number, head: number): void {
    const { groups, words } = this.#rows;
    const end = RULE_WORDS * groups.start[head + 1]!;
    const target = this.#table.target(transition);
    const isFirst = this.#table.firstVisit(transition);
    for (let row = RULE_WORDS * groups.start[head]!; row < end; row += RULE_WORDS) {
      const rule = words[row]!;
      const right = words[row + 1]!;
      const below = words[row + 2]!;
      const weight = this.weighted.semiring.extend(this.#table.weight(transition), this.weighted.weights[rule]!);
      if (right === absent) this.#pop(rule, words[row + 3]!, target, weight);
      else if (below === absent)
        this.#table.relax(right, target, weight, rule); // step 2b
      else this.#push(transition, rule, right, below, weight, isFirst);
    }
  }

  /** Step 2a. */
  #pop(rule: number, to: number, target: number, weight: W): void {
    const head = this.#table.heads.intern(to, epsilon);
    const added = this.#table.relax(head, target, weight, rule);
    if (added >= 0) this.#returns.add(target, added);
  }

  /** Step 2c: enter the callee, remember the return point, and return at once where the callee already has. */
  #push(transition: number, rule: number, entry: number, below: number, weight: W, isFirst: boolean): void {
    const { semiring } = this.weighted;
    const mid = this.#midOf(entry);
    if (isFirst) this.#registerCall(mid, transition, rule);
    if (semiring.equal(weight, semiring.zero)) return;
    this.#table.relax(entry, mid, semiring.one, rule);
    const returnPoint = this.#table.heads.intern(mid, below);
    this.#table.relax(returnPoint, this.#table.target(transition), weight, rule);
    for (let i = this.#returns.first(mid); i >= 0; i = this.#returns.next(i))
      this.#returnTo(transition, rule, this.#returns.value(i));
  }

  /** Step 3: a callee has returned (better than before): tell all its callers. */
  #return(returned: number): void {
    const { heads } = this.#table;
    const mid = this.#table.target(returned);
    for (let call = this.#callers.first(mid); call >= 0; call = this.#callers.next(call))
      this.#returnTo(this.#callers.value(call), this.#callRules.get(call), returned);
    for (let entry = this.#below.first(mid); entry >= 0; entry = this.#below.next(entry)) {
      const below = this.#below.value(entry);
      const head = heads.intern(this.#table.state(returned), this.#table.symbol(below));
      const weight = this.weighted.semiring.extend(this.#table.weight(below), this.#table.weight(returned));
      this.#table.relax(head, this.#table.target(below), weight);
    }
  }

  /** The caller goes on at the return point, in the control state the callee left. */
  #returnTo(caller: number, rule: number, returned: number): void {
    const { semiring, weights } = this.weighted;
    const callee = semiring.extend(weights[rule]!, this.#table.weight(returned));
    const merged = mergingOf(this.weighted, rule)(this.#table.weight(caller), callee);
    const head = this.#table.heads.intern(this.#table.state(returned), this.#rules.below.get(rule));
    this.#table.relax(head, this.#table.target(caller), merged, rule);
  }

  #midOf(entry: number): number {
    const known = this.#mids[entry]!;
    if (known !== absent) return known;
    const mid = this.query.stateCount + this.#midHeads.length;
    this.#mids[entry] = mid;
    this.#midHeads.push(entry);
    return mid;
  }

  #registerCall(mid: number, caller: number, rule: number): void {
    this.#callers.add(mid, caller);
    this.#callRules.push(rule);
  }

  #result(): SaturatedAutomaton<W> {
    const { query, weighted } = this;
    return new SaturatedAutomaton('post', weighted.system, this.#table, query, this.#midHeads);
  }
}
