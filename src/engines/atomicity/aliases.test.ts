import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { statedProperty } from '../../verdict/property.js';
import { atomicityEngine } from './engine.js';
import { type AliasShape, randomAliases } from './testing/random-aliases.js';
import { findingsOf } from './testing/run-engine.js';
import { firstWrongVerdict } from './testing/threads-verdicts.js';

const cases = Math.ceil(40 * sampleScale);

function refusalOf(text: string): string | undefined {
  const applicable = atomicityEngine.applicable({ file: '', model: programOf(text), options: {} });
  return applicable.ok ? undefined : applicable.because;
}

/** After it, the local may be one of two locks. */
const either = 'if (*) { m = k; }';
const notifier = 'process Q { main { synchronized(l) { write x; notify(l); } } }';

describe('locks behind locals', () => {
  it('are not released unless they were acquired through the same local', () => {
    const text = (body: string) =>
      `lock l, k; var x; process P { f(m: lock) { release(m); }
       main { let m: lock = l; ${either} unit { ${body} } } } ${notifier}`;
    const unknown = /released through a local/;
    expect(refusalOf(text('acquire(l); read x; release(m); acquire(m); write x; release(l);'))).toMatch(unknown);
    expect(refusalOf(text(`acquire(m); ${either} release(m);`))).toMatch(unknown);
    expect(refusalOf(text('if (*) acquire(m); release(m);'))).toMatch(unknown);
    expect(refusalOf(text('acquire(m); f(m);'))).toMatch(unknown);
    expect(refusalOf(text('acquire(m); acquire(l); read x; release(l); release(m);'))).toBeUndefined();
    expect(refusalOf(text(`while (*) { synchronized(m) { ${either} } }`))).toBeUndefined();
  });

  it('are not waited on while a lock is held by name, here or by the caller', () => {
    const text = (body: string) => `lock l, k; var x;
      process P { f(m: lock) { synchronized(m) { wait(m); } } main { let m: lock = l; ${either} unit { ${body} } } } ${notifier}`;
    const same = /they may be the same/;
    expect(refusalOf(text('synchronized(l) { read x; synchronized(m) { wait(m); } write x; }'))).toMatch(same);
    expect(refusalOf(text('synchronized(l) { read x; f(m); write x; }'))).toMatch(same);
    expect(refusalOf(text('read x; f(m); write x;'))).toBeUndefined();
  });

  it('hold nothing: two locals may be one lock or two', () => {
    const text = (lock: string) => `lock l, k; var x;
      process P { main { let m: lock = ${lock}; unit { synchronized(m) { read x; write x; } } } }
      process Q { main { synchronized(l) { write x; } } }`;
    expect(findingsOf(programOf(text('k'))).map(({ verdict }) => verdict.kind)).toEqual(['violated']);
    expect(findingsOf(programOf(text('l; if (1 > 2) { m = k; } skip'))).map(({ verdict }) => verdict.kind)).toEqual([
      'unknown',
    ]);
    expect(findingsOf(programOf(text('l'))).map(({ verdict }) => verdict.kind)).toEqual(['holds']);
  });
});

describe('a cooperative thread that goes wrong', () => {
  it('gives the processor away', () => {
    const text = (wrong: string) => `scheduling cooperative; var x, y;
      process P { main { unit { write x; yield; write y; ${wrong} while (true) { skip; } } } }
      process Q { main { unit { write y; yield; write x; } } }`;
    const verdict = (wrong: string) =>
      findingsOf(programOf(text(wrong)), { all: '' }).find(
        ({ property }) =>
          statedProperty(property).pattern === '8' &&
          statedProperty(property).unit === 'P' &&
          statedProperty(property).variables?.toString() === 'x,y',
      )?.verdict.kind;
    expect(verdict('assert false;')).toBe('violated');
    expect(verdict('let l: lock = null; acquire(l);')).toBe('violated');
    expect(verdict('assert true;')).toBe('holds');
    expect(verdict('let i: int = 1; i = i - 1; i = 2 / i;')).toBe('violated');
    expect(verdict('let i: int 0..3 = 1; let b = i + 1 > 2;')).toBe('holds');
  });
});

describe('random programs with locks behind locals and steps that go wrong', () => {
  const shapes: [string, AliasShape][] = [
    ['preemptive', { cooperative: false, waits: false, anyNumber: false }],
    ['with waits', { cooperative: false, waits: true, anyNumber: false }],
    ['cooperative', { cooperative: true, waits: false, anyNumber: false }],
    ['cooperative with waits', { cooperative: true, waits: true, anyNumber: false }],
    ['with any number of instances', { cooperative: false, waits: false, anyNumber: true }],
    ['cooperative with any number of instances', { cooperative: true, waits: true, anyNumber: true }],
  ];

  it.each(shapes)('are answered as full exploration says, or refused: %s', (_, shape) => {
    const counts = { violated: 0, holds: 0, unknown: 0 };
    let refused = 0;
    for (let seed = 1; seed <= cases; seed++) {
      const text = randomAliases(new Rng(seed), shape);
      if (refusalOf(text) !== undefined) refused++;
      else {
        const wrong = firstWrongVerdict(programOf(text), 3000, counts);
        expect(wrong && `seed ${seed}: ${wrong}\n${text}`).toBeUndefined();
      }
    }
    expect(refused).toBeLessThan(cases * 0.7);
    expect(counts.violated).toBeGreaterThan(cases / 20);
  });
});
