import { describe, expect, it } from 'vitest';
import { printDiagnostic } from '../../base/diagnostic.js';
import { Rng } from '../../base/rng.js';
import { SourceText } from '../../base/source-text.js';
import { parseForest } from './parse.js';
import { printTree } from './print.js';
import { readForest } from './reader.js';
import { isSchedulable, reachesPair } from './testing/interleaving-oracle.js';
import { randomProfile, randomTree } from './testing/random-tree.js';

function messagesOf(text: string): string[] {
  return readForest(new SourceText('t.tree', text)).diagnostics.map(printDiagnostic);
}

function treeOf(text: string) {
  return readForest(new SourceText('t.tree', text)).model!.trees[0]!;
}

describe('the text form of trees', () => {
  it('prints what it parses', () => {
    for (let seed = 0; seed < 300; seed++) {
      const rng = new Rng(seed);
      const text = printTree(randomTree(rng, randomProfile(rng, false)));
      const { trees, diagnostics } = parseForest(new SourceText('t.tree', text));
      expect(diagnostics).toEqual([]);
      expect(printTree(trees[0]!)).toBe(text);
    }
  });

  it('takes several trees, comments and any line ends', () => {
    const text = '// two trees\r\nsp($, /* child */ $);\racq_1(label_1)\n;\n';
    const { trees } = parseForest(new SourceText('t.tree', text));
    expect(trees.map(printTree)).toEqual(['sp($, $)', 'acq_1(label_1)']);
  });

  it.each([
    ['foo', '1:1: error[HD5001]: `foo` is not an action'],
    ['acq_0($)', '1:1: error[HD5001]: `acq_0` is not an action'],
    ['sp($)', '1:1: error[HD5001]: this node takes 2 argument(s), not 1'],
    ['jo($', '1:4: error[HD5001]: `)` is missing after this'],
    ['jo(', '1:3: error[HD5001]: a tree is missing after this'],
    ['$ $', '1:3: error[HD5001]: expected `;` or the end of the file'],
    ['', '1:1: error[HD5001]: the file has no tree'],
  ])('says what is wrong with %j', (text, message) => {
    expect(messagesOf(text)[0]).toContain(message);
  });

  it('reports one error per tree', () => {
    expect(messagesOf('foo; $; bar')).toHaveLength(2);
  });
});

describe('join-lock-well-formedness', () => {
  it.each([
    ['acq_1(acq_1(bot))', '1:7: error[HD5002]: `acq_1` acquires a lock that is already held'],
    [
      'acq_1(acq_2(rel_1(bot)))',
      '1:13: error[HD5002]: `rel_1` releases a lock that is not the innermost held one (lock 2)',
    ],
    ['rel_1($)', '1:1: error[HD5002]: `rel_1` releases a lock that is not the innermost held one'],
    ['acq_1($)', '1:7: error[HD5002]: the thread ends while it holds lock 1'],
    ['acq_1(sp(rel_1($), rel_1($)))', '1:20: error[HD5002]'],
    ['jo($)', '1:1: warning[HD5003]: this join waits for nobody'],
  ])('names the node of %s', (text, message) => {
    expect(messagesOf(text)[0]).toContain(message);
  });

  it('accepts a child that takes the lock its parent holds', () => {
    expect(messagesOf('acq_1(sp(rel_1($), acq_1(rel_1($))))')).toEqual([]);
  });
});

describe('the semantics of trees', () => {
  it('keeps the lock of a thread that stops at a label', () => {
    expect(reachesPair(treeOf('acq_1(sp(label_1, acq_1(label_2)))'), 'label_1', 'label_2')).toBe(false);
  });

  it('joins only the own children, and only those spawned so far', () => {
    expect(reachesPair(treeOf('sp(jo(label_1), sp($, label_2))'), 'label_1', 'label_2')).toBe(true);
    expect(reachesPair(treeOf('sp(jo(label_1), label_2)'), 'label_1', 'label_2')).toBe(false);
    expect(isSchedulable(treeOf('sp(jo($), bot)'))).toBe(false);
  });
});
