// Backward search (Abdulla; paper 002, Alg. 1), engineered: from the goal through cover preimages, keeping minimal elements
// only, smallest sum first, and discarding what an invariant refutes. Decides every well-structured problem, broadcasts
// included. One call of `expand` handles one element, so that a portfolio can interleave it with other searches.

import type { Marking } from '../../../model/petri/marking.js';
import { initiallyCovered, preimages } from '../../../translate/nets/counter-system.js';
import type { Problem } from '../problem.js';
import { Antichain, type Entry, entryOf } from './antichain.js';
import { BySum } from './by-sum.js';
import type { Refuter } from './refuter.js';
import { gainIndex } from './transition-index.js';

export interface BackwardNode extends Entry {
  readonly control: number;
  /** The element it is a preimage of, over which transition; none for the goal. */
  readonly next: BackwardNode | undefined;
  readonly transition: number;
}

export interface BackwardOptions {
  /** What is refuted need not be explored. */
  readonly refute?: Refuter;
  /** Refuted elements are explored all the same, as small as the refuter makes them: the basis is then closed by itself. */
  readonly certifying?: boolean;
  /** Is a state above this one known to be reachable? */
  readonly isReachable?: (control: number, marking: Marking) => boolean;
}

const mostAtOnce = 256;

/** `too-large`: a count went beyond what this search can tell from omega; it has no answer. */
export type SearchState = 'running' | 'covered' | 'uncoverable' | 'too-large';

export class BackwardSearch {
  readonly minimal = new Antichain<BackwardNode>();
  readonly #into: ReturnType<typeof gainIndex>;
  readonly #pending = new BySum<BackwardNode>();
  /** The element being handled, and how many of the transitions into it are done. */
  #current: BackwardNode | undefined;
  #candidates: readonly number[] = [];
  #handled = 0;
  state: SearchState = 'running';
  /** The element that the start covers, once the goal is found reachable. */
  found: BackwardNode | undefined;
  expanded = 0;

  constructor(
    readonly problem: Problem,
    readonly options: BackwardOptions = {},
  ) {
    this.#into = gainIndex(problem);
    this.#meet(problem.goal, [], undefined, -1);
    if (this.#pending.isEmpty && this.state === 'running') this.state = 'uncoverable';
  }

  /** Handles one element, or a part of one with many predecessors; returns the work done. */
  expand(): number {
    const node = this.#current ?? this.#takeSmallest();
    if (!node) {
      this.state = 'uncoverable';
      return 1;
    }
    if (!this.#current) this.#candidates = this.#into.candidates(node.control, node.marking);
    const into = this.#candidates;
    const end = Math.min(into.length, this.#handled + mostAtOnce);
    const comparisons = this.minimal.comparisons;
    let work = 1;
    for (let i = this.#handled; i < end && this.state === 'running'; i++) work += this.#expandOver(node, into[i]!);
    this.#handled = end < into.length ? end : 0;
    this.#current = end < into.length ? node : undefined;
    if (!this.#current) this.expanded++;
    return work + (this.minimal.comparisons - comparisons) / 10;
  }

  #expandOver(node: BackwardNode, index: number): number {
    const transition = this.problem.transitions[index]!;
    const before = preimages(transition, node.marking);
    for (const marking of before) if (this.state === 'running') this.#meet(transition.from, marking, node, index);
    return before.length;
  }

  #meet(control: number, marking: Marking, next: BackwardNode | undefined, transition: number): void {
    let entry = entryOf(marking);
    if (this.minimal.below(control, entry)) return;
    const { refute, certifying, isReachable } = this.options;
    const refutation = refute?.(control, marking);
    if (refutation && !certifying) return;
    if (refutation) entry = entryOf(refutation);
    const node: BackwardNode = { ...entry, control, next, transition };
    this.minimal.add(control, node);
    if (initiallyCovered(this.problem.start, node) || isReachable?.(control, node.marking)) {
      this.state = 'covered';
      this.found = node;
      return;
    }
    this.#pending.add(node);
  }

  #takeSmallest(): BackwardNode | undefined {
    for (let node = this.#pending.take(); node; node = this.#pending.take())
      if (this.minimal.isMinimal(node.control, node)) return node;
    return undefined;
  }
}

/** The transitions that lead from a node to the goal. */
export function pathToGoal(node: BackwardNode): number[] {
  const path: number[] = [];
  for (let at: BackwardNode | undefined = node; at?.next; at = at.next) path.push(at.transition);
  return path;
}

/** The markings of the nodes on that path, the goal's not included. */
export function markingsToGoal(node: BackwardNode): Marking[] {
  const markings: Marking[] = [];
  for (let at: BackwardNode | undefined = node; at?.next; at = at.next) markings.push(at.marking);
  return markings;
}
