// pre*: all configurations from which a query's can be reached, with the combined value of all paths (000, section 8).
// Saturates a P-automaton backwards; the numbered steps are those of docs/theory/pushdown.md. With merging functions
// the result is exact if they have the path extension property m(a ⊗ b, c) = a ⊗ m(b, c), which lets a call's value be
// computed before its caller's is known.

import { IntList, IntMultiMap } from '../../base/integers/int-list.js';
import type { PAutomaton } from './p-automaton.js';
import { absent, type RuleTable } from './pushdown-system.js';
import { groupRules, type HeadIndex, indexHeads, type RuleGroups } from './rule-index.js';
import { SaturatedAutomaton } from './saturated-automaton.js';
import { defaultTick, finish, type SaturationOptions, type SaturationProgress, TransitionTable } from './saturation.js';
import { mergingOf, type WeightedSystem } from './weighted-system.js';

export function preStar<W>(weighted: WeightedSystem<W>, query: PAutomaton<W>): SaturatedAutomaton<W> {
  return finish(preStarSteps(weighted, query));
}

export function preStarSteps<W>(
  weighted: WeightedSystem<W>,
  query: PAutomaton<W>,
  options: SaturationOptions<W> = {},
): Generator<SaturationProgress, SaturatedAutomaton<W>> {
  return new PreStar(weighted, query, options).run();
}

class PreStar<W> {
  readonly #rules: RuleTable;
  readonly #index: HeadIndex;
  /** Step and push rules by what they put on top. */
  readonly #rulesInto: RuleGroups;
  readonly #table: TransitionTable<W>;
  readonly #tick: number;
  /** Transitions by head. */
  readonly #byHead = new IntMultiMap();
  /** Push rules that wait at a head for the return point: the callee's transition, and beside it the rule. */
  readonly #waiting = new IntMultiMap();
  readonly #waitingRules = new IntList();

  constructor(
    readonly weighted: WeightedSystem<W>,
    readonly query: PAutomaton<W>,
    { tick = defaultTick, observe }: SaturationOptions<W>,
  ) {
    this.#rules = weighted.system.rules;
    this.#index = indexHeads(weighted.system);
    this.#rulesInto = groupRules(this.#index.right, this.#index.heads.size);
    this.#table = new TransitionTable(this.#index.heads, weighted.semiring, observe);
    this.#tick = tick;
  }

  *run(): Generator<SaturationProgress, SaturatedAutomaton<W>> {
    this.#addQuery();
    this.#addPops();
    const { queue } = this.#table;
    for (let steps = 1; !queue.isEmpty; steps++) {
      const transition = queue.take();
      this.#applyRules(transition);
      this.#continueCalls(transition);
      if (steps % this.#tick === 0) yield { steps, transitions: this.#table.count, bytes: this.#table.bytes };
    }
    return new SaturatedAutomaton('pre', this.weighted.system, this.#table, this.query);
  }

  /** Step 1. */
  #addQuery(): void {
    for (const { from, symbol, to, weight } of this.query.transitions)
      this.#relax(this.#table.heads.intern(from, symbol), to, weight);
  }

  /** Step 2. */
  #addPops(): void {
    for (let rule = 0; rule < this.#rules.count; rule++)
      if (this.#rules.top.get(rule) === absent)
        this.#relax(this.#index.left[rule]!, this.#rules.to.get(rule), this.weighted.weights[rule]!, rule);
  }

  /** Step 3: rules whose right-hand side starts with the transition's head. */
  #applyRules(transition: number): void {
    const head = this.#table.head(transition);
    const { start, order, keyCount } = this.#rulesInto;
    if (head >= keyCount) return;
    const isFirst = this.#table.firstVisit(transition);
    for (let i = start[head]!; i < start[head + 1]!; i++) {
      const rule = order[i]!;
      if (this.#rules.below.get(rule) === absent) this.#step(transition, rule);
      else this.#call(transition, rule, isFirst);
    }
  }

  /** Step 3a. */
  #step(transition: number, rule: number): void {
    const weight = this.weighted.semiring.extend(this.weighted.weights[rule]!, this.#table.weight(transition));
    this.#relax(this.#index.left[rule]!, this.#table.target(transition), weight, rule);
  }

  /** Step 3b: the callee is read; go on with the return point wherever it can be read now, and later. */
  #call(callee: number, rule: number, isFirst: boolean): void {
    const next = this.#table.heads.intern(this.#table.target(callee), this.#rules.below.get(rule));
    if (isFirst) {
      this.#waiting.add(next, callee);
      this.#waitingRules.push(rule);
    }
    for (let entry = this.#byHead.first(next); entry >= 0; entry = this.#byHead.next(entry))
      this.#through(rule, callee, this.#byHead.value(entry));
  }

  /** Step 4: calls that wait for this transition's head. */
  #continueCalls(transition: number): void {
    const head = this.#table.head(transition);
    for (let entry = this.#waiting.first(head); entry >= 0; entry = this.#waiting.next(entry))
      this.#through(this.#waitingRules.get(entry), this.#waiting.value(entry), transition);
  }

  /** The call rule, then the callee, then the rest. Only a callee that returns (into a control state) is merged. */
  #through(rule: number, callee: number, rest: number): void {
    const { semiring, weights } = this.weighted;
    const called = semiring.extend(weights[rule]!, this.#table.weight(callee));
    const returns = this.#table.target(callee) < this.query.controlStateCount;
    const merged = returns ? mergingOf(this.weighted, rule)(semiring.one, called) : called;
    const weight = semiring.extend(merged, this.#table.weight(rest));
    this.#relax(this.#index.left[rule]!, this.#table.target(rest), weight, rule);
  }

  #relax(head: number, target: number, weight: W, rule?: number): void {
    const added = this.#table.relax(head, target, weight, rule);
    if (added >= 0) this.#byHead.add(head, added);
  }
}
