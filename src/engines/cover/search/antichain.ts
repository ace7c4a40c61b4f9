// Minimal markings per control. Markings of at most two tokens are found by key, since most elements of an invariant are
// that small. A larger one stands in the shelf of one of its places, the one that had fewest when it came: whoever covers it
// marks that place. Shelves are sorted by sum and have signatures (bit p mod 31 per marked place), which refute most
// comparisons: e <= m needs e.sum <= m.sum and e.signature within m.signature.
// An element does not drop what covers it at once: `isMinimal` tells when it matters, and shelves that grow are tidied.

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
  readonly shelves: Map<number, Shelf<E>>;
}

/** Some of the elements that mark one place, by ascending sum. */
interface Shelf<E> {
  entries: E[];
  /** It is tidied when it has this many. */
  limit: number;
}

const smallestLimit = 32;

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
    for (const _ of this.entries()) size++;
    return size;
  }

  /** An entry that `entry` covers, if there is one; itself does not count. */
  below(control: number, entry: Entry): E | undefined {
    const elements = this.#byControl.get(control);
    return elements && this.#belowIn(elements, entry);
  }

  isMinimal(control: number, entry: E): boolean {
    return this.below(control, entry) === undefined;
  }

  /** Adds an entry that covers none. */
  add(control: number, added: E): void {
    const elements = this.#byControl.get(control) ?? { small: new Map(), shelves: new Map() };
    this.#byControl.set(control, elements);
    const key = smallKey(added);
    if (key !== noKey) elements.small.set(key, added);
    else this.#shelve(elements, added);
  }

  /** The entries that are minimal now. */
  *entries(): Generator<readonly [control: number, entry: E]> {
    for (const [control, { small, shelves }] of this.#byControl) {
      for (const entry of small.values()) if (this.isMinimal(control, entry)) yield [control, entry];
      for (const { entries } of shelves.values())
        for (const entry of entries) if (this.isMinimal(control, entry)) yield [control, entry];
    }
  }

  #belowIn({ small, shelves }: Elements<E>, entry: Entry): E | undefined {
    const found = this.#smallBelow(small, entry);
    if (found || shelves.size === 0) return found;
    const { marking } = entry;
    for (let i = 0; i < marking.length; i += 2) {
      const shelf = shelves.get(marking[i]!);
      const below = shelf && this.#belowOn(shelf.entries, entry);
      if (below) return below;
    }
    return undefined;
  }

  #smallBelow(small: ReadonlyMap<number, E>, entry: Entry): E | undefined {
    if (small.size === 0) return undefined;
    const { marking } = entry;
    const none = small.get(0);
    if (none && none !== entry) return none;
    this.comparisons += marking.length;
    for (let i = 0; i < marking.length; i += 2) {
      const p = marking[i]!;
      const found = small.get(keyOf(p, -1)) ?? (marking[i + 1]! >= 2 ? small.get(keyOf(p, p)) : undefined);
      if (found && found !== entry) return found;
      for (let j = i + 2; j < marking.length; j += 2) {
        const pair = small.get(keyOf(p, marking[j]!));
        if (pair && pair !== entry) return pair;
      }
    }
    return undefined;
  }

  #belowOn(shelf: readonly E[], entry: Entry): E | undefined {
    const { marking, sum, signature } = entry;
    for (const other of shelf) {
      this.comparisons++;
      if (other.sum > sum) return undefined;
      if ((other.signature & ~signature) === 0 && other !== entry && covers(marking, other.marking)) return other;
    }
    return undefined;
  }

  #shelve(elements: Elements<E>, added: E): void {
    const place = emptiest(elements.shelves, added.marking);
    const shelf = elements.shelves.get(place) ?? { entries: [], limit: smallestLimit };
    elements.shelves.set(place, shelf);
    insertBySum(shelf.entries, added);
    if (shelf.entries.length < shelf.limit) return;
    shelf.entries = shelf.entries.filter((entry) => !this.#belowIn(elements, entry));
    shelf.limit = Math.max(smallestLimit, 2 * shelf.entries.length);
  }
}

/** The place of the marking whose shelf has fewest entries. */
function emptiest(shelves: ReadonlyMap<number, Shelf<Entry>>, marking: Marking): number {
  let [best, fewest] = [-1, Number.POSITIVE_INFINITY];
  for (let i = 0; i < marking.length && fewest > 0; i += 2) {
    const count = shelves.get(marking[i]!)?.entries.length ?? 0;
    if (count < fewest) [best, fewest] = [marking[i]!, count];
  }
  return best;
}

/** Behind those of equal sum. */
function insertBySum<E extends Entry>(entries: E[], added: E): void {
  let at = entries.length;
  while (at > 0 && entries[at - 1]!.sum > added.sum) at--;
  entries.splice(at, 0, added);
}
