import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { statedProperty } from '../../verdict/property.js';
import { atomicityEngine } from './engine.js';
import { findingsOf, firstProblem } from './testing/run-engine.js';

describe('the atomicity engine', () => {
  it('finds two instances of a process with several', () => {
    const text = (stars: string) => `var x; process P ${stars} { main { unit { read x; write x; } } }`;
    expect(findingsOf(programOf(text('*')))[0]!.property).toMatchObject({ unit: 'P', other: 'P', variables: ['x'] });
    expect(findingsOf(programOf(text('[2]')))[0]!.verdict.kind).toBe('violated');
    expect(findingsOf(programOf(text('')))).toEqual([]);
  });

  it('asks about the variables of one atomic set at a time, and counts a violation for every set', () => {
    const program = programOf(`var x, y, z; atomic set A { x, y } atomic set B { x, y, z }
      process P { main { unit { read x; write y; } } }
      process Q { main { unit { read y; write x; } } }`);
    const findings = findingsOf(program);
    expect(findings.map(({ verdict }) => verdict.kind)).not.toContain('holds');
    expect(findings.map(({ property }) => statedProperty(property).variables)).toEqual([
      ['x', 'y'],
      ['y', 'x'],
    ]);
    expect(firstProblem(program, findings)).toBeUndefined();
  });

  it('follows recursion, processes that never return and functions that cannot be left', () => {
    const program = programOf(`lock l; var x;
      process P { deep { synchronized(l) { if (*) deep(); else write x; } } main { while (true) { unit { deep(); } } } }
      process Q { spin { while (true) { synchronized(l) { read x; } } } main { unit { read x; } spin(); write x; } }`);
    const findings = findingsOf(program, { all: '' });
    expect(firstProblem(program, findings)).toBeUndefined();
    expect(findings.some(({ verdict }) => verdict.kind === 'violated')).toBe(false);
  });

  it('gives processes that spawn nobody their certificates, whatever other threads share with them', () => {
    const program = programOf(`lock a; var x, y;
      process P { main { unit { synchronized(a) { read x; write y; } } } }
      process Q { main { unit { synchronized(a) { write x; read y; } } } }
      process R { f { synchronized(a) { write x; } } main { synchronized(a) { spawn f(); } spawn f(); synchronized(a) { read x; write y; } } }`);
    const findings = findingsOf(program);
    expect(
      findings.find(({ property }) => statedProperty(property).unit === 'P' && statedProperty(property).other === 'Q')!
        .verdict.kind,
    ).toBe('holds');
    expect(firstProblem(program, findings)).toBeUndefined();
  });

  it('refuses locks that are not nested, and says where', () => {
    const program = programOf(`lock a, b; var x;
      process P { main { acquire(a); acquire(b); release(a); release(b); } }
      process Q { main { write x; } }`);
    expect(() => findingsOf(program)).toThrow('not the innermost');
  });

  it('answers unknown for what is open when it is told to stop', () => {
    const model = programOf('var x, y; process P { main { read x; } } process Q { main { write y; } }');
    const run = atomicityEngine.run({ file: '', model, options: {} }, { seed: 0, reserve() {}, nextQuestion() {} });
    run.next();
    const step = run.next({ scope: 'run', message: 'time is up' });
    expect(step.value).toMatchObject({
      kind: 'finding',
      finding: { verdict: { kind: 'unknown', because: 'time is up' }, property: { variables: ['x', 'y'] } },
    });
    expect(run.next().done).toBe(true);
  });

  it('goes on with the next question when only one was too long', () => {
    const model = programOf('var x, y; process P { main { read x; } } process Q { main { write y; } }');
    const run = atomicityEngine.run({ file: '', model, options: {} }, { seed: 0, reserve() {}, nextQuestion() {} });
    run.next();
    const events = [run.next({ scope: 'question', message: 'too long' }).value, ...run];
    const findings = events.flatMap((event) => (event?.kind === 'finding' ? [event.finding.verdict.kind] : []));
    expect(findings).toEqual(['unknown']);
  });
});

describe('the rule pages', () => {
  const codes = [
    ...Array.from({ length: 14 }, (_, i) => [`HD${1001 + i}`, String(i + 1)]),
    ...Array.from({ length: 18 }, (_, i) => [`HD${1101 + i}`, `c${i + 1}`]),
  ];

  it.each(codes)('%s shows a program with pattern %s, and its fix', (code, pattern) => {
    const page = readFileSync(new URL(`../../../docs/rules/${code}.md`, import.meta.url), 'utf8');
    const [bug, fix] = [...page.matchAll(/```eml\n([^`]*)```/g)].map(([, text]) => programOf(text!));
    const variables = bug!.variables.map(({ name }) => name);
    const found = findingsOf(bug!, { all: '' }).find(
      ({ property }) =>
        statedProperty(property).pattern === pattern &&
        statedProperty(property).unit === 'U' &&
        String(statedProperty(property).variables) === String(variables),
    );
    expect(found!.verdict.kind).toBe('violated');
    expect(found!.rule).toBe(code);
    expect(findingsOf(fix!).map(({ verdict }) => verdict.kind)).toEqual(['holds']);
  });
});
