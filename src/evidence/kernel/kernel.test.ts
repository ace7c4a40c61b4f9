import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { fullScale } from '../../base/testing/sample-scale.js';
import { randomEml } from '../../engines/atomicity/testing/random-eml.js';
import { randomThreads } from '../../engines/atomicity/testing/random-threads.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { completePatterns } from '../../logic/access-patterns/conflict-cycles.js';
import type { Program } from '../../model/program/program.js';
import { patterns } from '../atomicity/access-patterns.js';
import { certifyClaim } from '../testing/certify.js';
import { type Judged, judge } from '../testing/mutant-probe.js';
import { brokenLaws } from './testing/laws.js';

const noHints = { kind: 'lock-histories/2' as const, body: {} };

/** Claims by whether they are true and accepted. */
function count({ text, claims }: Judged): { wrong: number; missed: number; shown: number } {
  const program = programOf(text);
  const result = { wrong: 0, missed: 0, shown: 0 };
  for (const { property, isTrue } of claims) {
    const isAccepted = certifyClaim(program, property, noHints).kind === 'accepted';
    if (isAccepted && !isTrue) result.wrong++;
    // In one state of a cooperative program only one thread is between switch points: K16 does not use that.
    if (!isAccepted && isTrue && property.kind === 'atomicity') result.missed++;
    if (!isTrue) result.shown++;
  }
  return result;
}

function countAll(texts: readonly string[]) {
  const counts = texts.flatMap((text) => judge(text) ?? []).map(count);
  const sum = (key: 'wrong' | 'missed' | 'shown') => counts.reduce((total, one) => total + one[key], 0);
  return { wrong: sum('wrong'), missed: sum('missed'), hasShown: sum('shown') > 0 };
}

