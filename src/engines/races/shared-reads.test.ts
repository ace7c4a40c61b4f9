import { expect, test } from 'vitest';
import { Rng } from '../../base/rng.js';
import { SharedReads } from './shared-reads.js';

test('shared reads are what maps by variable and thread would be', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const rng = new Rng(seed);
    const reads = new SharedReads();
    const expected = new Map<number, Map<number, string>>();
    const variables = rng.between(1, 300);
    for (let step = 0; step < 400; step++) {
      const variable = rng.below(variables);
      if (rng.chance(0.1)) {
        reads.clear(variable);
        expected.delete(variable);
      } else {
        const thread = rng.below(6);
        reads.set(variable, thread, step % 7, step);
        const known = expected.get(variable) ?? new Map<number, string>();
        expected.set(variable, known.set(thread, `${step % 7} ${step}`));
      }
      const asked = rng.below(variables);
      const found: string[] = [];
      for (let node = reads.first(asked); node >= 0; node = reads.next(node))
        found.push(`${reads.thread(node)} ${reads.clock(node)} ${reads.event(node)}`);
      const known = [...(expected.get(asked) ?? [])].map(([thread, words]) => `${thread} ${words}`);
      if (found.sort().join() !== known.sort().join()) expect(found, `seed ${seed}`).toEqual(known);
    }
  }
});
