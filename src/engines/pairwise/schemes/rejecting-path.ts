// A path of the generated tree along which an automaton rejects it, for the reader of a finding; the proof is the
// derivation. Breadth first over pairs of a closed term and a state, then the least fixpoint of rejection on them.

import { ClosedTerms, type TreeNode } from '../../../model/schemes/closed-terms.js';
import type { Scheme } from '../../../model/schemes/scheme.js';
import type { AutomatonDomain } from '../../../model/schemes/typing/automaton-domain.js';
import type { RejectingWays } from '../../../model/schemes/typing/base-domain.js';
import type { WitnessStep } from '../../../verdict/witness.js';

interface Pair {
  readonly terminal: string;
  readonly state: number;
  /** Each way to reject: [child of the node, number of a pair]. */
  readonly ways: readonly (readonly (readonly [number, number])[])[];
}

/** Small parts of the tree first. */
const sizes = [40, 300, 2000];
/** Terms may grow at every rewriting step: no path is worth more than these, for each pair of the part. */
const termsPerPair = 200;

/** No steps when the rejected part of the tree is too large. */
export function findRejectingPath(scheme: Scheme, domain: AutomatonDomain): WitnessStep[] {
  let part = new RejectedPart(scheme, domain);
  for (const size of sizes) {
    if (part.terms.isFull) part = new RejectedPart(scheme, domain);
    part.explore(size);
    const steps = part.path();
    if (steps.length > 0) return withPlaces(scheme, steps);
  }
  return [];
}

/** The path is walked again, telling the occurrences of each terminal apart. */
function withPlaces(scheme: Scheme, steps: readonly WitnessStep[]): WitnessStep[] {
  const terms = new ClosedTerms(scheme, { byOccurrence: true });
  let term: number | undefined = terms.root;
  return steps.map((step) => {
    const node: TreeNode | undefined = term === undefined ? undefined : terms.reduce(term);
    term = node?.children[step.choice ?? 0];
    return node?.span ? { ...step, place: scheme.source.place(node.span) } : step;
  });
}

/** A part of the tree, as pairs of a closed term and a state; it grows in breadth. */
class RejectedPart {
  readonly terms: ClosedTerms;
  readonly #pairs: Pair[] = [];
  readonly #ids = new Map<string, number>();
  readonly #pending: (readonly [term: number, state: number])[] = [];

  constructor(
    scheme: Scheme,
    readonly domain: AutomatonDomain,
  ) {
    this.terms = new ClosedTerms(scheme);
    this.#idOf(this.terms.root, domain.start);
  }

  #idOf(term: number, state: number): number {
    const key = `${term} ${state}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    this.#ids.set(key, this.#pending.length);
    return this.#pending.push([term, state]) - 1;
  }

  explore(maximalPairs: number): void {
    const { terms, domain } = this;
    terms.mostTerms = termsPerPair * maximalPairs;
    for (let id = this.#pairs.length; id < this.#pending.length && id < maximalPairs; id++) {
      const [term, state] = this.#pending[id]!;
      const node = terms.reduce(term);
      const ways: RejectingWays = node ? domain.rejectingWays(node.terminal, node.children.length, state) : [];
      this.#pairs.push({
        terminal: node?.terminal ?? '',
        state,
        ways: ways.map((way) => way.map(([child, next]) => [child, this.#idOf(node!.children[child]!, next)])),
      });
    }
  }

  /** Empty when the part does not show that the root is rejected. */
  path(): WitnessStep[] {
    const chosen = rejectedPairs(this.#pairs);
    const steps: WitnessStep[] = [];
    for (let at: number | undefined = 0; at !== undefined && chosen[at]; ) {
      const { terminal, state } = this.#pairs[at]!;
      const [child, next]: readonly [number, number | undefined] = chosen[at]![0] ?? [0, undefined];
      steps.push({ thread: 'tree', action: terminal, choice: child, note: `in state ${this.domain.stateName(state)}` });
      at = next;
    }
    return steps;
  }
}

/** Per pair: a way to reject all of whose pairs were found rejected before; undefined where there is none. */
function rejectedPairs(pairs: readonly Pair[]): (Pair['ways'][number] | undefined)[] {
  const chosen: (Pair['ways'][number] | undefined)[] = pairs.map(() => undefined);
  for (let grown = true; grown; ) {
    grown = false;
    for (let id = pairs.length - 1; id >= 0; id--) {
      if (chosen[id]) continue;
      chosen[id] = pairs[id]!.ways.find((way) => way.every(([, next]) => chosen[next] !== undefined));
      grown ||= chosen[id] !== undefined;
    }
  }
  return chosen;
}
