import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { certificateOf, certifyClaim } from '../../evidence/testing/certify.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { exactRules } from '../../logic/lock-history/lock-history.js';
import { statedProperty } from '../../verdict/property.js';
import type { Finding } from '../../verdict/verdict.js';
import { antichainRules } from './decide/decision-rules.js';
import { randomThreads, type ThreadsShape } from './testing/random-threads.js';
import { findingsOf, firstProblem } from './testing/run-engine.js';
import { type Comparison, threadsDisagreement } from './testing/thread-differential.js';
import { firstWrongVerdict } from './testing/threads-verdicts.js';
import type { ThreadQuestion } from './threads/thread-questions.js';

const exact: Comparison = { rules: antichainRules, asking: (question) => question, limit: 3000 };
const followed: ThreadsShape = { cooperative: false, loops: false, spawnInLocks: false };

function firstDisagreement(
  comparison: Comparison,
  runs: number,
  seed: number,
  shape: ThreadsShape = followed,
): string | undefined {
  for (let run = 0; run < runs; run++) {
    const text = randomThreads(new Rng(seed + run), shape);
    const found = threadsDisagreement(programOf(text), comparison);
    if (found) return `seed ${seed + run}: ${found}\n${text}`;
  }
  return undefined;
}

describe('the decision about programs that start threads', () => {
  it.each([false, true])('agrees with full exploration (cooperative: %s)', (cooperative) => {
    expect(firstDisagreement(exact, Math.ceil(30 * sampleScale), 1, { ...followed, cooperative })).toBeUndefined();
  });

  const without = (isDropped: (lock: number, question: ThreadQuestion) => boolean): Comparison => ({
    ...exact,
    asking: (question) => ({ ...question, locks: question.locks.filter((lock) => !isDropped(lock, question)) }),
  });
  const isStart = (lock: number, { threads }: ThreadQuestion) => threads.some(({ startLock }) => startLock === lock);
  const alone: Comparison = {
    ...exact,
    asking: (question) => ({ ...question, threads: question.threads.slice(0, 2), flows: question.flows.slice(0, 2) }),
  };

  it.each([
    ['start locks', without(isStart)],
    ['end locks', without((lock, question) => !isStart(lock, question))],
    ['the threads that only run', alone],
  ])('is wrong without %s', (_, mutant) => {
    expect(firstDisagreement(mutant, 200, 1)).toBeDefined();
  });

  it('is wrong if only cycles of two threads are excluded', () => {
    // P takes c for good, after it a; u takes a, after it b; Q takes b, after it c: not all three.
    const ring = programOf(`lock a, b, c; var x;
      process P {
        u { unit { synchronized(a) { synchronized(b) { } read x; read x; } } }
        main { synchronized(c) { synchronized(a) { } spawn u(); while (true) { } } }
      }
      process Q { main { synchronized(b) { synchronized(c) { } write x; } } }`);
    const shortCycles = { ...antichainRules, histories: { ...exactRules, longCycles: false } };
    expect(threadsDisagreement(ring, exact)).toBeUndefined();
    expect(threadsDisagreement(ring, { ...exact, rules: shortCycles })).toBe(
      'pattern 2, u P/u, v Q, variables 0: violated is wrong',
    );
  });
});

describe('the engine on programs that start threads', () => {
  it.each<[string, ThreadsShape]>([
    ['outside of locks and loops', followed],
    ['cooperatively', { ...followed, cooperative: true }],
    ['inside of locks', { ...followed, spawnInLocks: true }],
    ['in loops', { ...followed, loops: true }],
    ['in loops and locks, cooperatively', { cooperative: true, loops: true, spawnInLocks: true }],
  ])('is right, and its evidence is accepted, where they are started %s', (_, shape) => {
    const counts = { violated: 0, holds: 0, unknown: 0 };
    for (let seed = 1; seed <= Math.ceil(16 * sampleScale); seed++) {
      const text = randomThreads(new Rng(seed), shape);
      const wrong = firstWrongVerdict(programOf(text), 2000, counts);
      expect(wrong && `seed ${seed}: ${wrong}\n${text}`).toBeUndefined();
    }
    expect(counts.violated).toBeGreaterThan(0);
    expect(counts.unknown).toBeLessThanOrEqual(counts.violated / 10);
  });
});

/** The verdicts of all findings, with the threads they are about. */
function verdicts(text: string, mayLackEvidence = false): string[] {
  const model = programOf(text);
  const findings = findingsOf(model);
  expect(
    firstProblem(
      model,
      findings.filter(({ verdict }) => verdict.kind !== 'unknown'),
      mayLackEvidence,
    ),
  ).toBeUndefined();
  return findings.map(
    ({ verdict, property }) => `${statedProperty(property).unit} ${statedProperty(property).other} ${verdict.kind}`,
  );
}

