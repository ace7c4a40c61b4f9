import { describe, expect, it } from 'vitest';
import { SourceText } from '../../base/source-text.js';
import { printScheme } from './print.js';
import { readScheme } from './reader.js';
import { orderOf } from './scheme.js';
import { printGeneratedTree } from './testing/generate.js';

function schemeOf(text: string) {
  const { model, diagnostics } = readScheme(new SourceText('t.hrs', text));
  expect(diagnostics).toEqual([]);
  return model!;
}

const grammar = (rules: string) => `%BEGING\n${rules}\n%ENDG\n`;

describe('recursion schemes', () => {
  it('generates the tree to a depth', () => {
    const scheme = schemeOf(grammar('S -> F c. F x -> a x (F (b x)).'));
    expect(printGeneratedTree(scheme, 4)).toBe('a(c, a(b(c), a(b(_), a(_, _))))');
  });

  it('lifts functions and completes partial rules and terminals', () => {
    const scheme = schemeOf(grammar('S -> Twice (_fun k -> a k) e. Twice f = Compose f f. Compose f g x -> f (g x).'));
    expect(printGeneratedTree(scheme, 9)).toBe('a(a(e))');
    expect(orderOf(scheme)).toBe(2);
    expect(printGeneratedTree(schemeOf(grammar('S -> I b e. I f x -> f x.')), 9)).toBe('b(e)');
  });

  it('prints what it reads, with either form of automaton', () => {
    for (const automaton of [
      '%BEGINA\nq0 a -> q0 q1.\nq1 c -> .\n%ENDA\n',
      '%BEGINR\na -> 2.\nc -> 0.\n%ENDR\n%BEGINATA\nq0 a -> ((1, q0) \\/ (2, q1)).\nq1 c -> true.\n%ENDATA\n',
    ]) {
      const text = `${grammar('S -> a c S.')}${automaton}`;
      expect(printScheme(schemeOf(text))).toBe(text);
    }
  });

  it('skips nested comments', () => {
    expect(printGeneratedTree(schemeOf(`/* a /* nested */ one */ ${grammar('S -> /* here */ c.')}`), 3)).toBe('c');
  });

  it.each([
    ['S -> c', 'HD5004'],
    [grammar('S -> (c.'), 'HD5004'],
    [grammar('S -> .'), 'HD5004'],
    [grammar('S -> F. F x -> x x.'), 'HD5005'],
    [grammar('S x -> x.'), 'HD5005'],
    [grammar('S -> a S. S -> c.'), 'HD5004'],
    [`${grammar('S -> a c c.')}%BEGINR a -> 1. c -> 0. %ENDR %BEGINATA q a -> true. %ENDATA`, 'HD5005'],
  ])('rejects %j with %s', (text, code) => {
    const { diagnostics } = readScheme(new SourceText('t.hrs', text));
    expect(diagnostics[0]?.code).toBe(code);
  });
});
