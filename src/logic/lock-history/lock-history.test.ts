import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { compatible, compatibleAll } from './compatibility.js';
import { atMost } from './history-order.js';
import { historyTable } from './history-table.js';
import { exactRules, type HistoryRules, historyOf, type LockAction, LockHistories } from './lock-history.js';
import { lockSetOf, maskLockSets, wideLockSets } from './lock-sets.js';
import { interleavable } from './testing/interleave-words.js';
import { randomWord } from './testing/random-word.js';
import { openEnds } from './tuple-table.js';

const acquire = (lock: number): LockAction => ({ kind: 'acquire', lock });
const release = (lock: number): LockAction => ({ kind: 'release', lock });
/** `)1 (2`: the paper's notation. */
const wordOf = (text: string): LockAction[] =>
  text.split(' ').map((symbol) => (symbol[0] === '(' ? acquire : release)(Number(symbol.slice(1))));

const two = new LockHistories(maskLockSets, 2);
const three = new LockHistories(maskLockSets, 3);

describe('lock histories', () => {
  it('have the components of Example 3 of the paper', () => {
    const table = new LockHistories(maskLockSets, 10);
    const word = wordOf(')1 (2 )2 )3 (4 (5 )5 )4 (6 )6 (2 )2 )7 (6 )6 (4 (2 )2 (2 (7 )7 (8');
    const history = historyOf(table, [1, 3, 7, 9], word);
    const list = (set: number) => table.sets.elements(set);
    expect(list(history.R)).toEqual([1, 3, 7]);
    expect(list(history.U)).toEqual([2, 4, 5, 6, 7]);
    expect(list(history.A)).toEqual([2, 4, 8]);
    expect(list(history.HT)).toEqual([9]);
    expect(history.RH.map(list)).toEqual([[], [1], [], [1, 2, 3], [], [], [], [1, 2, 3, 4, 5, 6, 7], [], []]);
    expect(history.AH.map(list)).toEqual([[], [], [2, 7, 8], [], [2, 4, 7, 8], [], [], [], [8], []]);
  });

  it('compose: the history of a concatenation is the composition of the histories', () => {
    const rng = new Rng(1);
    for (let run = 0; run < 2000; run++) {
      const { held, word } = randomWord(rng, 3, rng.between(0, 10));
      const cut = rng.below(word.length + 1);
      const first = historyOf(three, held, word.slice(0, cut));
      const second = historyOf(three, three.sets.elements(three.finalLocks(first)), word.slice(cut));
      expect(three.compose(first, second)).toEqual(historyOf(three, held, word));
    }
  });

  it('are the same in both representations, beyond 31 locks too', () => {
    const wide = new LockHistories(wideLockSets, 40);
    const narrow = new LockHistories(maskLockSets, 4);
    const rng = new Rng(2);
    for (let run = 0; run < 300; run++) {
      const { held, word } = randomWord(rng, 4, 8);
      const shift = (lock: number) => lock + 36;
      const small = historyOf(narrow, held, word);
      const large = historyOf(
        wide,
        held.map(shift),
        word.map(({ kind, lock }) => ({ kind, lock: shift(lock) })),
      );
      expect(wide.sets.elements(large.U)).toEqual(narrow.sets.elements(small.U).map(shift));
      for (const lock of [0, 1, 2, 3]) {
        expect(wide.sets.elements(large.AH[shift(lock)]!)).toEqual(narrow.sets.elements(small.AH[lock]!).map(shift));
        expect(wide.sets.elements(large.RH[shift(lock)]!)).toEqual(narrow.sets.elements(small.RH[lock]!).map(shift));
      }
    }
  });

  it('are interned by the table, with the same operations', () => {
    const table = historyTable(40);
    const start = table.initially([35]);
    const path = table.release(table.acquire(start, 39), 39);
    expect(table.plain(path)).toMatchObject({ U: [39], HT: [35], A: [], R: [] });
    expect(table.compose(table.acquire(start, 39), table.release(table.initially([35, 39]), 39))).toBe(path);
    expect(table.compatible(path, table.initially([39]))).toBe(false);
    expect(table.compatible(path, table.initially([38]))).toBe(true);
  });
});

