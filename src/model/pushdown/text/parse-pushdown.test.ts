import { describe, expect, it } from 'vitest';
import { printDiagnostic } from '../../../base/diagnostic.js';
import { Rng } from '../../../base/rng.js';
import { SourceText } from '../../../base/source-text.js';
import { reachability } from '../../../logic/semiring/reachability.js';
import { singleton } from '../p-automaton.js';
import { postStar } from '../post-star.js';
import { preStar } from '../pre-star.js';
import { PushdownBuilder } from '../pushdown-builder.js';
import { shortestPathSystem, wordsSystem } from '../pushdown-model.js';
import { randomConfiguration, randomSystem } from '../testing/random-systems.js';
import { unweighted } from '../weighted-system.js';
import { parsePushdown } from './parse-pushdown.js';
import { printPushdown, printSystem } from './print-pushdown.js';
import { readPushdownText } from './read-text.js';

const recursive = `
// main calls f, which may call itself
initial <p, main>
<p, main> -> <p, f exit>
<p, f> -[read x]-> <p, f f2>   // deeper
<p, f> -[write x]-> <p, f2>
<p, f2> -> <p>
automaton deep {
  p -[f2]-> below
  below -[f2]-> below
  below -[exit]-> end
  final end
}
`;

describe('the text form of pushdown systems', () => {
  it('reads rules, the initial configuration and automata', () => {
    const { system, initial, automata } = readPushdownText('test.pds', recursive);
    expect([system.stateCount, system.symbolCount, system.rules.count]).toEqual([1, 4, 4]);
    expect(system.rules.get(1)).toMatchObject({ push: [system.rules.get(1).symbol, 3], label: 'read x' });
    const automaton = automata[0]!.automaton;
    const post = postStar(unweighted(system, reachability), singleton(system, reachability, initial!));
    expect(post.accepts({ state: 0, stack: [3, 3, 2] })).toBe(true);
    expect(automaton.accepts({ state: 0, stack: [3, 3, 2] })).toBe(true);
    expect(automaton.accepts({ state: 0, stack: [3] })).toBe(false);
    expect(preStar(unweighted(system, reachability), automaton).accepts(initial!)).toBe(true);
  });

  it('prints what it reads, and reads what it prints', () => {
    const text = printPushdown(readPushdownText('test.pds', recursive));
    expect(text.split('\n').slice(0, 3)).toEqual([
      'initial <p, main>',
      '<p, main> -> <p, f exit>',
      '<p, f> -[read x]-> <p, f f2>',
    ]);
    expect(printPushdown(readPushdownText('test.pds', text))).toBe(text);
    expect(printPushdown(readPushdownText('test.pds', `\uFEFF${text.replaceAll('\n', '\r\n')}`))).toBe(text);
  });

  it('round-trips random systems', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const rng = new Rng(seed);
      const system = randomSystem(rng);
      const text = printSystem(system, randomConfiguration(rng, system));
      expect(printPushdown(readPushdownText('test.pds', text))).toBe(text);
    }
  });

  it('quotes names and labels that would not read back', () => {
    const builder = new PushdownBuilder();
    const names = ['', 'a b', 'x->y', 'say "hi"', 'back\\slash', 'a//b', '<>', ']', 'n17', 'é□', ' '];
    names.forEach((name) => {
      builder.rule(name, `${name}1`, `${name}2`, [name, name], name);
    });
    const model = readPushdownText('test.pds', printSystem(builder.build()));
    expect([...model.system.rules].map(({ label }) => label)).toEqual(names);
    expect([...model.system.rules].map(({ from }) => model.system.stateName(from))).toEqual(names);
  });

  it('reads weights over lengths and words', () => {
    const lengths = readPushdownText('test.pds', 'weights lengths <p, a> -> <p, b> weight 7 <p, b> -> <p>');
    expect(shortestPathSystem(lengths).weights).toEqual([7, 1]);
    const words = readPushdownText(
      'test.pds',
      'weights words 4 <p, a> -> <p, b c> weight "(" then ")" <p, b> -> <p> weight x',
    );
    const weighted = wordsSystem(words, 4);
    expect(weighted.weights).toEqual([['('], ['x']]);
    expect(weighted.merges?.get(0)?.([''], ['(x'])).toEqual(['(x)']);
    expect(printPushdown(words)).toContain('<p, a> -> <p, b c> weight ( then )');
    expect(printPushdown(readPushdownText('test.pds', printPushdown(words)))).toBe(printPushdown(words));
  });
});

describe('malformed pushdown systems', () => {
  const errorsOf = (text: string) =>
    parsePushdown(new SourceText('a.pds', text)).diagnostics.map((d) => printDiagnostic(d).split('\n')[0]);

  it.each([
    ['<p, a b> -> <p>', 'a.pds:1:1: error[HD0261]: a rule reads exactly one symbol'],
    ['<p> -> <p>', 'a.pds:1:1: error[HD0261]: a rule reads exactly one symbol'],
    ['<p, a> -> <p, a b c>', 'a.pds:1:11: error[HD0261]: a rule pushes at most two symbols'],
    ['<p, a> <p>', 'a.pds:1:8: error[HD0260]: expected `->` or `-[label]->`'],
    ['<p, a> -> ', 'a.pds:1:11: error[HD0260]: expected `<`'],
    ['<p, "a> -> <p>', 'a.pds:1:5: error[HD0260]: expected `>`'],
    ['rule <p>', "a.pds:1:1: error[HD0260]: unknown item 'rule'"],
    ['weights tropical', "a.pds:1:9: error[HD0260]: unknown domain 'tropical'"],
    ['weights words 0', 'a.pds:1:15: error[HD0260]: a length of words is a number from 1 to 999999'],
    ['<p, a> -> <p> weight x weights lengths', 'a.pds:1:22: error[HD0261]: a length is a whole number, at least 0'],
    ['<p, a> -> <p> then x', 'a.pds:1:20: error[HD0261]: only a call has something after its return'],
    ['automaton a { p -[b]-> s }', 'a.pds:1:17: error[HD0262]: no rule has this symbol'],
    [
      '<p, a> -> <p> automaton q { p -[a]-> p }',
      'a.pds:1:38: error[HD0262]: a transition must not enter a control state',
    ],
    ['automaton a { p', 'a.pds:1:16: error[HD0260]: expected `-[symbol]->`'],
  ])('%s', (text, message) => {
    expect(errorsOf(text)[0]).toBe(message);
  });

  it('are reported several at a time, but not without end', () => {
    expect(errorsOf('<p, a b> -> <p>\n<p, a> -> <p>\n<q> -> <q>')).toHaveLength(2);
    expect(errorsOf('<p> -> <p>\n'.repeat(100))).toHaveLength(20);
  });

  it('never crash the parser, whatever is cut out', () => {
    const rng = new Rng(5);
    for (let i = 0; i < 2000; i++) {
      const start = rng.below(recursive.length);
      const cut = recursive.slice(0, start) + recursive.slice(start + rng.below(12));
      const { model, diagnostics } = parsePushdown(new SourceText('a.pds', cut));
      expect(model === undefined).toBe(diagnostics.length > 0);
    }
  });
});
