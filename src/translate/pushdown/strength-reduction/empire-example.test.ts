// 004's running example, number by number: Fig. 4, the valuation and MOVP examples, and Table 2.

import { describe, expect, it } from 'vitest';
import { acceptsWord } from '../../../logic/nested-words/nested-word-automaton.js';
import { inside, outside, scopeTemplate } from '../../../logic/nested-words/scope-template.js';
import { prefixWords, type Words } from '../../../logic/semiring/prefix-words.js';
import { singleton } from '../../../model/pushdown/p-automaton.js';
import { postStar } from '../../../model/pushdown/post-star.js';
import { wordsSystem } from '../../../model/pushdown/pushdown-model.js';
import { valuation } from '../../../model/pushdown/valuation.js';
import type { WeightedSystem } from '../../../model/pushdown/weighted-system.js';
import { nestedWordProduct } from './nested-word-product.js';
import { wordOfRun } from './run-word.js';
import { type Brackets, reduceStrength, scopedSystem, withoutNested } from './strength-reduction.js';
import { empireLock, empireModel, path1, symbolsNamed } from './testing/empire-example.js';
import { printRuleTable } from './testing/print-rule-table.js';

const initial = empireModel.initial!;
const plain: Brackets<Words> = { open: () => ['('], close: () => [')'] };
/** Nested brackets as <n and >n would be, one letter each. */
const told: Brackets<Words> = {
  open: (_, nesting) => [nesting === 'outermost' ? '(' : '<'],
  close: (_, nesting) => [nesting === 'outermost' ? ')' : '>'],
};
const original = (bound: number): WeightedSystem<Words> =>
  scopedSystem(wordsSystem(empireModel, bound), [empireLock], plain);

/** MOVP of all configurations <p, x_main>. */
function valueAtMainExit(weighted: WeightedSystem<Words>): Words {
  const [exit] = symbolsNamed(['x_main']);
  const post = postStar(weighted, singleton(weighted.system, weighted.semiring, initial));
  return post.weightOf({ state: 0, stack: [exit!] });
}

describe('the EWPDS of Fig. 4', () => {
  it('has the weights and closing constants of the figure', () => {
    expect(printRuleTable(original(11))).toEqual([
      '1 <p, e_main> -> <p, n16> ε',
      '2 <p, n16> -> <p, n17> [',
      '3 <p, n17> -> <p, e_testAndSet n18> ( then )',
      '4 <p, e_testAndSet> -> <p, n10> ε',
      '5 <p, n10> -> <p, e_get n11> ( then )',
      '6 <p, e_get> -> <p, x_get> R',
      '7 <p, x_get> -> <p> ε',
      '8 <p, n11> -> <p, n12> ε',
      '9 <p, n12> -> <p, e_set x_testAndSet> ( then )',
      '10 <p, e_set> -> <p, x_set> W',
      '11 <p, x_set> -> <p> ε',
      '12 <p, x_testAndSet> -> <p> ε',
      '13 <p, n18> -> <p, x_main> ]',
      '14 <p, x_main> -> <p> ε',
      '15 <p, n11> -> <p, x_testAndSet> ε',
    ]);
  });

  it('gives Path 1 the word of section 2', () => {
    expect(valuation(original(11), path1)).toEqual(['[((R)(W))]']);
  });

  it('leaves suspended callers in front: the value of a run inside get', () => {
    expect(valuation(original(11), path1.slice(0, 6))).toEqual(['[((R']);
  });

  it('has the MOVP values of section 3.1 at the exit of main', () => {
    expect(valueAtMainExit(original(11))).toEqual(['[((R)(W))]', '[((R))]']);
    expect(prefixWords(8).print(valueAtMainExit(original(8)))).toBe('{ [((R)(W)Σ*, [((R))] }');
  });
});

describe('the template on Fig. 4', () => {
  const template = scopeTemplate(empireLock);

  it('accepts the nested word of Path 1 and of every prefix', () => {
    for (let length = 0; length <= path1.length; length++)
      expect(acceptsWord(template, wordOfRun(empireModel.system, path1.slice(0, length)))).toBe(true);
  });

  it('accepts none of them as printed, where entries and exits are no internal symbols', () => {
    const excluded = symbolsNamed(['e_main', 'e_get', 'e_set', 'e_testAndSet', 'x_get', 'x_set', 'x_testAndSet']);
    const printed = { ...template, internal: (q: number, symbol: number) => (excluded.has(symbol) ? [] : [q]) };
    expect(acceptsWord(printed, wordOfRun(empireModel.system, path1.slice(0, 1)))).toBe(false);
  });

  it('relates states to the brackets of a call as in section 5', () => {
    const { weighted, valueAt } = nestedWordProduct(original(11), template);
    const call = weighted.weights[8]!; // n12 calls set
    expect([valueAt(call, outside, inside), valueAt(call, inside, inside)]).toEqual([['('], ['(']]);
    const reduced = reduceStrength(wordsSystem(empireModel, 11), [empireLock], told);
    const toldCall = reduced.weighted.weights[8]!;
    expect(reduced.valueAt(toldCall, outside, inside)).toEqual(['(']);
    expect(reduced.valueAt(toldCall, inside, inside)).toEqual(['<']);
    expect(reduced.valueAt(toldCall, outside, outside)).toEqual([]);
  });
});

describe('Table 2: Path 1 with a prefix bound of 7', () => {
  const words = prefixWords(7);
  const path1With = (brackets: Brackets<Words>) => {
    const { weighted, valueAt } = reduceStrength(wordsSystem(empireModel, 7), [empireLock], brackets);
    return words.print(valueAt(valuation(weighted, path1), outside, outside));
  };

  it('(a) is cut before language strength reduction', () => {
    expect(path1With(plain)).toBe('{ [((R)(WΣ* }');
  });

  it('(b) is cut when outermost and nested brackets are told apart', () => {
    expect(path1With(told)).toBe('{ [(<R><WΣ* }');
  });

  it('(c) is exact when nested brackets are gone', () => {
    expect(path1With(withoutNested(words.one, told))).toBe('{ [(RW)] }');
  });

  it('agrees with saturation: both paths of P0 are exact with bound 7', () => {
    const brackets = withoutNested(words.one, told);
    const { weighted, value } = reduceStrength(wordsSystem(empireModel, 7), [empireLock], brackets);
    const post = postStar(weighted, singleton(weighted.system, weighted.semiring, initial));
    const [exit] = symbolsNamed(['x_main']);
    expect(words.print(value(post.weightOf({ state: 0, stack: [exit!] })))).toBe('{ [(R)], [(RW)] }');
    expect(words.print(value(post.weightOf({ state: 0, stack: [] })))).toBe('{ [(R)], [(RW)] }');
  });
});
