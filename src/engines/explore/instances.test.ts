// Processes with any number of instances: refused without a number, explored with one, and what is said about it.

import { describe, expect, it } from 'vitest';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import type { Program } from '../../model/program/program.js';
import { checkShown } from '../../verdict/meaning/program-checks.js';
import { runWitness } from '../../verdict/meaning/run-witness.js';
import type { Finding } from '../../verdict/verdict.js';
import { exploreEngine } from './engine.js';
import { spawnsInLoop } from './instances.js';

const counting = 'var x: int; process P * { main { x = x + 1; } } process Q { main { assert x < 3; } }';

function taskFor(model: Program, flags: Readonly<Record<string, string>>) {
  const options = Object.fromEntries(Object.entries(flags).map(([name, text]) => [name, [{ text }]]));
  return { file: 'test.eml', model, options };
}

function findingsOf(model: Program, flags: Readonly<Record<string, string>>): Finding[] {
  const context = { seed: 1, reserve: () => {}, nextQuestion: () => {} };
  const events = [...exploreEngine.run(taskFor(model, flags), context)];
  return events.flatMap((event) => (event.kind === 'finding' ? [event.finding] : []));
}

describe('a process with any number of instances', () => {
  it('needs a number, and the refusal names both ways out', () => {
    const refused = exploreEngine.applicable(taskFor(programOf(counting), {}));
    expect(refused).toMatchObject({ ok: false });
    expect(JSON.stringify(refused)).toMatch(/--instances n.*heddle cover/);
    expect(exploreEngine.applicable(taskFor(programOf(counting), { instances: '2' }))).toEqual({ ok: true });
  });

  it('gives an answer that is bounded by the number', () => {
    const [holds] = findingsOf(programOf(counting), { instances: '2', property: 'assertions' });
    const bounds = { 'instances of P': 2 };
    expect(holds!.verdict).toMatchObject({ kind: 'holds', scope: { kind: 'bounded', bounds } });
    const [violated] = findingsOf(programOf(counting), { instances: '3', property: 'assertions' });
    expect(violated!.verdict).toMatchObject({ kind: 'violated', scope: { kind: 'bounded' } });
  });

  it('gives witnesses that replay on the model as written, also with instances that take no step', () => {
    const text = 'lock l; process P * { main { acquire(l); } } process Q { main { acquire(l); acquire(l); } }';
    for (const { verdict, property } of findingsOf(programOf(text), { instances: '2', property: 'deadlocks' })) {
      if (verdict.kind !== 'violated') throw new Error('no deadlock');
      const run = runWitness(programOf(text), verdict.witness);
      expect(typeof run === 'string' ? run : checkShown(run, property)).toBeUndefined();
    }
  });

  it('changes nothing where every process has its number', () => {
    const program = programOf('process P [2] { main { skip; } }');
    const [finding] = findingsOf(program, { instances: '5', property: 'assertions' });
    expect(finding!.verdict).toMatchObject({ kind: 'holds', scope: { kind: 'all-executions' } });
  });
});

describe('threads spawned in a loop', () => {
  it('lead to a hint where the search ends at a limit', () => {
    const program = programOf('f { skip; } process P { main { while (true) spawn f(); } }');
    const [finding] = findingsOf(program, { 'max-states': '50', property: 'deadlocks' });
    expect(finding).toMatchObject({ verdict: { kind: 'unknown' }, help: expect.stringContaining('heddle cover') });
  });

  it.each([
    ['f { skip; } process P { main { spawn f(); spawn f(); } }', false],
    ['f { skip; } process P { main { while (*) { skip; } spawn f(); } }', false],
    ['f { skip; } process P { main { while (*) { spawn f(); } } }', true],
    ['f { spawn f(); } process P { main { spawn f(); } }', true],
  ])('are found: %s', (text, expected) => {
    expect(spawnsInLoop(programOf(text))).toBe(expected);
  });
});
