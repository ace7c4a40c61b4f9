import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { SourceText } from '../../base/source-text.js';
import { fullScale } from '../../base/testing/sample-scale.js';
import { pairwiseEngine } from '../../engines/pairwise/engine.js';
import { findingsOf } from '../../engines/pairwise/testing/findings.js';
import { randomAcceptance } from '../../engines/pairwise/testing/random-acceptance.js';
import { readScheme } from '../../model/schemes/reader.js';
import type { Scheme } from '../../model/schemes/scheme.js';
import type { Witness, WitnessStep } from '../../verdict/witness.js';
import { falselyTold, replay, replayAll, sequences } from '../testing/replay-all.js';
import { schemeReplayer } from './scheme-replayer.js';

const cases = 60 * fullScale;

function schemeOf(text: string): Scheme {
  const { model, diagnostics } = readScheme(new SourceText('t.hrs', text));
  if (!model) throw new Error(`${diagnostics[0]?.message} in ${text}`);
  return model;
}

describe('a schedule of a generated tree', () => {
  const scheme = schemeOf(
    '%BEGING S -> sp (Work end) (Work end). Work k -> acq_1 (label_1 (rel_1 (br k (Work k)))). %ENDG',
  );
  const threads = ['main#1', 'main/sp#1'];
  const steps: Readonly<Record<string, WitnessStep>> = {
    start: { thread: 'main#1', action: 'spawn', change: 'starts main/sp#1' },
    ...Object.fromEntries(
      threads.flatMap((thread, i) => [
        [`lock${i}`, { thread, action: 'acquire', target: 'lock_1' }],
        [`label${i}`, { thread, action: 'label', target: 'label_1' }],
        [`unlock${i}`, { thread, action: 'release', target: 'lock_1' }],
      ]),
    ),
  };
  const pair = { kind: 'pairwise', labels: ['label_1', 'label_1'] } as const;

  it('never shows two threads at a label that a lock guards', () => {
    const { replayed, refused } = replayAll(
      sequences(Object.keys(steps), 5),
      (names) =>
        replay(schemeReplayer, scheme, pair, { kind: 'execution', steps: names.map((name) => steps[name]!) }).ok,
      () => false,
    );
    expect([replayed, refused > 10_000]).toEqual([0, true]);
  });

  it('shows them where there is none, and shows what it does', () => {
    const free = schemeOf('%BEGING S -> sp (Work end) (Work end). Work k -> label_1 (br k (Work k)). %ENDG');
    const run = [steps.start!];
    const outcome = (taken: readonly WitnessStep[]) =>
      replay(schemeReplayer, free, pair, { kind: 'execution', steps: taken }).ok;
    expect(outcome(run)).toBe(true);
    expect(outcome([])).toBe(false);
    expect(outcome([...run, steps.label1!])).toBe(false);
    for (const forged of falselyTold(run)) expect(outcome(forged)).toBe(false);
  });
});

describe('a derivation that an automaton rejects the tree', () => {
  interface Rejected {
    readonly scheme: Scheme;
    readonly witness?: Witness;
  }

  function asked(seed: number): Rejected {
    const scheme = schemeOf(randomAcceptance(new Rng(seed)));
    const [finding] = findingsOf(pairwiseEngine, { file: 't.hrs', model: scheme, options: {} });
    return finding?.verdict.kind === 'violated' ? { scheme, witness: finding.verdict.witness } : { scheme };
  }

  it('is taken of the scheme that it is about, and of no scheme that is accepted', () => {
    const all = Array.from({ length: cases }, (_, i) => asked(i + 1));
    const witnesses = all.flatMap(({ witness }) => witness ?? []);
    expect(witnesses.length).toBeGreaterThan(cases / 10);
    expect(witnesses.length).toBeLessThan(cases);
    for (const { scheme, witness } of all) {
      if (witness) expect(replay(schemeReplayer, scheme, { kind: 'acceptance' }, witness).ok).toBe(true);
      else
        for (const foreign of witnesses)
          expect(replay(schemeReplayer, scheme, { kind: 'acceptance' }, foreign).ok).toBe(false);
    }
  });
});
