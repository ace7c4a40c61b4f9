// Locks passed as parameters and kept in locals, against the same program with every function written once per lock.

import { describe, expect, it } from 'vitest';
import { Rng } from '../src/base/rng.js';
import { sampleScale } from '../src/base/testing/sample-scale.js';
import { atomicityEngine } from '../src/engines/atomicity/engine.js';
import { exploreEngine } from '../src/engines/explore/engine.js';
import { findingsOf } from '../src/engines/pairwise/testing/findings.js';
import { programOf } from '../src/frontends/eml/testing/program-of.js';
import type { Program } from '../src/model/program/program.js';

const cases = 80 * sampleScale;
const locks = ['a', 'b'];

/** The same body twice: over `m` and `n`, and over two locks. Calls go to functions with a higher number only. */
type Body = (m: string, n: string, call: (callee: number, first: string, second: string) => string) => string;

function randomBody(rng: Rng, next: number, functions: number, depth = 2): Body {
  const parts = Array.from({ length: rng.between(1, 2) }, (): Body => {
    const pick = rng.below(depth > 0 ? 5 : 2);
    const variable = rng.pick(['x', 'y']);
    const inner = depth > 0 ? randomBody(rng, next, functions, depth - 1) : undefined;
    const swapped = rng.chance(0.5);
    const callee = rng.between(next, functions);
    if (pick === 0) return () => `read ${variable};`;
    if (pick === 1 || !inner) return () => `write ${variable};`;
    if (pick === 2) return (m, n, call) => `synchronized (${swapped ? n : m}) { ${inner(m, n, call)} }`;
    if (pick === 3 && callee < functions) return (m, n, call) => (swapped ? call(callee, n, m) : call(callee, m, n));
    return (m, n, call) => `if (*) { ${inner(m, n, call)} }`;
  });
  return (m, n, call) => parts.map((part) => part(m, n, call)).join(' ');
}

/** With parameters and locals, and written out. */
function twoTexts(rng: Rng): [string, string] {
  const bodies = Array.from({ length: 3 }, (_, i) => randomBody(rng, i + 1, 3));
  const units = [0, 1].map(() => ({ body: randomBody(rng, 0, 3), first: rng.pick(locks), second: rng.pick(locks) }));
  const head = 'lock a, b; var x, y;';
  const withParameters = [
    head,
    ...bodies.map(
      (body, i) => `f${i}(m: lock, n: lock) { ${body('m', 'n', (callee, p, q) => `f${callee}(${p}, ${q});`)} }`,
    ),
    ...units.map(
      ({ body, first, second }, i) =>
        `process P${i} { main { let m = ${first}; let n = ${second}; unit { ${body('m', 'n', (f, p, q) => `f${f}(${p}, ${q});`)} } } }`,
    ),
  ];
  const called = (callee: number, p: string, q: string) => `f${callee}${p}${q}();`;
  const writtenOut = [
    head,
    ...bodies.flatMap((body, i) => locks.flatMap((p) => locks.map((q) => `f${i}${p}${q}() { ${body(p, q, called)} }`))),
    ...units.map(({ body, first, second }, i) => `process P${i} { main { unit { ${body(first, second, called)} } } }`),
  ];
  return [withParameters.join('\n'), writtenOut.join('\n')];
}

function answers(program: Program): string[] {
  const task = { file: 'test.eml', model: program };
  const explored = findingsOf(exploreEngine, { ...task, options: { method: [{ text: 'full' }] } });
  const decided = findingsOf(atomicityEngine, { ...task, options: { all: [{ text: '' }] } });
  return [...explored, ...decided].map(({ property, verdict }) => {
    const { pattern, unit, other, variables } = property.kind === 'atomicity' ? property : {};
    return `${property.kind} ${pattern} ${unit} ${other} ${variables} ${verdict.kind}`;
  });
}

describe('locks in parameters and locals', () => {
  it(`are those that are passed, on ${cases} random programs`, () => {
    const kinds = new Set<string>();
    for (let seed = 1; seed <= cases; seed++) {
      const [withParameters, writtenOut] = twoTexts(new Rng(seed));
      const [given, right] = [answers(programOf(withParameters)), answers(programOf(writtenOut))];
      expect([seed, given.sort()], withParameters).toEqual([seed, right.sort()]);
      for (const answer of right) kinds.add(answer.replace(/^(\S+) .* /, '$1 '));
    }
    expect([...kinds].sort()).toContain('atomicity violated');
    expect([...kinds].sort()).toContain('atomicity holds');
  });

  it('stay unknown where a local may be either of two', () => {
    const text = `lock a, b; var x; f(m: lock) { synchronized (m) { unit { write x; write x; } } }
      process P { main { let m = a; if (*) { m = b; } f(m); } } process Q { main { synchronized (a) { unit { write x; } } } }`;
    expect(answers(programOf(text)).some((answer) => /violated|unknown/.test(answer))).toBe(true);
    const both = text.replace('if (*) { m = b; }', 'if (*) { m = a; }');
    expect(answers(programOf(both)).filter((answer) => answer.startsWith('atomicity'))).not.toContainEqual(
      expect.stringMatching(/violated|unknown/),
    );
  });

  it('make one function per choice, and no more than are called', () => {
    const names = (text: string) => programOf(text).functions.map(({ name }) => name);
    const rest = 'f(m: lock) { synchronized (m) { skip; } } lock a, b;';
    expect(names(`${rest} process P { main { f(a); f(b); f(a); } }`)).toEqual(['f', 'P.main', 'f[b]']);
    expect(names(`${rest} process P { main { f(a); } }`)).toEqual(['f', 'P.main']);
    const swap = 'g(m: lock, n: lock) { if (*) { g(n, m); } } lock a, b; process P { main { g(a, b); } }';
    expect(names(swap)).toEqual(['g', 'P.main', 'g[b,a]']);
  });
});
