// The words of a process as a tree. A node is a word, and knows what the process holds after it. Words as long as the bound
// are *open*: the process may go on in any way.

import type { Letter } from '../process-language.js';
import type { Alphabet } from './process-words.js';

export interface TrieStep {
  readonly letter: Letter;
  readonly to: TrieNode;
}

export interface TrieNode {
  readonly id: number;
  readonly steps: readonly TrieStep[];
  /** Levels by lock. */
  readonly levels: readonly number[];
  /** Letters on each lock so far. */
  readonly lockLetters: readonly number[];
  readonly unitDepth: number;
  readonly isOpen: boolean;
  /** Past the bound, free to do anything. */
  readonly isFree: boolean;
}

export interface WordTrie {
  readonly root: TrieNode;
  /** Where a process is that has gone on after an open word: it holds nothing and may be in a unit. */
  readonly free: TrieNode;
  /** Words; the free node has this number. */
  readonly size: number;
}

export function wordTrie(words: readonly string[], alphabet: Alphabet, locks: number, bound: number): WordTrie {
  const none = Array.from({ length: locks }, () => 0);
  const byWord = new Map<string, TrieNode & { steps: TrieStep[] }>();
  const empty = { levels: none, lockLetters: none, unitDepth: 0, isFree: false };
  const root = { ...empty, id: 0, steps: [], isOpen: bound === 0 };
  byWord.set('', root);
  // Sorted by length, so that a word's prefix is there before it.
  for (const word of [...words].sort((a, b) => a.length - b.length)) {
    if (word === '') continue;
    const before = byWord.get(word.slice(0, -1))!;
    const letter = alphabet.read(word.slice(-1));
    const to = { ...after(before, letter), id: byWord.size, steps: [], isOpen: word.length === bound, isFree: false };
    before.steps.push({ letter, to });
    byWord.set(word, to);
  }
  const free = { ...empty, id: byWord.size, steps: [], isOpen: false, isFree: true };
  return { root, free, size: byWord.size };
}

function after({ levels, lockLetters, unitDepth }: TrieNode, letter: Letter) {
  switch (letter.kind) {
    case 'access':
      return { levels, lockLetters, unitDepth };
    case 'acquire':
    case 'release': {
      const { lock } = letter;
      const by = letter.kind === 'acquire' ? 1 : -1;
      return {
        levels: levels.with(lock, levels[lock]! + by),
        lockLetters: lockLetters.with(lock, lockLetters[lock]! + 1),
        unitDepth,
      };
    }
    case 'begin-unit':
      return { levels, lockLetters, unitDepth: unitDepth + 1 };
    case 'end-unit':
      return { levels, lockLetters, unitDepth: unitDepth - 1 };
  }
}
