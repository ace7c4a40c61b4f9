import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { intersect, intersectAll } from './intersection.js';
import { nestingOf, type Position } from './nested-word.js';
import { acceptsWord, statesAfter } from './nested-word-automaton.js';
import { inside, outside, scopeTemplate } from './scope-template.js';
import { randomAutomaton, randomWord, statesAfterEachRun } from './testing/random-automata.js';

const call = (symbol: number): Position => ({ kind: 'call', symbol });
const ret = (symbol: number): Position => ({ kind: 'return', symbol });
const internal = (symbol: number): Position => ({ kind: 'internal', symbol });

describe('nested words', () => {
  it('match returns with the last open call', () => {
    const word = [call(0), internal(0), call(0), ret(0), ret(0), ret(0), call(0)];
    expect(nestingOf(word)).toEqual([
      [1, 5],
      [3, 4],
      [7, Number.POSITIVE_INFINITY],
    ]);
  });

  it('are accepted as by trying every run, on random automata', () => {
    const sizes = new Set<number>();
    for (let seed = 1; seed <= 1500; seed++) {
      const rng = new Rng(seed);
      const automaton = randomAutomaton(rng, rng.between(1, 3), 2);
      const word = randomWord(rng, rng.below(7), 2);
      const expected = statesAfterEachRun(automaton, word);
      expect([...statesAfter(automaton, word)].sort()).toEqual([...expected].sort());
      sizes.add(expected.size);
    }
    expect(sizes).toEqual(new Set([0, 1, 2, 3]));
  });

  it('are accepted by an intersection iff both automata accept', () => {
    let accepted = 0;
    for (let seed = 1; seed <= 1500; seed++) {
      const rng = new Rng(seed);
      const [a, b] = [randomAutomaton(rng, 2, 2), randomAutomaton(rng, 3, 2)];
      const word = randomWord(rng, rng.below(6), 2);
      const both = acceptsWord(a, word) && acceptsWord(b, word);
      expect(acceptsWord(intersect(a, b), word)).toBe(both);
      if (both) accepted++;
    }
    expect(accepted).toBeGreaterThan(100);
  });
});

describe('the lock template (004, Table 1)', () => {
  // One synchronized function with entry 0 and exit 1, one without: entry 2 and exit 3. 4 is any other location.
  const template = scopeTemplate({ entries: new Set([0]), exits: new Set([1]) });
  const states = [outside, inside];

  it('has the transitions of the table', () => {
    for (const q of states) {
      expect(template.call(q, 0)).toEqual([inside]); // (q, e_sync, locked)
      expect(template.call(q, 2)).toEqual([q]); // (q, e, q)
      expect(template.internal(q, 4)).toEqual([q]); // (q, σ, q)
      for (const caller of states) {
        expect(template.return(inside, caller, 1)).toEqual([caller]); // (locked, q_c, x_sync, q_c)
        expect(template.return(outside, caller, 1)).toEqual([]);
        expect(template.return(q, caller, 3)).toEqual(q === caller ? [q] : []); // (q, q, x, q)
      }
    }
    expect([template.initial, [...template.finals]]).toEqual([outside, states]);
  });

  it('is locked exactly between the outermost entry and its exit', () => {
    const word = [call(2), call(0), call(0), internal(4), ret(1), call(2), ret(3), ret(1), ret(3)];
    const held = word.map((_, i) => [...statesAfter(template, word.slice(0, i + 1))]);
    expect(held.flat()).toEqual([0, 1, 1, 1, 1, 1, 1, 0, 0]);
  });

  it('intersected over several locks gives the set of held locks', () => {
    const other = scopeTemplate({ entries: new Set([2]), exits: new Set([3]) });
    const { automaton, components } = intersectAll([template, other]);
    const heldAfter = (...word: Position[]) => [...statesAfter(automaton, word)].map(components);
    expect(heldAfter(call(0))).toEqual([[inside, outside]]);
    expect(heldAfter(call(0), call(2))).toEqual([[inside, inside]]);
    expect(heldAfter(call(0), call(2), ret(3))).toEqual([[inside, outside]]);
    expect(automaton.stateCount).toBe(4);
  });
});