describe('spawn and join', () => {
  const update = 'unit { read x; write x; }';

  it('order what comes before the spawn and after the join', () => {
    const text = (join: string) =>
      `var x; process P { w { write x; } main { ${update} let t = spawn w(); ${join} ${update} } }`;
    expect(verdicts(text('join t;'))).toEqual(['P P/w holds']);
    expect(verdicts(text('join;'))).toEqual(['P P/w holds']);
    expect(verdicts(text('t = null;'))).toEqual(['P P/w violated']);
  });

  it('order threads that are started by different threads, through those that only run', () => {
    const text = (join: string) => `var x;
      process P { a { ${update} } b { write x; } main { let t = spawn a(); ${join} spawn b(); } }`;
    expect(verdicts(text('join t;'))).toContain('P/a P/b holds');
    expect(verdicts(text('t = null;'))).toContain('P/a P/b violated');
  });

  it('block for ever on a thread that was never started', () => {
    expect(
      verdicts(`var x; process P { main { let t: thread = null; join t; ${update} } } process Q { main { write x; } }`),
    ).toEqual(['P Q holds']);
  });

  it('follow handles through calls, results, parameters and copies', () => {
    const text = (join: string) => `var x;
      process P {
        w { write x; }
        start: thread { let s = spawn w(); return s; }
        await(t: thread) { let u = t; join u; }
        main { let t = start(); ${join} ${update} }
      }`;
    // The kernel forgets handles at calls (K13).
    expect(verdicts(text('await(t);'), true)).toEqual(['P P/w holds']);
    expect(verdicts(text('t = null;'))).toEqual(['P P/w violated']);
  });

  it('follow a handle that is given to another thread', () => {
    const text = (join: string) => `var x;
      process P { w { write x; } v(t: thread) { ${join} ${update} } main { let t = spawn w(); spawn v(t); } }`;
    expect(verdicts(text('join t;'), true)).toContain('P/w P/v holds');
    expect(verdicts(text('t = null;'))).toContain('P/v P/w violated');
  });

  it('tell two of the threads that a loop starts apart', () => {
    const text = (body: string) => `lock l; var x; process P { w { ${body} } main { while (*) { spawn w(); } } }`;
    expect(verdicts(text(update))).toContain('P/w P/w violated');
    expect(verdicts(text(`unit { synchronized(l) { read x; write x; } }`))).toContain('P/w P/w holds');
    expect(verdicts(`var x; process P { w { ${update} } main { spawn w(); } }`)).toEqual(['P P/w holds']);
  });

  it('order what a parent does before it starts threads in a loop', () => {
    const text = `var x; process P { w { write x; } main { ${update} while (*) { spawn w(); } } }`;
    expect(verdicts(text)).toEqual(['P P/w holds', 'P/w P/w holds']);
  });

  it('find what happens while a joined thread of a loop is still missing', () => {
    const text = `var x; process P { w { write x; } main { while (*) { spawn w(); } join; ${update} } }`;
    expect(verdicts(text)).toEqual(['P P/w holds', 'P/w P/w holds']);
    const early = `var x; process P { w { write x; } main { while (*) { spawn w(); } ${update} join; } }`;
    expect(verdicts(early)).toEqual(['P P/w violated', 'P/w P/w holds']);
  });

  it('cover threads that start themselves, and spawns in recursion', () => {
    const own = (body: string) => `var x; process P { w { ${body} } main { spawn w(); } }`;
    expect(verdicts(own(`if (*) spawn w(); ${update}`))).toContain('P/w P/w violated');
    // One after the other, but for how long is not followed: no proof, and no execution.
    expect(verdicts(own(`${update} if (*) spawn w();`))).toContain('P/w P/w unknown');
    const deep = `var x; process P { w { ${update} } f { spawn w(); if (*) f(); } main { f(); } }`;
    expect(verdicts(deep)).toContain('P/w P/w violated');
  });

  it('say in the scope what may not be so', () => {
    const scopes = (text: string) =>
      findingsOf(programOf(text)).flatMap(({ verdict }) =>
        'scope' in verdict ? verdict.scope.assumptions.map((assumption) => assumption.text) : [],
      );
    expect(
      scopes('var x; var t: thread; process P { w { read x; } main { t = spawn w(); join t; read x; } }'),
    ).toContain('a join may end before its thread');
    expect(scopes('var x; process P { w { read x; if (*) spawn w(); } main { spawn w(); } }')).toContain(
      'P/w may run from the start',
    );
  });

  it('belong to each instance of a process', () => {
    const text = (stars: string) => `var x; process P ${stars} { w { write x; } main { ${update} spawn w(); } }`;
    expect(verdicts(text(''))).toEqual(['P P/w holds']);
    expect(verdicts(text('*'))).toContain('P P/w violated');
    expect(verdicts(text('[2]'))).toContain('P P/w violated');
  });

  it('cannot be proved absent with the certificate of a program that has them', () => {
    const text = (join: string) => `var x; process P { w { write x; } main { let t = spawn w(); ${join} ${update} } }`;
    const [finding] = findingsOf(programOf(text('join t;'))) as [Finding];
    const accepts = (model: string) =>
      certifyClaim(programOf(model), finding.property, certificateOf(finding)).kind === 'accepted';
    expect(accepts(text('join t;'))).toBe(true);
    expect(accepts(text('t = null;'))).toBe(false);
    expect(accepts(text('if (*) join t;'))).toBe(false);
  });
});
