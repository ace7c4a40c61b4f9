// What a translator writes, the reader of that format takes, and writing what was read gives the same text. On every bundled example
// of every kind that has a translation.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { printDiagnostic } from '../base/diagnostic.js';
import { Rng } from '../base/rng.js';
import { SourceText } from '../base/source-text.js';
import { fullScale } from '../base/testing/sample-scale.js';
import { nodePlatform } from '../cli/platform.js';
import { printAta } from '../engines/pairwise/automata/print-ata.js';
import { pairwiseEngine } from '../engines/pairwise/engine.js';
import { findingsOf } from '../engines/pairwise/testing/findings.js';
import type { Model } from '../model/model.js';
import { printScheme } from '../model/schemes/print.js';
import { schemeReader } from '../model/schemes/reader.js';
import type { TreeForest } from '../model/trees/action-tree.js';
import { cropTree } from '../model/trees/crop.js';
import { randomProfile, randomTree } from '../model/trees/testing/random-tree.js';
import { translateTreesToScheme } from '../translate/schemes/tree-to-scheme.js';
import type { Finding } from '../verdict/verdict.js';
import { readInput } from './read-input.js';
import { targetFormats, translateModel } from './translators.js';

const examples = new URL('../../examples/', import.meta.url).pathname;
const translated = /\.(eml|ttd|tts|spec|pnml|bp|pds|tree|hrs)$/;
const scale = fullScale;
/** Every third of them, all with HEDDLE_CASES. */
const files = readdirSync(examples, { recursive: true, encoding: 'utf8' })
  .filter((file) => translated.test(file))
  .sort()
  .filter((file, i) => i % 3 === 0 || scale > 1 || !file.endsWith('.eml'));
const cases = 40 * scale;

async function read(file: string, reader: string, text: string): Promise<Model | string> {
  const prop = `${examples}${file.replace(/\.\w+$/, '.prop')}`;
  const companions = existsSync(prop) ? { '.prop': { file: prop, text: readFileSync(prop, 'utf8') } } : {};
  const { model, diagnostics } = await readInput(
    { file, reader, content: { kind: 'text', text, companions } },
    nodePlatform,
  );
  if (!model || model.kind === 'inquiries') return diagnostics.map(printDiagnostic).join('\n');
  return model;
}

describe('what is translated', () => {
  it.each(targetFormats)('to %s is read back, and written the same', async (to) => {
    let written = 0;
    for (const file of files) {
      const model = await read(file, file.replace(/^.*\./, ''), readFileSync(`${examples}${file}`, 'utf8'));
      if (typeof model === 'string') continue;
      const first = await translateModel(model, to);
      if (!first.ok) continue;
      written++;
      const again = await read('written', to, first.value);
      expect([file, typeof again === 'string' ? again : '']).toEqual([file, '']);
      if (typeof again === 'string') continue;
      const second = await translateModel(again, to);
      expect([file, second.ok && second.value]).toEqual([file, first.value]);
    }
    expect(written).toBeGreaterThan(4);
  });

  it('from functions that grow has names that other checkers read, and that no label has', async () => {
    const text = [
      'process P { main { more(() => { label R_0; }); } }',
      'more(f: () -> void) { label v_k; if (*) { more(() => { f(); f(); }); } else { f(); } }',
    ].join('\n');
    const model = await read('grows.eml', 'eml', text);
    const written = typeof model === 'string' ? undefined : await translateModel(model, 'hrs');
    if (!written?.ok) throw new Error('not written');
    const rules = written.value.split('\n').filter((line) => line.includes('->'));
    for (const line of rules) expect(line).toMatch(/^R__\w+( v__\w+)* -> [\w() ]+\.$/);
    expect(rules.length).toBeGreaterThan(3);
    expect(written.value).toContain('R_0 ');
    expect(written.value).toContain('v_k ');
  });

  it('from a tree to a scheme has the same pairs of labels', () => {
    for (let seed = 1; seed <= cases; seed++) {
      const rng = new Rng(seed);
      const trees = Array.from({ length: rng.between(1, 3) }, () =>
        randomTree(rng, randomProfile(rng, rng.chance(0.5))),
      );
      const forest: TreeForest = { kind: 'trees', source: new SourceText('t.tree', ''), trees };
      const text = printScheme(translateTreesToScheme(forest));
      const { model } = schemeReader.read(new SourceText('t.hrs', text), { find: () => undefined });
      if (model?.kind !== 'scheme') throw new Error(`seed ${seed}: ${text}`);
      expect([seed, reached(findingsOf(pairwiseEngine, { file: 't.hrs', model, options: {} }))]).toEqual([
        seed,
        reached(findingsOf(pairwiseEngine, { file: 't.tree', model: forest, options: {} })),
      ]);
    }
  });
});

describe('the automaton of `heddle ata`', () => {
  const answerOf = (text: string) => {
    const { model } = schemeReader.read(new SourceText('t.hrs', text), { find: () => undefined });
    if (model?.kind !== 'scheme') throw new Error(text);
    return findingsOf(pairwiseEngine, { file: 't.hrs', model, options: {} }).map(({ verdict }) => verdict.kind);
  };

  it('takes what cropped trees are translated to, and rejects those that reach the pair', () => {
    const shape = { locks: 2, labels: 2, pairs: [[1, 2]], style: 'paper' } as const;
    const printing = printAta(shape);
    let step = printing.next();
    while (!step.done) step = printing.next();
    const printed = step.value;
    if (!printed.ok) throw new Error('no automaton');
    let [both, neither] = [0, 0];
    for (let seed = 1; seed <= cases; seed++) {
      const rng = new Rng(seed);
      const tree = randomTree(rng, { locks: 2, labels: 2, maximalNodes: 12, branches: true, heavy: rng.chance(0.5) });
      const trees = cropTree(tree, new Set(['label_1', 'label_2']), 60);
      if (!trees) continue;
      const source = new SourceText('t.tree', '');
      const scheme = printScheme(translateTreesToScheme({ kind: 'trees', source, trees }));
      const reaches = reached(
        findingsOf(pairwiseEngine, { file: 't.tree', model: { kind: 'trees', source, trees: [tree] }, options: {} }),
      );
      const isReached = reaches.includes('label_1,label_2');
      expect([seed, ...answerOf(scheme + printed.value)]).toEqual([seed, isReached ? 'violated' : 'holds']);
      if (isReached) both++;
      else neither++;
    }
    expect(Math.min(both, neither)).toBeGreaterThan(0);
  });
});

/** Pairs that some tree reaches. */
function reached(findings: readonly Finding[]): string[] {
  const pairs = findings.flatMap(({ property, verdict }) =>
    property.kind === 'pairwise' && verdict.kind === 'violated' ? [[...property.labels].sort().join()] : [],
  );
  return [...new Set(pairs)].sort();
}
