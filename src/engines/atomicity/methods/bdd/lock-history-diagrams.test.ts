import { describe, expect, it } from 'vitest';
import { Rng } from '../../../../base/rng.js';
import { Bdd } from '../../../../logic/bdd/bdd.js';
import { type HistoryId, type HistoryTable, historyTable } from '../../../../logic/lock-history/history-table.js';
import { exactRules } from '../../../../logic/lock-history/lock-history.js';
import { Compat } from './compat.js';
import { HistoryBits } from './history-bits.js';
import { HistoryUpdates } from './history-updates.js';

const locks = 3;
const bits = new HistoryBits(locks);

/** The bits that are 1. */
function encode(histories: HistoryTable, history: HistoryId): Set<number> {
  const { RH, AH, U, HT } = histories.plain(history);
  return new Set([
    ...U.map((lock) => bits.U(lock)),
    ...HT.map((lock) => bits.HT(lock)),
    ...RH.flatMap((before, lock) => before.map((other) => bits.RH(lock, other))),
    ...AH.flatMap((after, lock) => after.map((other) => bits.AH(lock, other))),
  ]);
}

type Step = { readonly kind: 'acquire' | 'release'; readonly lock: number } | { readonly kind: 'nextPhase' };

/** Acquires what is not held, releases what is, or begins a phase. */
function randomStep(rng: Rng, held: readonly number[]): Step {
  const lock = rng.below(locks);
  if (rng.chance(0.2)) return { kind: 'nextPhase' };
  return { kind: held.includes(lock) ? 'release' : 'acquire', lock };
}

function heldAfter(histories: HistoryTable, history: HistoryId): number[] {
  const { A, HT } = histories.plain(history);
  return [...A, ...HT];
}

describe('lock histories as bits', () => {
  it('have a number for every bit, and a transposition that is its own inverse', () => {
    const numbers = bits
      .eachLock()
      .flatMap((i) => [bits.U(i), bits.HT(i), ...bits.eachLock().flatMap((j) => [bits.RH(i, j), bits.AH(i, j)])]);
    expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: bits.count }, (_, bit) => bit));
    for (const bit of numbers) expect(bits.transposed(bits.transposed(bit))).toBe(bit);
    expect(bits.transposed(bits.AH(0, 2))).toBe(bits.AH(2, 0));
    expect(bits.transposed(bits.RH(1, 2))).toBe(bits.RH(2, 1));
  });

  it('change as post and ptrans say, on random words', () => {
    const bdd = new Bdd({ variableCount: bits.count });
    const updates = new HistoryUpdates(bdd, bits, exactRules, (bit) => bdd.variable(bit));
    const histories = historyTable(locks);
    for (let seed = 1; seed <= 100; seed++) {
      const rng = new Rng(seed);
      let history = histories.initially(rng.chance(0.5) ? [] : [rng.below(locks)]);
      for (let length = 0; length < 12; length++) {
        const step = randomStep(rng, heldAfter(histories, history));
        const before = encode(histories, history);
        const changes = step.kind === 'nextPhase' ? updates.nextPhase() : updates[step.kind](step.lock);
        history = step.kind === 'nextPhase' ? histories.nextPhase(history) : histories[step.kind](history, step.lock);
        const after = [...new Array(bits.count).keys()].filter((bit) =>
          bdd.evaluate(changes.get(bit) ?? bdd.variable(bit), (old) => before.has(old)),
        );
        expect(after).toEqual([...encode(histories, history)].sort((a, b) => a - b));
        const isHolding = updates.ending(heldAfter(histories, history), 1);
        expect(bdd.evaluate(isHolding, (bit) => after.includes(bit))).toBe(true);
      }
    }
  });

  it('are compatible as Compat says, on random histories', () => {
    const bdd = new Bdd({ variableCount: bits.count * 2 });
    const pair = { u: (bit: number) => bdd.variable(2 * bit), v: (bit: number) => bdd.variable(2 * bit + 1) };
    const compat = new Compat(bdd, bits, exactRules).diagram(pair);
    expect(bdd.size(compat)).toBeLessThan(bits.count * 8);
    const histories = historyTable(locks);
    const rng = new Rng(1);
    let compatible = 0;
    for (let i = 0; i < 3000; i++) {
      const [a, b] = [randomHistory(rng, histories), randomHistory(rng, histories)];
      const [one, other] = [encode(histories, a), encode(histories, b)];
      const value = (variable: number) =>
        variable % 2 === 0 ? one.has(bits.transposed(variable / 2)) : other.has((variable - 1) / 2);
      expect(bdd.evaluate(compat, value)).toBe(histories.compatible(a, b));
      if (histories.compatible(a, b)) compatible++;
    }
    expect(compatible).toBeGreaterThan(300);
  });
});

function randomHistory(rng: Rng, histories: HistoryTable): HistoryId {
  let history = histories.initially(rng.chance(0.5) ? [] : [rng.below(locks)]);
  for (let length = rng.below(6); length > 0; length--) {
    const step = randomStep(rng, heldAfter(histories, history));
    if (step.kind !== 'nextPhase') history = histories[step.kind](history, step.lock);
  }
  return history;
}
