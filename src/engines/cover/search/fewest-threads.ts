// A run with as few tokens at the start as possible, for a reader. States with k threads are all looked at before those with
// k + 1; a thread of an unbounded place arrives when a transition asks for it, which is as good as waiting there from the
// start. Small searches only: what is found is a run with the fewest threads from that initial state; if nothing is found
// within the budget, the run that the decision came with stays. Not for broadcasts, which late arrivals would miss.

import { covers, type Marking, pairsOf, plus, sumOf } from '../../../model/petri/marking.js';
import type { FramedProblem, Problem } from '../problem.js';
import { enabledIndex } from './transition-index.js';

const mostTransitions = 20_000;
const mostStates = 4_000;
const mostWork = 80_000;

interface Node {
  readonly control: number;
  readonly marking: Marking;
  readonly parent: Node | undefined;
  readonly letter: number;
}

/** Letters of a run from that initial state with less than `bound` threads. Yields the work done. */
export function* fewestThreads(
  problem: FramedProblem,
  initial: number,
  bound: number,
): Generator<number, number[] | undefined, void> {
  if (problem.transitions.length > mostTransitions) return undefined;
  const search = new ThreadSearch(problem, initial, bound);
  for (let work = 0; search.threads < bound && search.states < mostStates && work < mostWork; ) {
    const done = search.expand();
    if (search.found) return [...chosen(problem, initial), ...lettersTo(search.found)];
    if (done === 0) return undefined;
    work += done;
    yield done;
  }
  return undefined;
}

function chosen({ chooses }: FramedProblem, initial: number): number[] {
  return [...chooses].flatMap(([letter, index]) => (index === initial ? [letter] : []));
}

class ThreadSearch {
  /** By the number of threads: states to be looked at, in the order in which they were met. */
  readonly #levels: Node[][] = [];
  readonly #seen = new Set<string>();
  readonly #index: ReturnType<typeof enabledIndex>;
  readonly #unbounded: ReadonlySet<number>;
  /** Without what arrives when it is asked for. */
  readonly #hurdles: readonly Marking[];
  #next = 0;
  threads: number;
  states = 0;
  found: Node | undefined;

  constructor(
    readonly problem: FramedProblem,
    initial: number,
    readonly bound: number,
  ) {
    const { control, marking, unbounded } = problem.system.initial[initial]!;
    this.#unbounded = new Set(unbounded);
    this.#hurdles = problem.transitions.map(({ hurdle }) =>
      hurdle.filter((_, i) => !this.#unbounded.has(hurdle[i & ~1]!)),
    );
    const asked: Problem = {
      ...problem,
      transitions: problem.transitions.map((transition, i) => ({ ...transition, hurdle: this.#hurdles[i]! })),
    };
    this.#index = enabledIndex(asked);
    this.threads = sumOf(marking);
    this.#meet({ control, marking, parent: undefined, letter: -1 }, this.threads);
  }

  /** Looks at one state; returns the work done, 0 when there is none left. */
  expand(): number {
    while (this.threads < this.#levels.length && this.#next >= (this.#levels[this.threads]?.length ?? 0)) {
      this.threads++;
      this.#next = 0;
    }
    const node = this.#levels[this.threads]?.[this.#next++];
    if (!node) return 0;
    if (node.control === this.problem.goal) this.found = node;
    const key = `${node.control}|${node.marking}`;
    if (this.found || this.#seen.has(key)) return 1;
    this.#seen.add(key);
    this.states++;
    const letters = this.#index.candidates(node.control, node.marking);
    for (const letter of letters) if (covers(node.marking, this.#hurdles[letter]!)) this.#fire(node, letter);
    return 1 + (letters.length * (8 + node.marking.length)) / 16;
  }

  #fire(node: Node, letter: number): void {
    const { hurdle, effect, to } = this.problem.transitions[letter]!;
    const arrived = this.#arrivals(node.marking, hurdle);
    const marking = plus(plus(node.marking, arrived), effect);
    this.#meet({ control: to, marking, parent: node, letter }, this.threads + sumOf(arrived));
  }

  #arrivals(marking: Marking, hurdle: Marking): Marking {
    if (this.#unbounded.size === 0) return [];
    const there = new Map(pairsOf(marking));
    return pairsOf(hurdle).flatMap(([place, count]) => {
      const missing = count - (there.get(place) ?? 0);
      return this.#unbounded.has(place) && missing > 0 ? [place, missing] : [];
    });
  }

  #meet(node: Node, threads: number): void {
    if (threads >= this.bound || this.#seen.has(`${node.control}|${node.marking}`)) return;
    (this.#levels[threads] ??= []).push(node);
  }
}

function lettersTo(node: Node): number[] {
  const letters: number[] = [];
  for (let at: Node | undefined = node; at?.parent; at = at.parent) letters.push(at.letter);
  return letters.reverse();
}
