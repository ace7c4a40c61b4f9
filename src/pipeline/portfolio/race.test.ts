// A race is won by the first answer that is checked in everything it says; who wins changes no verdict.

import { describe, expect, it } from 'vitest';
import { sampleScale } from '../../base/testing/sample-scale.js';
import type { Finding, Verdict } from '../../verdict/verdict.js';
import type { Answer, Job } from '../job.js';
import { portablePlatform } from '../portable-platform.js';
import { runJob } from '../run-job.js';
import { contendersOf, withContenders } from './contenders.js';
import { type Ran, race } from './race.js';

const scope = { kind: 'all-executions', assumptions: [] } as const;
const certified: Verdict = { kind: 'holds', scope, certificate: { kind: 'schedule', body: {} } };
const uncertified: Verdict = { kind: 'holds', scope, certificate: { kind: 'none', because: 'too large' } };
const unknown: Verdict = { kind: 'unknown', because: 'the limit was reached' };

function answer(...verdicts: Verdict[]): Answer {
  const finding = (verdict: Verdict): Finding => ({
    engine: 'explore',
    method: 'm',
    property: { kind: 'deadlock' },
    rule: 'HD3003',
    message: verdict.kind,
    verdict,
    places: [],
    because: [],
    statistics: {},
  });
  return { kind: 'done', diagnostics: [], findings: verdicts.map(finding) };
}

/** Ends after so many turns, or when it is told to. */
function contender(given: Answer, turns: number, told: string[], name: string) {
  return async (signal: AbortSignal): Promise<Ran> => {
    for (let i = 0; i < turns && !signal.aborted; i++) await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) told.push(`${name} stopped`);
    return { reading: [], answer: signal.aborted ? { kind: 'stopped', because: 'stopped' } : given };
  };
}

describe('a race', () => {
  it('is won by the first checked answer, and the others are stopped', async () => {
    const told: string[] = [];
    const { answer: won } = await race([
      contender(answer(unknown), 1, told, 'one'),
      contender(answer(uncertified), 2, told, 'two'),
      contender(answer(certified), 5, told, 'three'),
      contender(answer(certified), 1_000_000, told, 'endless'),
    ]);
    expect(won).toEqual(answer(certified));
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual(['endless stopped']);
  });

  it('ends with what leaves least open where nobody has a checked answer', async () => {
    const runs = [answer(unknown, unknown), answer(uncertified, unknown), answer(uncertified, certified)];
    const { answer: won } = await race(runs.map((given, i) => contender(given, 5 - i, [], `${i}`)));
    expect(won).toEqual(runs[2]);
    const { answer: first } = await race(runs.slice(0, 1).map((given) => contender(given, 1, [], '')));
    expect(first).toEqual(runs[0]);
  });

  it('fails when a contender breaks', async () => {
    await expect(race([() => Promise.reject(new Error('broken'))])).rejects.toThrow('broken');
  });
});

const models: readonly (readonly [string, string, string])[] = [
  [
    'explore',
    'eml',
    'var x: int; lock l; process P { main { x = 1; synchronized (l) { x = 2; } assert x != 3; } } process Q { main { synchronized (l) { x = 3; } } }',
  ],
  [
    'explore',
    'eml',
    'var x: int; lock l; process P { main { synchronized (l) { x = x + 1; } } } process Q { main { synchronized (l) { x = x + 1; } } }',
  ],
  [
    'explore',
    'eml',
    'lock l, m; process P { main { synchronized (l) { synchronized (m) { } } } } process Q { main { synchronized (m) { synchronized (l) { } } } }',
  ],
  [
    'atomicity',
    'eml',
    'var x; lock l; process P { main { unit { synchronized (l) { read x; } synchronized (l) { write x; } } } } process Q { main { synchronized (l) { write x; } } }',
  ],
  [
    'atomicity',
    'eml',
    'var x; lock l; process P { main { unit { synchronized (l) { read x; write x; } } } } process Q { main { synchronized (l) { write x; } } }',
  ],
  ['cover', 'ttd', '2 2\n0 0 -> 1 0\n1 0 -> 0 1\n'],
];

describe('contenders', () => {
  it.each(models)('give the same verdicts, whoever wins: %s on %s', async (engine, reader, text) => {
    const options = engine === 'cover' ? { target: [{ text: '0|1' }] } : {};
    const input = { file: `m.${reader}`, reader, content: { kind: 'text', text, companions: {} } } as const;
    const job: Job = { input, questions: [{ engine, options, asked: true }], limits: {}, seed: 1 };
    const [raced] = withContenders([job]);
    const jobs = contendersOf(raced!, 0);
    expect(jobs.length).toBeGreaterThan(1);
    const verdicts: string[] = [];
    for (const one of sampleScale < 1 ? jobs.slice(0, 3) : jobs) {
      const { answers } = await runJob(one, portablePlatform, () => {});
      const findings = answers.flatMap((given) => (given.kind === 'done' ? given.findings : []));
      expect(findings.length).toBeGreaterThan(0);
      verdicts.push(
        findings
          .map(({ property, verdict }) => `${property.kind} ${verdict.kind}`)
          .sort()
          .join(),
      );
    }
    expect(verdicts).toEqual(verdicts.map(() => verdicts[0]));
  });
});
