// Functions as values, through the whole pipeline: the same answers as the program written out by hand, and no `holds` about a
// program of which only a part was made but what types of its scheme show.

import { describe, expect, it } from 'vitest';
import { programOf } from '../src/frontends/eml/testing/program-of.js';
import { check } from '../src/pipeline/check.js';
import { portablePlatform } from '../src/pipeline/portable-platform.js';
import { translateModel } from '../src/pipeline/translators.js';
import { certifyClaims } from '../src/pipeline/verification/certify.js';
import type { Certificate } from '../src/verdict/certificate.js';
import { allExecutions } from '../src/verdict/scope.js';

async function verdicts(text: string): Promise<readonly string[]> {
  const { findings } = await check(text, { language: 'eml' });
  return findings.map(({ engine, property, verdict }) => {
    const { kind, ...about } = property;
    return `${engine} ${kind} ${JSON.stringify(about).replace(/\d+:\d+/g, 'place')} ${verdict.kind}`;
  });
}

const written: readonly (readonly [string, string])[] = [
  [
    'lock l; var x: int; run(f: () -> void) { unit { synchronized(l) { f(); } } } process P [2] { main { run(() => { x = x + 1; }); assert x > 0; } }',
    'lock l; var x: int; f { x = x + 1; } run { unit { synchronized(l) { f(); } } } process P [2] { main { run(); assert x > 0; } }',
  ],
  [
    'var x: int; twice(f: (int) -> void) { f(1); f(2); } process P [2] { main { let n = 3; unit { twice((m: int) => { x = x + n * m; }); } } }',
    'var x: int; f(n: int, m: int) { x = x + n * m; } twice(n: int) { f(n, 1); f(n, 2); } process P [2] { main { let n = 3; unit { twice(n); } } }',
  ],
  [
    'lock a, b; in(l: lock, f: () -> void) { synchronized(l) { f(); } } process P { main { in(a, () => { in(b, () => { label p; }); }); } } process Q { main { in(b, () => { in(a, () => { label q; }); }); } }',
    'lock a, b; process P { main { synchronized(a) { synchronized(b) { label p; } } } } process Q { main { synchronized(b) { synchronized(a) { label q; } } } }',
  ],
];

describe('functions as values', () => {
  it.each(written)('%s', async (higherOrder, firstOrder) => {
    const expected = await verdicts(firstOrder);
    expect(expected.length).toBeGreaterThan(0);
    expect(await verdicts(higherOrder)).toEqual(expected);
  });
});

const growing = `lock l; var x: int;
more(f: () -> void) { if (*) f(); else more(() => { f(); }); }
process P [2] { main { more(() => { synchronized(l) { label here; unit { x = x + 1; } } }); label free; assert x > 0; } }`;

describe('functions that grow without bound', () => {
  it('leave no engine with a holds but pairwise, by types', async () => {
    const { findings, diagnostics } = await check(growing, { language: 'eml' });
    expect(diagnostics.map(({ code }) => code)).toContain('HD0154');
    expect(findings.length).toBeGreaterThan(2);
    const holding = findings.filter(({ verdict }) => verdict.kind === 'holds');
    expect(holding).toMatchObject([
      { engine: 'pairwise', method: 'types', verdict: { certificate: { kind: 'typing' } } },
    ]);
    const open = findings.filter(({ verdict }) => verdict.kind === 'unknown').map(({ engine }) => engine);
    expect(new Set(open)).toEqual(new Set(['atomicity', 'explore']));
  });

  it('are written as the scheme of all of them, and as no part of them', async () => {
    const program = programOf(growing);
    const hrs = await translateModel(program, 'hrs');
    if (!hrs.ok) throw new Error('no scheme');
    const { findings } = await check(hrs.value, {
      language: 'hrs',
      options: { labels: 'here,here' },
      engine: 'pairwise',
    });
    expect(findings.map(({ verdict }) => verdict.kind)).toEqual(['holds']);
    expect((await translateModel(program, 'pds')).ok).toBe(false);
    expect((await translateModel(program, 'ttd')).ok).toBe(false);
  });

  it.each([
    [{ kind: 'pairwise', labels: ['here', 'here'] }, 'accepted'],
    [{ kind: 'pairwise', labels: ['here', 'free'] }, 'rejected'],
    [{ kind: 'race', variable: 'x' }, 'rejected'],
    [{ kind: 'error' }, 'rejected'],
  ] as const)('have a typing for %j: %s', async (property, kind) => {
    const claim = { property, scope: allExecutions(), certificate: { kind: 'typing', body: {} } } as const;
    const [outcome] = await certifyClaims(programOf(growing), [claim], portablePlatform, { left: 1_000_000 });
    expect(outcome).toMatchObject({ kind });
  });

  it.each<Certificate>([
    { kind: 'lock-histories/2', body: {} },
    { kind: 'states/1', body: { limit: 1_000_000 } },
    { kind: 'executions/1', body: { limit: 1_000_000 } },
  ])('are not certified by $kind', async (certificate) => {
    const property = { kind: 'pairwise', labels: ['here', 'here'] } as const;
    const claim = { property, scope: allExecutions(), certificate };
    const [outcome] = await certifyClaims(programOf(growing), [claim], portablePlatform, { left: 1_000_000 });
    expect(outcome).toMatchObject({ kind: 'rejected', because: expect.stringContaining('grow without bound at 2:') });
  });
});