/** Compares Compat with all interleavings on random words of `processes` processes; returns a disagreement, if any. */
function findDisagreement(rules: HistoryRules, processes: number, runs: number): string | undefined {
  const locks = processes === 2 ? two : three;
  const calculus = new LockHistories(maskLockSets, locks.lockCount, rules);
  const rng = new Rng(77);
  for (let run = 0; run < runs; run++) {
    const words = Array.from({ length: processes }, () => randomWord(rng, calculus.lockCount, rng.between(1, 7)));
    if (new Set(words.flatMap(({ held }) => held)).size < words.flatMap(({ held }) => held).length) continue;
    const all = words.map(({ held, word }) => historyOf(calculus, held, word));
    const answer = compatibleAll(calculus, all);
    if (answer !== interleavable(words)) return JSON.stringify(words);
  }
  return undefined;
}

describe('compatibility', () => {
  it('in a first phase that nobody begins with a lock does not need to know what was used', () => {
    const calculus = new LockHistories(maskLockSets, 3);
    const rng = new Rng(78);
    for (let run = 0; run < 3000; run++) {
      const [a, b] = [1, 2].map(() => historyOf(calculus, [], randomWord(rng, 3, rng.between(1, 8), []).word));
      expect(compatibleAll(calculus, [calculus.inFirstPhase(a!), b!])).toBe(compatibleAll(calculus, [a!, b!]));
    }
  });

  it('is exactly the existence of an interleaving of two nested words', () => {
    expect(findDisagreement(exactRules, 2, 20000)).toBeUndefined();
  });

  it('is exactly the existence of an interleaving of three nested words', () => {
    expect(findDisagreement(exactRules, 3, 6000)).toBeUndefined();
  });

  it.each<keyof HistoryRules>(['acquisitionCycles', 'releaseCycles', 'heldThroughout', 'usesInReleaseHistory'])(
    'needs the rule %s',
    (rule) => {
      expect(findDisagreement({ ...exactRules, [rule]: false }, 2, 20000)).toBeDefined();
    },
  );
});

describe('the order of histories', () => {
  it('keeps compatibility, also after common prefixes and continuations where an end is open', () => {
    const rng = new Rng(3);
    let compared = 0;
    for (let run = 0; run < 60000; run++) {
      const a = randomWord(rng, 3, rng.between(0, 5));
      const b = randomWord(rng, 3, rng.between(0, 5));
      const other = historyOf(three, ...toArguments(randomWord(rng, 3, rng.between(0, 6))));
      const open = openEnds(rng.chance(0.5), rng.chance(0.5));
      const ha = historyOf(three, a.held, a.word);
      const hb = historyOf(three, b.held, b.word);
      if (open.left && three.initialLocks(ha) !== three.initialLocks(hb)) continue;
      if (open.right && three.finalLocks(ha) !== three.finalLocks(hb)) continue;
      if (!atMost(three, ha, hb, open)) continue;
      const before = open.left ? prefixEndingWith(rng, a.stack) : undefined;
      const after = open.right
        ? randomWord(rng, 3, rng.between(0, 5), three.sets.elements(three.finalLocks(ha)))
        : undefined;
      const extend = (history: typeof ha) => {
        const longer = before ? three.compose(before, history) : history;
        return after ? three.compose(longer, historyOf(three, after.held, after.word)) : longer;
      };
      compared++;
      if (compatible(three, extend(hb), other)) expect(compatible(three, extend(ha), other)).toBe(true);
    }
    expect(compared).toBeGreaterThan(1000);
  });
});

function toArguments({ held, word }: { held: number[]; word: LockAction[] }): [number[], LockAction[]] {
  return [held, word];
}

/** A history that ends holding exactly the locks of `stack`, acquired in that order, some of them from the start. */
function prefixEndingWith(rng: Rng, stack: readonly number[]) {
  const kept = rng.below(stack.length + 1);
  const word: LockAction[] = [];
  const free = [0, 1, 2].filter((lock) => !stack.includes(lock));
  const use = (candidates: readonly number[]) => {
    if (candidates.length > 0 && rng.chance(0.5)) {
      const lock = rng.pick(candidates);
      word.push(acquire(lock), release(lock));
    }
  };
  use([...free, ...stack.slice(kept)]);
  stack.slice(kept).forEach((lock, i) => {
    word.push(acquire(lock));
    use([...free, ...stack.slice(kept + i + 1)]);
  });
  const history = historyOf(three, stack.slice(0, kept), word);
  expect(three.finalLocks(history)).toBe(lockSetOf(three.sets, stack));
  return history;
}