describe('the kernel', () => {
  it.each([false, true])(
    'accepts exactly what brute force does not show, on random programs (cooperative: %s)',
    (cooperative) => {
      const texts = Array.from({ length: 12 * fullScale }, (_, seed) => {
        const rng = new Rng(5000 + seed);
        return randomEml(rng, { processes: 2, locks: rng.between(0, 3), variables: rng.between(1, 2), cooperative });
      });
      expect(countAll(texts)).toEqual({ wrong: 0, missed: 0, hasShown: true });
    },
  );

  it('accepts nothing that brute force shows, on random programs with threads', () => {
    const texts = Array.from({ length: 6 * fullScale }, (_, seed) =>
      randomThreads(new Rng(7000 + seed), { cooperative: seed % 3 === 0, loops: false, spawnInLocks: seed % 2 === 0 }),
    );
    expect(countAll(texts)).toMatchObject({ wrong: 0, hasShown: true });
  });

  it.each([
    ['a function that is called after the spawn', 'spawn child(); wait_for(); write x;', true],
    ['a function that spawns and joins', 'both(); write x;', true],
    ['a function that is called before the spawn', 'wait_for(); spawn child(); write x;', false],
    ['a function that is called in between', 'spawn child(); write x; wait_for();', false],
  ])('knows that `join` waits for children: in %s', (_, main, isOrdered) => {
    const text = `var x; child { write x; } wait_for { join; } both { spawn child(); join; } process P { main { ${main} } }`;
    const { claims } = judge(text)!;
    expect(claims.filter(({ property }) => property.kind === 'race').map(({ isTrue }) => isTrue)).toContain(isOrdered);
    expect(countAll([text])).toMatchObject({ wrong: 0, missed: 0 });
    const race = certifyClaim(programOf(text), { kind: 'race', variable: 'x' }, noHints);
    expect(race.kind).toBe(isOrdered ? 'accepted' : 'not-certified');
  });

  it('certifies all of a program in which a callee joins (seed 1200 of bench/evidence-random.js)', () => {
    const text = randomThreads(new Rng(1200), { cooperative: false, loops: false, spawnInLocks: true });
    expect(countAll([text])).toMatchObject({ wrong: 0, missed: 0 });
  });

  it('does not take hints on trust: no lock set makes a false claim true', () => {
    const text =
      'lock l, m; var x; process P { main { unit { synchronized(l) { read x; } synchronized(m) { write x; } } } } process Q { main { synchronized(l) { synchronized(m) { write x; } } } }';
    const { claims } = judge(text)!;
    const program = programOf(text);
    const sets = [[], ['l'], ['m'], ['l', 'm'], ['no such lock']];
    const isFalse = claims.filter(({ isTrue, property }) => !isTrue && property.kind === 'atomicity');
    expect(isFalse.length).toBeGreaterThan(0);
    for (const { property } of isFalse)
      for (const locks of sets) {
        const hints = ['x'].map((name) => ({ threads: ['P', 'Q'], variables: [name], locks: [locks, ...sets] }));
        expect(certifyClaim(program, property, { kind: 'lock-histories/2', body: { hints } }).kind).toBe('rejected');
      }
  });

  it.each([
    ['no patterns', { unit: 'P', other: 'Q', set: '*', patterns: [] }],
    ['an unknown pattern', { unit: 'P', other: 'Q', set: '*', patterns: ['1', '99'] }],
    ['an unknown set', { unit: 'P', other: 'Q', set: 'A', patterns: ['1'] }],
    ['an unknown thread', { unit: 'P', other: 'R', set: '*', patterns: ['1'] }],
    ['one thread', { unit: 'P', other: 'P', set: '*', patterns: ['1'] }],
    ['too few variables', { unit: 'P', other: 'Q', pattern: '8', variables: ['x'] }],
    ['an unknown variable', { unit: 'P', other: 'Q', pattern: '1', variables: ['y'] }],
  ])('rejects a claim about %s', (_, property) => {
    const program = programOf('var x; process P { main { read x; } } process Q { main { read x; } }');
    expect(certifyClaim(program, { kind: 'atomicity', ...property }, noHints).kind).toBe('rejected');
  });

  it('does not go on where it has no rule: a new kind of action, a new field, another scheduling', () => {
    const program = programOf(
      'lock l; var x; process P { main { synchronized(l) { read x; } } } process Q { main { read x; } }',
    );
    const property = { kind: 'race' as const, variable: 'x' };
    const changed = (change: (action: object) => object): Program => ({
      ...program,
      functions: program.functions.map((graph) => ({
        ...graph,
        edges: graph.edges.map((edge) => ({ ...edge, action: JSON.parse(JSON.stringify(change(edge.action))) })),
      })),
    });
    expect(certifyClaim(program, property, noHints).kind).toBe('accepted');
    expect(
      certifyClaim(
        changed(() => ({ kind: 'swap' })),
        property,
        noHints,
      ).kind,
    ).toBe('not-certified');
    expect(
      certifyClaim(
        changed((action) => ({ ...action, mode: 'shared' })),
        property,
        noHints,
      ).kind,
    ).toBe('not-certified');
    const eventLoop = { ...program, scheduling: JSON.parse('"event-loop"') };
    expect(certifyClaim(eventLoop, property, noHints).kind).toBe('not-certified');
  });

  it('keeps the laws of the order: a tuple that covers another excludes no more, whatever comes before and after', () => {
    expect(brokenLaws()).toBe(0);
  });

  it('derives the same patterns, under the same names, as the engine', () => {
    const named = completePatterns.map(({ id, events }) => [
      id,
      events.map(({ role, kind, variable }) => ({ role, kind, variable })),
    ]);
    expect([...patterns]).toEqual(named);
  });

  it('stays small: at most 620 lines without comments, blank lines, imports and closing brackets', () => {
    const folder = new URL('.', import.meta.url);
    const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
    const texts = files.map((name) => readFileSync(new URL(name, folder), 'utf8').replaceAll(/^import [^;]*;$/gm, ''));
    const isCode = (line: string) => !/^\s*($|\/\/|\/\*\*|\*|[\])}>;,(]+$)/.test(line);
    expect(texts.flatMap((text) => text.split('\n').filter(isCode)).length).toBeLessThanOrEqual(620);
  });
});
