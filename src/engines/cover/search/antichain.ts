// Minimal markings per control. Markings of at most two tokens are found by key, since most elements of an invariant are
// that small; larger ones stand in lists sorted by sum, with a signature (bit p mod 31 per marked place), which refutes most
// comparisons: e <= m needs e.sum <= m.sum and e.signature within m.signature.
// A small element does not drop what covers it at once: `isMinimal` tells when it matters.

import { covers, type Marking, signatureOf, sumOf } from '../../../model/petri/marking.js';

export interface Entry {
  readonly marking: Marking;
  readonly sum: number;
  readonly signature: number;
}

export function entryOf(marking: Marking): Entry {
  return { marking, sum: sumOf(marking), signature: signatureOf(marking) };
}

/** The elements at one control. */
interface Elements<E> {
  /** By the key of up to two tokens. */
  readonly small: Map<number, E>;
  large: E[];
}

const noKey = -1;
const keyBase = 2 ** 26;

/** Two tokens, or one when `q` is -1, or none. */
function keyOf(p: number, q: number): number {
  return (q + 1) * keyBase + p + 1;
}

function smallKey({ marking, sum }: Entry): number {
  if (sum > 2) return noKey;
  if (sum === 0) return 0;
  if (sum === 1) return keyOf(marking[0]!, -1);
  return keyOf(marking[0]!, marking.length === 2 ? marking[0]! : marking[2]!);
}

export class Antichain<E extends Entry> {
  readonly #byControl = new Map<number, Elements<E>>();
  /** How many comparisons were made, for those who count work. */
  comparisons = 0;

  get size(): number {
    let size = 0;
    for (const { small, large } of this.#byControl.values()) size += small.size + large.length;
    return size;
  }

  /** An entry that `entry` covers, if there is one. */
  below(control: number, entry: Entry): E | undefined {
    const elements = this.#byControl.get(control);
    if (!elements) return undefined;
    return this.#smallBelow(elements.small, entry.marking) ?? this.#largeBelow(elements.large, entry);
  }

  isMinimal(control: number, entry: E): boolean {
    const found = this.below(control, entry);
    return found === undefined || found === entry;
  }

  /** Adds an entry that covers none. */
  add(control: number, added: E): void {
    const elements = this.#byControl.get(control) ?? { small: new Map(), large: [] };
    this.#byControl.set(control, elements);
    const key = smallKey(added);
    if (key !== noKey) elements.small.set(key, added);
    else elements.large = this.#inserted(elements.large, added);
  }

  /** The entries that are minimal now. */
  *entries(): Generator<readonly [control: number, entry: E]> {
    for (const [control, { small, large }] of this.#byControl) {
      for (const entry of small.values()) if (this.isMinimal(control, entry)) yield [control, entry];
      for (const entry of large) if (this.isMinimal(control, entry)) yield [control, entry];
    }
  }

  #smallBelow(small: ReadonlyMap<number, E>, marking: Marking): E | undefined {
    if (small.size === 0) return undefined;
    const none = small.get(0);
    if (none) return none;
    this.comparisons += marking.length;
    for (let i = 0; i < marking.length; i += 2) {
      const p = marking[i]!;
      const found = small.get(keyOf(p, -1)) ?? (marking[i + 1]! >= 2 ? small.get(keyOf(p, p)) : undefined);
      if (found) return found;
      for (let j = i + 2; j < marking.length; j += 2) {
        const pair = small.get(keyOf(p, marking[j]!));
        if (pair) return pair;
      }
    }
    return undefined;
  }

  #largeBelow(large: readonly E[], { marking, sum, signature }: Entry): E | undefined {
    for (const entry of large) {
      this.comparisons++;
      if (entry.sum > sum) return undefined;
      if ((entry.signature & ~signature) === 0 && covers(marking, entry.marking)) return entry;
    }
    return undefined;
  }

  /** The list with the entry in its place, without those that cover it. */
  #inserted(large: readonly E[], added: E): E[] {
    this.comparisons += large.length;
    const kept = large.filter(
      (entry) =>
        entry.sum < added.sum || (added.signature & ~entry.signature) !== 0 || !covers(entry.marking, added.marking),
    );
    let at = kept.length;
    while (at > 0 && kept[at - 1]!.sum > added.sum) at--;
    kept.splice(at, 0, added);
    return kept;
  }
}
