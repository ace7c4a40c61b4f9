// Minimal markings per control. A marking is stored with its sum and a signature (bit p mod 31 per marked place), which
// refute most comparisons: e <= m needs e.sum <= m.sum and e.signature within m.signature. Lists are sorted by sum.

import { covers, type Marking, signatureOf, sumOf } from '../../../model/petri/marking.js';

export interface Entry {
  readonly marking: Marking;
  readonly sum: number;
  readonly signature: number;
  /** Dropped because a smaller one came later. */
  stale: boolean;
}

export function entryOf(marking: Marking): Entry {
  return { marking, sum: sumOf(marking), signature: signatureOf(marking), stale: false };
}

export class Antichain<E extends Entry> {
  readonly #lists = new Map<number, E[]>();
  size = 0;
  /** How many comparisons were made, for those who count work. */
  comparisons = 0;

  /** An entry that `marking` covers, if there is one. */
  below(control: number, { marking, sum, signature }: Entry): E | undefined {
    const list = this.#lists.get(control);
    if (!list) return undefined;
    for (const entry of list) {
      this.comparisons++;
      if (entry.sum > sum) return undefined;
      if ((entry.signature & ~signature) === 0 && covers(marking, entry.marking)) return entry;
    }
    return undefined;
  }

  /** Adds an entry that covers none, and drops those that cover it. */
  add(control: number, added: E): void {
    const list = this.#lists.get(control) ?? [];
    this.comparisons += list.length;
    const kept = list.filter((entry) => {
      entry.stale =
        entry.sum >= added.sum && (added.signature & ~entry.signature) === 0 && covers(entry.marking, added.marking);
      return !entry.stale;
    });
    this.size += kept.length + 1 - list.length;
    let at = kept.length;
    while (at > 0 && kept[at - 1]!.sum > added.sum) at--;
    kept.splice(at, 0, added);
    this.#lists.set(control, kept);
  }

  *entries(): Generator<readonly [control: number, entry: E]> {
    for (const [control, list] of this.#lists) for (const entry of list) yield [control, entry];
  }
}
