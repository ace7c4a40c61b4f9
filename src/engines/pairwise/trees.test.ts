import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { SourceText } from '../../base/source-text.js';
import { scheduleCertifier } from '../../evidence/pairwise/effects-schedule.js';
import { treeCertifier } from '../../evidence/pairwise/tree-certifier.js';
import { treesReplayer } from '../../evidence/pairwise/trees-replayer.js';
import { outcomeOf } from '../../evidence/testing/outcome-of.js';
import { printTree } from '../../model/trees/print.js';
import { readForest } from '../../model/trees/reader.js';
import { randomProfile, randomTree } from '../../model/trees/testing/random-tree.js';
import type { OptionValues } from '../../verdict/options.js';
import { statedProperty } from '../../verdict/property.js';
import type { Finding } from '../../verdict/verdict.js';
import { pairwiseEngine } from './engine.js';
import { findingsOf } from './testing/findings.js';

const schedulable = { property: [{ text: 'schedulable' }] };

function forestOf(text: string) {
  return readForest(new SourceText('test.tree', text)).model!;
}

function ask(text: string, options: OptionValues = {}): Finding[] {
  return findingsOf(pairwiseEngine, { file: 'test.tree', model: forestOf(text), options });
}

function evidenceHolds(text: string, { verdict, property }: Finding): boolean {
  const model = forestOf(text);
  if (verdict.kind === 'violated') {
    const replay = treesReplayer.replay(model, [{ property, witness: verdict.witness, confirmed: true }]);
    let event = replay.next();
    while (!event.done) event = replay.next();
    return event.value[0]!.ok;
  }
  if (verdict.kind !== 'holds' || !('body' in verdict.certificate)) return false;
  const certifier = verdict.certificate.kind === 'schedule' ? scheduleCertifier : treeCertifier;
  return outcomeOf(certifier, model, property, verdict.certificate) === 'accepted';
}

describe('findings about trees', () => {
  it('answers every pair of every tree, a label with itself included', () => {
    const findings = ask('sp(label_1, label_2); label_1');
    expect(
      findings.map(({ property, verdict }) => [
        statedProperty(property).labels,
        statedProperty(property).tree,
        verdict.kind,
      ]),
    ).toEqual([
      [['label_1', 'label_1'], 1, 'holds'],
      [['label_1', 'label_2'], 1, 'violated'],
      [['label_2', 'label_2'], 1, 'holds'],
      [['label_1', 'label_1'], 2, 'holds'],
    ]);
  });

  it('gives evidence that is accepted', () => {
    for (let seed = 0; seed < 400; seed++) {
      const rng = new Rng(seed);
      const text = printTree(randomTree(rng, randomProfile(rng, seed % 2 === 0)));
      for (const finding of [...ask(text), ...ask(text, schedulable)])
        expect(evidenceHolds(text, finding), text).toBe(true);
    }
  });

  it('gives evidence that is rejected for another tree', () => {
    const [exclusive] = ask('sp(acq_1(label_1(rel_1($))), acq_1(label_1(rel_1($))))');
    const { verdict, property } = exclusive!;
    if (verdict.kind !== 'holds' || !('body' in verdict.certificate)) throw new Error('no certificate');
    const open = forestOf('sp(acq_1(label_1(rel_1($))), acq_2(label_1(rel_2($))))');
    expect(outcomeOf(treeCertifier, open, property, verdict.certificate)).toBe('rejected');
  });

  it('rejects a witness that is no execution', () => {
    const text = 'acq_1(sp(label_1(rel_1($)), acq_1(label_1(rel_1($)))))';
    const steps = [
      { thread: 'main#1', action: 'acquire', target: 'lock_1' },
      { thread: 'main#1', action: 'spawn', change: 'starts main/sp#1' },
      { thread: 'main/sp#1', action: 'acquire' },
    ];
    const property = { kind: 'pairwise' as const, labels: ['label_1', 'label_1'], tree: 1 };
    const replay = treesReplayer.replay(forestOf(text), [
      { property, witness: { kind: 'execution', steps }, confirmed: true },
    ]);
    let event = replay.next();
    while (!event.done) event = replay.next();
    expect(event.value).toEqual([{ ok: false, because: 'step 3: main/sp#1 cannot take `acq_1` here' }]);
  });

  it('says which option makes no sense', () => {
    const check = (options: OptionValues) =>
      pairwiseEngine.checkOptions({ file: 'test.tree', model: forestOf('$'), options }).map(({ message }) => message);
    expect(check({ labels: [{ text: 'label_1' }] })).toEqual(['`--labels label_1` is not a pair of labels']);
    expect(check({ property: [{ text: 'races' }] })).toEqual(['`--property races` is a question about programs']);
  });

  it('gives up when it is told to stop', () => {
    const long = `${'acq_1(rel_1('.repeat(5000)}label_1${'))'.repeat(5000)}`;
    const run = pairwiseEngine.run(
      { file: 'test.tree', model: forestOf(long), options: {} },
      { seed: 0, reserve: () => {}, nextQuestion: () => {} },
    );
    expect(run.next().value).toMatchObject({ kind: 'progress' });
    const stopped = run.next({ scope: 'run', message: 'time limit reached' }).value;
    expect(stopped).toMatchObject({ finding: { verdict: { kind: 'unknown', because: 'time limit reached' } } });
  });

  it('warns about labels that do not occur', () => {
    const task = { file: 'test.tree', model: forestOf('$'), options: { labels: [{ text: 'label_1,label_1' }] } };
    const events = [...pairwiseEngine.run(task, { seed: 0, reserve: () => {}, nextQuestion: () => {} })];
    expect(events.map(({ kind }) => kind)).toEqual(['diagnostic', 'finding']);
  });
});
