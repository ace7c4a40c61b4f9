// Is there a common word? The languages of two processes, of the locks and of a pattern are intersected by walking through
// both trees of words at once (CPDS: Chaki, Clarke, Kidd, Reps, Touili 2006). If the pattern is complete before anyone
// went past the bound, the word is real: `violated`. If it can only be completed by a process that is past the bound, and
// may then do anything, nothing is known: `maybe`. Otherwise there is no common word at all: `holds`.

import type { AccessPattern } from '../../../../logic/access-patterns/pattern.js';
import { accessCode } from '../../../../logic/access-patterns/side.js';
import type { TrieNode, TrieStep, WordTrie } from './word-trie.js';

export type Intersection = 'violated' | 'holds' | 'maybe' | 'too large';

export interface SearchRules {
  /** Lock languages are regular and used as they are; otherwise they too are known up to the bound only. */
  readonly regularLocks: boolean;
  /** Words as long as the bound may go on; tests switch it off to show that it matters. */
  readonly openWords: boolean;
  readonly mostStates: number;
}

interface PatternEvent {
  readonly process: 0 | 1;
  readonly code: number;
}

interface SearchState {
  readonly nodes: readonly [TrieNode, TrieNode];
  readonly matched: number;
  /** Something was assumed that need not be so. */
  readonly assumed: boolean;
}

export class IntersectionSearch {
  readonly #events: readonly PatternEvent[];
  /** By process: the first and the last of its events. */
  readonly #spans: readonly { readonly first: number; readonly last: number; readonly several: boolean }[];
  readonly #seen = new Set<number>();
  readonly #open: SearchState[] = [];
  states = 0;

  constructor(
    readonly tries: readonly [WordTrie, WordTrie],
    pattern: AccessPattern,
    u: 0 | 1,
    variables: readonly number[],
    readonly bound: number,
    readonly rules: SearchRules,
  ) {
    this.#events = pattern.events.map(({ role, kind, variable }) => ({
      process: role === 'u' ? u : u === 0 ? 1 : 0,
      code: accessCode(kind, variables[variable]!),
    }));
    this.#spans = [0, 1].map((process) => {
      const own = this.#events.flatMap((event, i) => (event.process === process ? [i] : []));
      return { first: own[0]!, last: own.at(-1)!, several: own.length > 1 };
    });
  }

  run(): Intersection {
    let maybe = false;
    this.#visit({ nodes: [this.tries[0].root, this.tries[1].root], matched: 0, assumed: false });
    for (let state = this.#open.pop(); state; state = this.#open.pop()) {
      if (++this.states > this.rules.mostStates) return 'too large';
      if (maybe && state.assumed) continue;
      if (state.matched < this.#events.length) for (const process of [0, 1] as const) this.#stepsOf(state, process);
      else if (state.assumed) maybe = true;
      else return 'violated';
    }
    return maybe ? 'maybe' : 'holds';
  }

  #stepsOf(state: SearchState, process: 0 | 1): void {
    const node = state.nodes[process];
    if (node.isFree) {
      if (this.#events[state.matched]!.process === process) this.#visit({ ...state, matched: state.matched + 1 });
    } else if (node.isOpen && this.rules.openWords) {
      this.#visit({ ...state, nodes: withNode(state.nodes, process, this.tries[process].free), assumed: true });
    } else for (const step of node.steps) this.#follow(state, process, step);
  }

  #follow(state: SearchState, process: 0 | 1, { letter, to }: TrieStep): void {
    const nodes = withNode(state.nodes, process, to);
    const node = state.nodes[process];
    if (letter.kind === 'acquire' && state.nodes[process === 0 ? 1 : 0].levels[letter.lock]! > 0) {
      // Taken: the lock's language has no such word, as far as it is known.
      const letters = state.nodes[0].lockLetters[letter.lock]! + state.nodes[1].lockLetters[letter.lock]!;
      if (!this.rules.regularLocks && letters >= this.bound) this.#visit({ ...state, nodes, assumed: true });
      return;
    }
    if (letter.kind === 'end-unit' && node.unitDepth === 1 && this.#isAmidEvents(process, state.matched)) return;
    this.#visit({ ...state, nodes });
    if (letter.kind === 'access' && this.#matches(state.matched, process, letter.code, node.unitDepth > 0))
      this.#visit({ ...state, nodes, matched: state.matched + 1 });
  }

  #isAmidEvents(process: 0 | 1, matched: number): boolean {
    const { first, last } = this.#spans[process]!;
    return first < matched && matched <= last;
  }

  #matches(matched: number, process: 0 | 1, code: number, inUnit: boolean): boolean {
    const event = this.#events[matched]!;
    return event.process === process && event.code === code && (inUnit || !this.#spans[process]!.several);
  }

  #visit(state: SearchState): void {
    const [one, other] = state.nodes;
    const place = (one.id * (this.tries[1].size + 1) + other.id) * (this.#events.length + 1) + state.matched;
    const key = place * 2 + (state.assumed ? 1 : 0);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#open.push(state);
  }
}

function withNode(
  [one, other]: readonly [TrieNode, TrieNode],
  process: 0 | 1,
  node: TrieNode,
): readonly [TrieNode, TrieNode] {
  return process === 0 ? [node, other] : [one, node];
}
