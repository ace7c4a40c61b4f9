import { describe, expect, it } from 'vitest';
import { Budget } from './budget.js';
import { diagnosticAt, hasErrors, printDiagnostic } from './diagnostic.js';
import { graphOf, quotient, reachable, stronglyConnectedComponents } from './graph.js';
import { elementsOf, emptySet, has, isSubset, maskElements, maskSize, setOf, singleton } from './integers/bit-set.js';
import { Interner } from './interner.js';
import { Rng } from './rng.js';
import { SourceText } from './source-text.js';
import { IndexWorklist, Worklist } from './worklist.js';

describe('SourceText', () => {
  it('counts lines that end in LF, CRLF or CR, and drops a byte order mark', () => {
    const source = new SourceText('a', '\uFEFFone\r\ntwo\rthree\nfour');
    expect(source.lineCount).toBe(4);
    expect([1, 2, 3, 4].map((line) => source.line(line))).toEqual(['one', 'two', 'three', 'four']);
    expect(source.position(source.text.indexOf('three'))).toEqual({ line: 3, column: 1 });
  });

  it('cuts the length of a place at the end of its line', () => {
    const source = new SourceText('a', 'ab\ncd');
    expect(source.place({ start: 1, end: 5 })).toEqual({ file: 'a', line: 1, column: 2, length: 1 });
    expect(source.place({ start: 5, end: 5 })).toEqual({ file: 'a', line: 2, column: 3, length: 1 });
  });
});

describe('printDiagnostic', () => {
  it('underlines the offending text and keeps tabs in line', () => {
    const source = new SourceText('m.eml', 'x\n\tread w;');
    const diagnostic = diagnosticAt(source, { start: 8, end: 9 }, 'HD0004', 'what is w', { help: 'declare it' });
    expect(printDiagnostic(diagnostic).split('\n')).toEqual([
      'm.eml:2:7: error[HD0004]: what is w',
      '  |',
      '2 | \tread w;',
      '  | \t     ^',
      'help: declare it',
    ]);
    expect(hasErrors([diagnostic])).toBe(true);
    expect(hasErrors([{ ...diagnostic, severity: 'warning' }])).toBe(false);
  });
});

describe('bit sets', () => {
  it('are sets', () => {
    const set = setOf([0, 3, 70]);
    expect(elementsOf(set)).toEqual([0, 3, 70]);
    expect(has(set, 70) && !has(set, 69)).toBe(true);
    expect(isSubset(singleton(3), set) && !isSubset(set, singleton(3)) && isSubset(emptySet, set)).toBe(true);
  });

  it('count and list masks up to bit 30', () => {
    expect(maskElements((1 << 30) | 5)).toEqual([0, 2, 30]);
    expect(maskSize((1 << 30) | 5)).toBe(3);
  });
});

describe('strongly connected components', () => {
  it('agree with mutual reachability on random graphs, in reverse topological order', () => {
    const rng = new Rng(1);
    for (let round = 0; round < 300; round++) {
      const size = rng.between(1, 12);
      const edges = Array.from({ length: rng.below(2 * size + 1) }, () => [rng.below(size), rng.below(size)] as const);
      const graph = graphOf(size, edges);
      const components = stronglyConnectedComponents(graph);
      const from = Array.from({ length: size }, (_, node) => reachable(graph, [node]));
      for (let a = 0; a < size; a++)
        for (let b = 0; b < size; b++)
          expect(components.of[a] === components.of[b]).toBe(Boolean(from[a]![b] && from[b]![a]));
      for (const [a, b] of edges) expect(components.of[a]!).toBeGreaterThanOrEqual(components.of[b]!);
      const acyclic = quotient(graph, components);
      expect(stronglyConnectedComponents(acyclic).count).toBe(acyclic.size);
    }
  });

  it('do not overflow the stack on a long path', () => {
    const size = 200_000;
    const graph = graphOf(
      size,
      Array.from({ length: size - 1 }, (_, i) => [i, i + 1] as const),
    );
    expect(stronglyConnectedComponents(graph).count).toBe(size);
  });
});

describe('worklists', () => {
  it('hold an item once until it is taken', () => {
    const list = new Worklist<string>();
    list.add('a');
    list.add('b');
    list.add('a');
    expect([list.take(), list.take(), list.take()]).toEqual(['a', 'b', undefined]);
    list.add('a');
    expect(list.take()).toBe('a');
  });

  it('keep their order through many items', () => {
    const list = new Worklist<number>();
    let next = 0;
    for (let i = 0; i < 10_000; i++) {
      list.add(i);
      if (i % 3 === 0) expect(list.take()).toBe(next++);
    }
    while (!list.isEmpty) expect(list.take()).toBe(next++);
    expect(next).toBe(10_000);
  });

  it('over indices take back the last first', () => {
    const list = new IndexWorklist(3);
    list.add(0);
    list.add(2);
    list.add(0);
    expect([list.take(), list.take(), list.take(), list.isEmpty]).toEqual([2, 0, undefined, true]);
  });
});

describe('Interner', () => {
  it('gives equal values the same id', () => {
    const interner = new Interner<readonly number[]>((value) => value.join());
    expect([interner.intern([1, 2]), interner.intern([3]), interner.intern([1, 2])]).toEqual([0, 1, 0]);
    expect(interner.value(1)).toEqual([3]);
    expect(interner.find([4])).toBeUndefined();
    expect(interner.size).toBe(2);
  });
});

describe('Rng', () => {
  it('repeats itself for a seed and stays within bounds', () => {
    const [a, b] = [new Rng(7), new Rng(7)];
    for (let i = 0; i < 1000; i++) {
      const value = a.between(-3, 4);
      expect(value).toBe(b.between(-3, 4));
      expect(value >= -3 && value <= 4).toBe(true);
    }
    expect(new Rng(3).shuffle([1, 2, 3, 4]).sort()).toEqual([1, 2, 3, 4]);
  });
});

describe('Budget', () => {
  it('tells the run or the question to stop', () => {
    let time = 0;
    const budget = new Budget({ milliseconds: 100, millisecondsPerQuestion: 10, bytes: 1 << 20 }, () => time);
    expect(budget.check()).toBeUndefined();
    time = 11;
    expect(budget.check()?.scope).toBe('question');
    budget.nextQuestion();
    expect(budget.check()).toBeUndefined();
    budget.reserve(2 << 20);
    expect(budget.check()).toEqual({ scope: 'run', message: 'memory limit of 1 MB reached' });
    budget.reserve(-(2 << 20));
    budget.observe(1, 'no room left');
    budget.observe(1);
    expect(budget.check()).toEqual({ scope: 'run', message: 'no room left' });
    time = 101;
    expect(budget.check()).toEqual({ scope: 'run', message: 'time limit of 0.1 s reached' });
  });

  it('ends before the places in a table have more than 31 bits, whatever the limit', () => {
    const budget = new Budget({ bytes: 2 ** 40 }, () => 0);
    budget.reserve(4 * 2 ** 30);
    expect(budget.check()).toBeUndefined();
    budget.reserve(4 * 2 ** 30);
    expect(budget.check()?.message).toBe('memory limit of 6144 MB reached (for the tables of one run)');
  });
});
