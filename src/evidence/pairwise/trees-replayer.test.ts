import { describe, expect, it } from 'vitest';
import { SourceText } from '../../base/source-text.js';
import type { TreeForest } from '../../model/trees/action-tree.js';
import { parseForest } from '../../model/trees/parse.js';
import type { Property } from '../../verdict/property.js';
import type { WitnessStep } from '../../verdict/witness.js';
import { falselyTold, replay, replayAll, sequences } from '../testing/replay-all.js';
import { treesReplayer } from './trees-replayer.js';

function forestOf(text: string): TreeForest {
  const source = new SourceText('t.tree', text);
  return { kind: 'trees', source, trees: parseForest(source).trees };
}

const main = 'main#1';
const other = 'main/sp#1';
const steps: Readonly<Record<string, WitnessStep>> = {
  spawn: { thread: main, action: 'spawn', change: `starts ${other}` },
  lock: { thread: main, action: 'acquire', target: 'lock_1' },
  keep: { thread: main, action: 'branch', silent: true, choice: 0 },
  leave: { thread: main, action: 'branch', silent: true, choice: 1 },
  unlock: { thread: main, action: 'release', target: 'lock_1' },
  lock2: { thread: other, action: 'acquire', target: 'lock_2' },
  lock1: { thread: other, action: 'acquire', target: 'lock_1' },
};

function isReplayed(forest: TreeForest, property: Property, names: readonly string[]): boolean {
  return replay(treesReplayer, forest, property, { kind: 'execution', steps: names.map((name) => steps[name]!) }).ok;
}

describe('a schedule of a tree', () => {
  // The second child is the thread that is started.
  const forest = forestOf('sp(acq_1(br(label_1, rel_1(label_1))), acq_2(acq_1(label_2)))');
  const pair = { kind: 'pairwise', labels: ['label_1', 'label_2'], tree: 1 } as const;

  /** By hand: the other thread gets its second lock after the first thread has left it. */
  function meets(names: readonly string[]): boolean {
    const own = names.filter((name) => name !== 'lock1' && name !== 'lock2').join();
    const [left, first, second] = ['unlock', 'lock2', 'lock1'].map((name) => names.indexOf(name));
    return own === 'spawn,lock,leave,unlock' && names.length === 6 && first! > 0 && first! < second! && left! < second!;
  }

  it('is replayed just when it is one and both threads end at their labels', () => {
    const { replayed, wrong } = replayAll(
      sequences(Object.keys(steps), 6),
      (names) => isReplayed(forest, pair, names),
      meets,
    );
    expect(wrong).toEqual([]);
    expect(replayed).toBe(4);
  });

  it('is about a tree that there is, and shows what it does', () => {
    const names = ['spawn', 'lock', 'leave', 'unlock', 'lock2', 'lock1'];
    expect(isReplayed(forest, pair, names)).toBe(true);
    expect(isReplayed(forest, { ...pair, tree: 2 }, names)).toBe(false);
    expect(isReplayed(forest, { ...pair, labels: ['label_1', 'label_1'] }, names)).toBe(false);
    for (const forged of falselyTold(names.map((name) => steps[name]!)))
      expect(replay(treesReplayer, forest, pair, { kind: 'execution', steps: forged }).ok).toBe(false);
  });
});

describe('a tree that is stuck', () => {
  const stuck = { kind: 'schedulable', tree: 1 } as const;

  it('is shown by a run after which nobody can move, if no other run comes to its end', () => {
    const kept = forestOf('sp(acq_1(label_1), acq_2(acq_1(label_2)))');
    expect(isReplayed(kept, stuck, ['spawn', 'lock', 'lock2'])).toBe(true);
    expect(isReplayed(kept, stuck, ['spawn', 'lock2', 'lock1'])).toBe(true);
    for (const names of [[], ['spawn'], ['spawn', 'lock'], ['spawn', 'lock2', 'lock1', 'lock']])
      expect([names, isReplayed(kept, stuck, names)]).toEqual([names, false]);
    const escapes = forestOf('sp(acq_1(br(label_1, rel_1(label_1))), acq_2(acq_1(label_2)))');
    expect(isReplayed(escapes, stuck, ['spawn', 'lock2', 'lock', 'keep'])).toBe(false);
  });
});
