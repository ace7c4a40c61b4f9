import { describe, expect, it } from 'vitest';
import { Rng } from '../../../base/rng.js';
import { sampleScale } from '../../../base/testing/sample-scale.js';
import { covers, type Marking, markingOf } from '../../../model/petri/marking.js';
import { Antichain, type Entry, entryOf } from './antichain.js';

function randomMarking(rng: Rng, places: number): Marking {
  return markingOf(
    Array.from({ length: rng.between(0, 6) }, () => [rng.between(0, places - 1), rng.between(1, 2)] as const),
  );
}

/** Two controls, each a plain list. */
function addPlainly(lists: Marking[][], control: number, marking: Marking): boolean {
  if (lists[control]!.some((other) => covers(marking, other))) return false;
  lists[control] = [...lists[control]!.filter((other) => !covers(other, marking)), marking];
  return true;
}

describe('antichains', () => {
  it('keep what a plain list keeps, also where shelves are tidied', () => {
    for (let seed = 0; seed < 100 * sampleScale; seed++) {
      const rng = new Rng(seed);
      const places = rng.pick([3, 6, 40]);
      const antichain = new Antichain<Entry>();
      const lists: Marking[][] = [[], []];
      const added: [number, Entry][] = [];
      for (let i = 0; i < 150; i++) {
        const [control, entry] = [rng.between(0, 1), entryOf(randomMarking(rng, places))];
        const isNew = antichain.below(control, entry) === undefined;
        expect(isNew, `${seed}`).toBe(addPlainly(lists, control, entry.marking));
        if (!isNew) continue;
        antichain.add(control, entry);
        added.push([control, entry]);
      }
      const text = (control: number, marking: Marking) => `${control}: ${marking.join()}`;
      const kept = [...antichain.entries()].map(([control, { marking }]) => text(control, marking));
      const plain = lists.flatMap((list, control) => list.map((marking) => text(control, marking)));
      expect(kept.sort(), `${seed}`).toEqual(plain.sort());
      expect(antichain.size).toBe(plain.length);
      for (const [control, entry] of added)
        expect(antichain.isMinimal(control, entry)).toBe(plain.includes(text(control, entry.marking)));
    }
  });
});
