// Is there a common word? The languages of the processes, of the locks and of a chain of events are intersected by walking
// through all trees of words at once (CPDS: Chaki, Clarke, Kidd, Reps, Touili 2006). If the chain is complete before anyone
// went past the bound, the word is real: `violated`. If it can only be completed by a process that is past the bound, and
// may then do anything, nothing is known: `maybe`. Otherwise there is no common word at all: `holds`.

import { type AccessCode, unitCodes } from '../../../../logic/access-patterns/side.js';
import type { Letter } from '../process-language.js';
import type { EventChain } from './event-chain.js';
import type { TrieNode, TrieStep, WordTrie } from './word-trie.js';

export type Intersection = 'violated' | 'holds' | 'maybe' | 'too large';

export interface SearchRules {
  /** Lock languages are regular and used as they are; otherwise they too are known up to the bound only. */
  readonly regularLocks: boolean;
  /** Words as long as the bound may go on; tests switch it off to show that it matters. */
  readonly openWords: boolean;
  readonly mostStates: number;
}

interface SearchState {
  readonly nodes: readonly TrieNode[];
  readonly matched: number;
  /** Something was assumed that need not be so. */
  readonly assumed: boolean;
}

export class IntersectionSearch {
  readonly #seen = new Set<number>();
  readonly #open: SearchState[] = [];
  states = 0;

  constructor(
    readonly tries: readonly WordTrie[],
    readonly chain: EventChain,
    readonly bound: number,
    readonly rules: SearchRules,
  ) {}

  run(): Intersection {
    let maybe = false;
    if (this.#place(this.tries.map(({ free }) => free)) > mostPlaces) return 'too large';
    this.#visit({ nodes: this.tries.map(({ root }) => root), matched: 0, assumed: false });
    for (let state = this.#open.pop(); state; state = this.#open.pop()) {
      if (++this.states > this.rules.mostStates) return 'too large';
      if (maybe && state.assumed) continue;
      if (state.matched < this.chain.events.length)
        for (const process of this.tries.keys()) this.#stepsOf(state, process);
      else if (state.assumed) maybe = true;
      else return 'violated';
    }
    return maybe ? 'maybe' : 'holds';
  }

  #stepsOf(state: SearchState, process: number): void {
    const node = state.nodes[process]!;
    if (node.isFree) {
      if (this.chain.events[state.matched]!.process === process) this.#visit({ ...state, matched: state.matched + 1 });
    } else if (node.isOpen && this.rules.openWords) {
      this.#visit({ ...state, nodes: state.nodes.with(process, this.tries[process]!.free), assumed: true });
    } else for (const step of node.steps) this.#follow(state, process, step);
  }

  #follow(state: SearchState, process: number, { letter, to }: TrieStep): void {
    const nodes = state.nodes.with(process, to);
    const node = state.nodes[process]!;
    if (letter.kind === 'acquire' && state.nodes.some(({ levels }, i) => i !== process && levels[letter.lock]! > 0)) {
      // Taken: the lock's language has no such word, as far as it is known.
      const letters = state.nodes.reduce((sum, { lockLetters }) => sum + lockLetters[letter.lock]!, 0);
      if (!this.rules.regularLocks && letters >= this.bound) this.#visit({ ...state, nodes, assumed: true });
      return;
    }
    const code = codeOf(letter, node);
    const { endUnit, accesses } = this.chain.forbidden[state.matched]![process]!;
    const isForbidden =
      letter.kind === 'access' ? ((accesses >> letter.code) & 1) === 1 : code === unitCodes['end-unit'] && endUnit;
    if (!isForbidden) this.#visit({ ...state, nodes });
    const event = this.chain.events[state.matched]!;
    if (event.process === process && event.code === code && (node.unitDepth > 0 || !event.inUnit))
      this.#visit({ ...state, nodes, matched: state.matched + 1 });
  }

  #place(nodes: readonly TrieNode[]): number {
    return nodes.reduce((place, { id }, i) => place * (this.tries[i]!.size + 1) + id, 0);
  }

  #visit(state: SearchState): void {
    const place = this.#place(state.nodes) * (this.chain.events.length + 1) + state.matched;
    const key = place * 2 + (state.assumed ? 1 : 0);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#open.push(state);
  }
}

/** Places are numbers that are exact. */
const mostPlaces = 2 ** 40;

/** What a letter is to a chain: an access, or an outermost unit that begins or ends. */
function codeOf(letter: Letter, { unitDepth }: TrieNode): AccessCode | undefined {
  if (letter.kind === 'access') return letter.code;
  const isOutermost = unitDepth === (letter.kind === 'end-unit' ? 1 : 0);
  if (!isOutermost || letter.kind === 'acquire' || letter.kind === 'release') return undefined;
  return unitCodes[letter.kind];
}
