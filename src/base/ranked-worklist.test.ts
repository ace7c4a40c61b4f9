import { describe, expect, it } from 'vitest';
import { RankedWorklist } from './ranked-worklist.js';
import { Rng } from './rng.js';

describe('a ranked worklist', () => {
  it('gives back the queued index of the smallest rank, each once', () => {
    const rng = new Rng(1);
    const size = 50;
    const ranks = Int32Array.from(rng.shuffle(Array.from({ length: size }, (_, i) => i)));
    const worklist = new RankedWorklist(ranks);
    const queued = new Set<number>();
    for (let round = 0; round < 5000; round++) {
      if (rng.chance(0.55)) {
        const index = rng.below(size);
        worklist.add(index);
        queued.add(index);
        continue;
      }
      const least = [...queued].sort((a, b) => ranks[a]! - ranks[b]!)[0];
      expect(worklist.take()).toBe(least);
      if (least !== undefined) queued.delete(least);
      expect(worklist.isEmpty).toBe(queued.size === 0);
    }
  });
});
