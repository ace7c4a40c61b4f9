import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { type Form, Forms, type LetterEdge, regularForm } from './regular-form.js';

const longestWord = 5;

/** All words of a form up to a length. */
function wordsOf(form: Form): Set<string> {
  switch (form.kind) {
    case 'skip':
      return new Set(['']);
    case 'letter':
      return new Set([String.fromCharCode(97 + form.letter)]);
    case 'choice':
      return new Set(form.parts.flatMap((part) => [...wordsOf(part)]));
    case 'sequence':
      return form.parts.map(wordsOf).reduce(joined, new Set(['']));
    case 'loop': {
      const body = wordsOf(form.body);
      let all = new Set(['']);
      for (let size = 0; size !== all.size; ) {
        size = all.size;
        all = new Set([...all, ...joined(all, body)]);
      }
      return all;
    }
  }
}

function joined(left: ReadonlySet<string>, right: ReadonlySet<string>): Set<string> {
  return new Set([...left].flatMap((a) => [...right].map((b) => a + b)).filter(({ length }) => length <= longestWord));
}

/** All words along paths of the graph, by search. */
function wordsAlong(edges: readonly LetterEdge[], entry: number, exit: number): Set<string> {
  const seen = new Set([`${entry} `]);
  const words = new Set<string>();
  for (const state of seen) {
    const [at = '', word = ''] = state.split(' ');
    if (Number(at) === exit) words.add(word);
    for (const { from, to, form } of edges) {
      const longer = word + (form.kind === 'letter' ? String.fromCharCode(97 + form.letter) : '');
      if (from === Number(at) && longer.length <= longestWord) seen.add(`${to} ${longer}`);
    }
  }
  return words;
}

describe('regular forms', () => {
  it('have the words of the paths of the graph, on random graphs', () => {
    const rng = new Rng(7);
    let reached = 0;
    for (let round = 0; round < 300; round++) {
      const forms = new Forms();
      const nodes = 2 + rng.below(5);
      const edges = Array.from({ length: 1 + rng.below(2 * nodes) }, () => ({
        from: rng.below(nodes),
        to: rng.below(nodes),
        form: rng.below(4) === 0 ? forms.skip : forms.letter(rng.below(3)),
      }));
      const form = regularForm(forms, 0, nodes - 1, edges, 100_000);
      const expected = wordsAlong(edges, 0, nodes - 1);
      if (form === 'too large') throw new Error('too large');
      if (form !== 'none') reached++;
      expect(form === 'none' ? new Set() : wordsOf(form), `round ${round}`).toEqual(expected);
    }
    expect(reached).toBeGreaterThan(100);
  });

  it('say when the text would be too long', () => {
    const forms = new Forms();
    const edges = Array.from({ length: 12 }, (_, from) => from).flatMap((from) =>
      Array.from({ length: 12 }, (_, to) => ({ from, to, form: forms.letter(12 * from + to) })),
    );
    expect(regularForm(forms, 0, 11, edges, 1000)).toBe('too large');
  });
});
