import { describe, expect, it } from 'vitest';
import { Rng } from '../../../base/rng.js';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import { answerEach } from '../../../logic/access-patterns/query-answers.js';
import { Decider } from '../decide/decider.js';
import { readQuestions } from '../flow/flows.js';
import { atomicityMethods } from '../info.js';
import { completeQuerySets, finish } from '../testing/differential.js';
import { randomEml } from '../testing/random-eml.js';
import { findingsOf, firstProblem } from '../testing/run-engine.js';
import { crossCheck } from './evidence.js';
import { type Answer, type DecisionMethod, holds, unknown, violated } from './method.js';
import { SaturatingMethod } from './saturating-methods.js';
import { compareMethod } from './testing/compare-method.js';

const lostUpdate = `lock l; var x;
  process P { main { unit { synchronized(l) { read x; } synchronized(l) { write x; } } } }
  process Q { main { synchronized(l) { write x; } } }`;

const reentrant = `lock l; var x;
  process P { synchronized(l) get { read x; } synchronized(l) both { get(); get(); } main { unit { both(); } } }
  process Q { main { synchronized(l) { write x; } } }`;

describe('every method', () => {
  it.each(atomicityMethods)('%s finds the lost update and shows it', (method) => {
    const program = programOf(lostUpdate);
    const findings = findingsOf(program, { method, all: 'true' });
    const lost = findings.find(({ property }) => 'pattern' in property && property.pattern === '1');
    expect(lost?.verdict.kind).toBe('violated');
    expect(lost?.method).toBe(method);
    if (method !== 'explicit') expect(firstProblem(program, findings)).toBeUndefined();
  });

  it.each(atomicityMethods)('%s excludes it under a reentrant lock', (method) => {
    const program = programOf(reentrant);
    const findings = findingsOf(program, { method });
    expect(findings.map(({ verdict }) => verdict.kind)).toEqual(['holds']);
    if (method !== 'explicit') expect(firstProblem(program, findings)).toBeUndefined();
  });

  it.each(['bdd', 'kahlon-gupta'] as const)('%s comes with evidence on random programs', (method) => {
    for (let seed = 1; seed <= 12; seed++) {
      const program = programOf(randomEml(new Rng(seed), { processes: 2, locks: 2, variables: 1 }));
      expect(firstProblem(program, findingsOf(program, { method }))).toBeUndefined();
    }
  });

  it('gives no answer where its limits end, and says why', () => {
    const endless = `lock l; var x;
      process P { main { while (*) { unit { synchronized(l) { read x; write x; } } } } }
      process Q { main { while (*) { unit { synchronized(l) { read x; write x; } } } } }`;
    const findings = findingsOf(programOf(endless), { method: 'cpds' });
    expect(findings.map(({ verdict }) => verdict.kind)).toEqual(['unknown']);
    expect(findingsOf(programOf(endless), { method: 'bdd' }).map(({ verdict }) => verdict.kind)).toEqual(['holds']);
  });

  it('goes on where its limits are wider', () => {
    const late = `var x; process P { main { ${'read x; '.repeat(40)} unit { read x; write x; } } } process Q { main { write x; } }`;
    const kinds = (limits: string) =>
      findingsOf(programOf(late), { method: 'cpds', 'method-limits': limits }).map(({ verdict }) => verdict.kind);
    expect(kinds('1')).toEqual(['unknown']);
    expect(kinds('2')).toContain('violated');
  });

  it('says that spawned threads are not followed', () => {
    const spawning = `var x; process P { child { write x; } main { spawn child(); unit { read x; read x; } } }`;
    const verdicts = findingsOf(programOf(spawning), { method: 'bdd' }).map(({ verdict }) => verdict);
    expect(verdicts.map((verdict) => ('because' in verdict ? verdict.because : verdict.kind)).join()).toMatch(/spawn/);
  });
});

describe('a cross-check', () => {
  it('is an error if it contradicts the default method', () => {
    const questions = readQuestions(programOf(lostUpdate));
    if ('because' in questions) throw new Error(questions.because);
    const question = questions.question(questions.pairs[0]!.threads[0]!);
    const [querySet] = completeQuerySets;
    const decision = { question, ...finish(new Decider().decide(question, [0], querySet!)) };
    const saying = (answer: Answer): DecisionMethod => ({
      name: 'liar',
      statistics: {},
      *decide() {
        return answerEach(querySet!, () => answer);
      },
    });
    expect(() => finish(crossCheck(saying(holds), decision, [0], querySet!))).toThrow(/disagree/);
    expect(() => finish(crossCheck(saying(violated), decision, [0], querySet!))).toThrow(/disagree/);
    expect(finish(crossCheck(saying(unknown('tired')), decision, [0], querySet!))[0]!.u.kind).toBe('unknown');
  });
});

describe('the methods antichain and explicit', () => {
  it.each(['antichain', 'explicit'] as const)('%s has the interface of all methods', (name) => {
    for (let seed = 1; seed <= 10; seed++) {
      const text = randomEml(new Rng(seed), { processes: 2, locks: 1, variables: 1 });
      const compared = compareMethod(programOf(text), new SaturatingMethod(name));
      expect(compared?.wrong).toBeUndefined();
    }
  });
});
