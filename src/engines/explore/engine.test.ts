// The engine as a whole: which search answers what, what it says when it stops early, and that every witness replays.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { checkShown } from '../../verdict/meaning/program-checks.js';
import { runWitness } from '../../verdict/meaning/run-witness.js';
import { statedProperty } from '../../verdict/property.js';
import type { Finding } from '../../verdict/verdict.js';
import { exploreEngine } from './engine.js';
import { exploreMethods } from './info.js';
import { findingsOf } from './testing/findings-of.js';
import { randomProgram, richPrograms } from './testing/random-programs.js';

function shown(finding: Finding): string {
  return `${finding.property.kind} ${finding.verdict.kind} ${finding.method}`;
}

const lostUpdate = 'var x : int; process P [2] { main { x = x + 1; } }';

describe('explore', () => {
  it('searches statefully unless told otherwise', () => {
    const program = programOf(lostUpdate);
    expect(findingsOf(program, { property: 'races,errors' }).map(shown)).toEqual([
      'race violated stateful',
      'error holds stateful',
    ]);
    for (const method of exploreMethods)
      expect(findingsOf(program, { method, property: 'races' }).map(shown)).toEqual([`race violated ${method}`]);
  });

  it('knows --mode and stateless as other names', () => {
    const answer = (flags: Readonly<Record<string, string>>) =>
      findingsOf(programOf(lostUpdate), { ...flags, property: 'races' }).map(shown);
    expect(answer({ mode: 'lockset' })).toEqual(['race violated lockset']);
    expect(answer({ mode: 'stateless' })).toEqual(['race violated optimal']);
    expect(answer({ method: 'stateless' })).toEqual(['race violated optimal']);
    expect(answer({ method: 'full', mode: 'lockset' })).toEqual(['race violated full']);
  });

  it('searches in full, and says so, what locksets do not decide', () => {
    const cooperative = programOf(`scheduling cooperative; ${lostUpdate}`);
    const [finding] = findingsOf(cooperative, { property: 'assertions' });
    expect(shown(finding!)).toBe('assertion holds full');
    expect(finding!.because.join()).toContain('cooperative');
    const properties = { property: 'assertions,atomicity' };
    expect(findingsOf(programOf('var x; process P { main { unit { read x; } } }'), properties).map(shown)).toEqual([
      'assertion holds stateful',
      'atomicity holds full',
    ]);
  });

  it('says why it searched in full with violations, too', () => {
    const text = 'var x; process P { main { unit { read x; read x; } } } process Q { main { write x; } }';
    const [finding] = findingsOf(programOf(text), { property: 'atomicity' });
    expect(shown(finding!)).toBe('atomicity violated full');
    expect(finding!.because.join()).toContain('every interleaving was visited');
  });

  it('says what it covered when nothing is wrong', () => {
    const program = programOf('lock l; var x : int; process P [2] { main { synchronized (l) { x = x + 1; } } }');
    const covered = (flags: Readonly<Record<string, string>>) => {
      const { verdict, because } = findingsOf(program, flags)[0]!;
      return verdict.kind === 'holds' ? because.join() : verdict.kind;
    };
    expect(covered({})).toMatch(/\d+ states, \d+ transitions, \d+ executions; .* reductions local-steps, transactions/);
    expect(covered({ method: 'optimal' })).toContain('one interleaving of every class');
    expect(covered({ reductions: 'none' })).toContain('no further reductions');
    expect(covered({ method: 'full' })).toContain('every reachable state visited');
  });

  it('hands over how far the states are to be searched again: in proportion to the search, or as the user says', () => {
    const program = programOf('lock l; var x : int; process P [2] { main { synchronized (l) { x = x + 1; } } }');
    const certificate = (flags: Readonly<Record<string, string>>) => {
      const { verdict } = findingsOf(program, flags)[0]!;
      return verdict.kind === 'holds' ? verdict.certificate : verdict.kind;
    };
    expect(certificate({})).toEqual({ kind: 'states-local/1', body: { limit: 30_000 } });
    const alone = programOf(
      'lock l, m; process P { main { synchronized (l) { skip; } } } process Q { main { synchronized (m) { skip; } } }',
    );
    expect(findingsOf(alone, {})[0]!.verdict).toMatchObject({ certificate: { kind: 'executions/1' } });
    expect(certificate({ 'certify-states': '77' })).toEqual({ kind: 'states-local/1', body: { limit: 77 } });
    expect(certificate({ 'certify-states': '9000000' })).toEqual({
      kind: 'states-local/1',
      body: { limit: 1_000_000 },
    });
  });

  it('assumes that hashes differ when it keeps only those', () => {
    const program = programOf('var x : int; process P { main { x = 1; } }');
    const scopes = (flags: Readonly<Record<string, string>>) =>
      findingsOf(program, flags).map(({ verdict }) =>
        verdict.kind === 'holds' ? verdict.scope.assumptions.length : -1,
      );
    expect(scopes({ 'hash-compaction': '' })).toEqual([1, 1, 1]);
    expect(scopes({})).toEqual([0, 0, 0]);
    expect(scopes({ 'hash-compaction': '', method: 'full' })).toEqual([0, 0, 0]);
  });

  it('takes overflow of 32-bit integers for an error', () => {
    const grow = (operator: string) => `process P { main { let i = 2147483647; let j = 0 - i - 1; ${operator} } }`;
    for (const method of exploreMethods) {
      const reasons = (text: string) =>
        findingsOf(programOf(grow(text)), { method, property: 'errors' }).map(
          ({ property }) => statedProperty(property).reason,
        );
      expect(reasons('i = i + 1;')).toEqual(['integer overflow']);
      expect(reasons('j = j - 1;')).toEqual(['integer overflow']);
      expect(reasons('i = i * 2;')).toEqual(['integer overflow']);
      expect(reasons('j = -j;')).toEqual(['integer overflow']);
      expect(reasons('j = j / (0 - 1);')).toEqual(['integer overflow']);
      expect(reasons('i = i + j; i = i * i; j = j % 7;')).toEqual([undefined]);
    }
  });

  it('spawns nobody when an argument does not fit', () => {
    const program = programOf(`var x : int;
      work(n : int 0..2) { x = n; }
      process P { main { let n = 3; spawn work(n); } }
      process Q { main { spawn work(1); x = 2; } }`);
    for (const method of exploreMethods)
      expect(findingsOf(program, { method, property: 'errors,races' }).map(shown)).toEqual([
        `error violated ${method}`,
        `race violated ${method}`,
      ]);
  });

  it('takes a step that goes wrong for no access', () => {
    const race = (value: number, divisor: string) => {
      const text = `var x: int = ${value}, y: int; process P { main { y = 1 / ${divisor}; } } process Q { main { y = 2; } }`;
      return ['stateful', 'stateless', 'full'].map((mode) =>
        findingsOf(programOf(text), { mode, property: 'races' }).map(({ verdict }) => verdict.kind),
      );
    };
    expect(race(0, 'x')).toEqual([['holds'], ['holds'], ['holds']]);
    expect(race(1, 'x')).toEqual([['violated'], ['violated'], ['violated']]);
  });

  it('loses no update where threads only switch at joins', () => {
    const text = `var x : int; add { let seen = x; x = seen + 1; }
      process P { main { spawn add(); spawn add(); join; assert x == 2; } }`;
    const answer = (scheduling: string) =>
      findingsOf(programOf(`scheduling ${scheduling}; ${text}`), { property: 'assertions' }).map(shown);
    expect(answer('preemptive')).toEqual(['assertion violated stateful']);
    expect(answer('cooperative')).toEqual(['assertion holds full']);
  });

  it.each([
    [{ 'max-states': '3' }, 'state limit of 3 reached'],
    [{ 'max-depth': '3' }, 'depth limit of 3 steps reached'],
  ])('answers unknown when it meets the bound %o', (bound, because) => {
    for (const method of exploreMethods) {
      const verdicts = findingsOf(programOf(lostUpdate), { method, ...bound }).map((finding) => finding.verdict);
      expect(verdicts).toEqual([1, 2, 3].map(() => ({ kind: 'unknown', because, obstacle: 'limit' })));
    }
  });

  it('says that there may be more when a bound cuts a search that has found something', () => {
    const text = 'var x : int; process P { main { choose { assert x == 1; } or { while (x < 1000) x = x + 1; } } }';
    for (const method of exploreMethods) {
      const found = findingsOf(programOf(`${text} process Q { main { x = 0; } }`), {
        method,
        property: 'assertions',
        'max-states': '40',
      });
      expect(found.map(({ verdict, message }) => `${verdict.kind}: ${message}`)).toEqual([
        'violated: assertion can fail: x == 1',
        'unknown: further assertions are not excluded',
      ]);
    }
  });

  it('obeys a stop', () => {
    const spin = 'var x : int; process P [3] { main { while (true) { if (x < 900) x = x + 1; else x = 0; } } }';
    const context = { seed: 1, reserve: () => {}, nextQuestion: () => {} };
    const run = exploreEngine.run({ file: 'test.eml', model: programOf(spin), options: {} }, context);
    expect(run.next().value).toMatchObject({ kind: 'progress' });
    const event = run.next({ scope: 'run', message: 'time limit reached' }).value;
    expect(event).toMatchObject({ finding: { verdict: { kind: 'unknown', because: 'time limit reached' } } });
  });

  it('gives witnesses that replay', () => {
    let violated = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const program = programOf(randomProgram(new Rng(seed), richPrograms));
      for (const { verdict, property } of findingsOf(program, {
        property: 'assertions,errors,deadlocks,races',
        'max-states': '500',
      })) {
        if (verdict.kind !== 'violated') continue;
        violated++;
        const run = runWitness(program, verdict.witness);
        expect(typeof run === 'string' ? run : checkShown(run, property)).toBeUndefined();
      }
    }
    expect(violated).toBeGreaterThan(40);
  });

  it('needs one execution where threads never meet', () => {
    const text = `class Box { value : int; }
      work { let b = new Box; b.value = 1; b.value = b.value + 1; let v = b.value; assert v == 2; }
      process Main { main { spawn work(); spawn work(); spawn work(); join; } }`;
    for (const method of ['stateful', 'lockset', 'optimal'])
      for (const { verdict, statistics } of findingsOf(programOf(text), { method }))
        expect([verdict.kind, statistics['executions']]).toEqual(['holds', 1]);
  });
});
