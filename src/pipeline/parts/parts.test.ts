// Questions in parts: whoever asks them, however many parts there are, the answers are those of the whole.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { randomEml } from '../../engines/atomicity/testing/random-eml.js';
import type { OptionValues } from '../../verdict/options.js';
import { statedProperty } from '../../verdict/property.js';
import type { Finding } from '../../verdict/verdict.js';
import type { Answer, Job, Question } from '../job.js';
import { portablePlatform } from '../portable-platform.js';
import { runJob } from '../run-job.js';
import { partsInto, splitJobs } from './split-jobs.js';

function jobOf(reader: string, text: string, engine: string, options: OptionValues = {}): Job {
  const input = { file: `m.${reader}`, reader, content: { kind: 'text', text, companions: {} } } as const;
  return { input, questions: [{ engine, options, asked: true }], limits: {}, seed: 1 };
}

function inParts(job: Job, of: number): Job {
  return { ...job, questions: job.questions.flatMap((question) => partsInto(question, job.input, of)) };
}

async function ask(job: Job): Promise<readonly Answer[]> {
  return (await runJob(job, portablePlatform, () => {})).answers;
}

function findingsIn(answers: readonly Answer[]): Finding[] {
  return answers.flatMap((answer) => (answer.kind === 'done' ? answer.findings : []));
}

/** Without how much work it was, which parts do not share. */
function essence(answers: readonly Answer[]): string[] {
  return findingsIn(answers)
    .map(({ statistics: _statistics, ...finding }) => JSON.stringify(finding))
    .sort();
}

/** Each question by itself, in any order, as workers do; conclusions last, with what the parts left. */
async function scattered(job: Job): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const alone = (question: Question) => ask({ ...job, questions: [question] }).then(([answer]) => answer!);
  const parts = job.questions.filter(({ part }) => part && part.index < part.of);
  for (const [i, question] of [...parts.entries()].reverse()) answers[i] = await alone(question);
  const carried = answers.map((answer) => (answer.kind === 'done' ? answer.carried : undefined));
  for (const question of job.questions.slice(parts.length)) answers.push(await alone({ ...question, carried }));
  return answers;
}

/** Without times and what travels. */
const plain = (answers: readonly Answer[]) =>
  JSON.stringify(answers, (key, value) => (key === 'milliseconds' || key === 'carried' ? 0 : value));

const shape = { processes: 2, locks: 2, variables: 3 };

const sets = `var a, b, c, d; lock l, m; atomic set A { a, b } atomic set B { b, c, a } atomic set D { d }
process P { main { unit { synchronized (l) { write a; write b; } } unit { read c; synchronized (m) { write d; } } } }
process Q { main { unit { synchronized (l) { read a; read b; } } unit { write c; synchronized (m) { read d; write d; } } } }
process R * { main { unit { synchronized (l) { write a; read b; } } } }`;

const nets = `4 2
0 0 -> 1 0
1 0 -> 0 1
1 1 -> 2 1
`;

const labels = 'lock l; process P * { main { synchronized(l) { label a; } label b; if (*) { label c; } } }';

describe('a question in parts', () => {
  it.each<[string, Job]>([
    ['atomicity', jobOf('eml', sets, 'atomicity')],
    ['atomicity, every query', jobOf('eml', sets, 'atomicity', { all: [{ text: '' }] })],
    ['cover', jobOf('ttd', nets, 'cover', { target: ['0|1', '2|1', '3|0', '1|1'].map((text) => ({ text })) })],
    ['pairwise', jobOf('eml', labels, 'pairwise')],
  ])('gives the answers of the whole, wherever its parts are asked: %s', async (_, job) => {
    const whole = await ask(job);
    expect(findingsIn(whole).length).toBeGreaterThan(2);
    for (const of of sampleScale < 1 ? [3] : [1, 2, 3, 7]) {
      const together = await ask(inParts(job, of));
      expect(essence(together)).toEqual(essence(whole));
      expect(plain(await scattered(inParts(job, of)))).toBe(plain(together));
    }
  });

  it('has what follows about a set checked by one, if there are sets enough', async () => {
    const setsOf = (answer: Answer) =>
      new Set(findingsIn([answer]).map(({ property }) => statedProperty(property).set));
    const conclusions = (await ask(inParts(jobOf('eml', sets, 'atomicity'), 4))).slice(4).map(setsOf);
    expect(conclusions.map(({ size }) => size).filter((size) => size > 0).length).toBeGreaterThan(1);
    expect(new Set(conclusions.flatMap((one) => [...one])).size).toBe(
      conclusions.reduce((sum, one) => sum + one.size, 0),
    );
  });

  it('certifies as much wherever it is asked, also where checkers may do little', async () => {
    for (const certifyingSteps of [60, 120]) {
      const job = { ...inParts(jobOf('eml', sets, 'atomicity'), 6), limits: { certifyingSteps } };
      expect(plain(await scattered(job))).toBe(plain(await ask(job)));
    }
  });

  it('does so for random programs', async () => {
    for (let seed = 1; seed <= 16 * sampleScale; seed++) {
      const job = jobOf('eml', randomEml(new Rng(seed), shape), 'atomicity');
      const together = await ask(inParts(job, 3));
      expect({ seed, found: essence(together) }).toEqual({ seed, found: essence(await ask(job)) });
      expect(plain(await scattered(inParts(job, 3)))).toBe(plain(together));
    }
  });

  it('says nothing holds where a part has no answer, or one that somebody made up', async () => {
    const job = inParts(jobOf('eml', sets, 'atomicity'), 2);
    const conclusions = job.questions.slice(2);
    const [first, second] = (await ask(job)).map((answer) => (answer.kind === 'done' ? answer.carried : undefined));
    const conclude = async (carried: Question['carried']) =>
      findingsIn(await ask({ ...job, questions: conclusions.map((one) => ({ ...one, carried: carried! })) }));
    expect((await conclude([first, second])).some(({ verdict }) => verdict.kind === 'holds')).toBe(true);
    for (const given of [undefined, null, 7, [], {}, { statistics: {}, sets: [{ set: 0, pairs: [[]] }] }]) {
      const found = await conclude([first, given as never]);
      expect(found.some(({ verdict }) => verdict.kind === 'unknown')).toBe(true);
    }
    // Somebody says that everything holds: the checker does not.
    const all = JSON.parse(JSON.stringify([first, second]).replaceAll('null', '[{"threads":["P","Q"]}]'));
    const forged = await conclude(all);
    const held = forged.filter(({ verdict }) => verdict.kind === 'holds');
    const honest = findingsIn(await ask(job)).filter(({ verdict }) => verdict.kind === 'holds');
    expect(held.map(({ message }) => message).sort()).toEqual(honest.map(({ message }) => message).sort());
  });

  it('is one where the input is large, as many as the input says', () => {
    const small = jobOf('eml', sets, 'atomicity');
    const large = jobOf('eml', `${sets}\n${'// '.padEnd(12_000, 'x')}`, 'atomicity');
    const [one, many, explored] = splitJobs([
      small,
      large,
      { ...large, questions: [{ ...large.questions[0]!, engine: 'explore' }] },
    ]);
    expect(one!.questions).toHaveLength(1);
    const numbers = Array.from({ length: 7 + 4 }, (_, index) => index);
    expect(many!.questions.map(({ part }) => part)).toEqual(numbers.map((index) => ({ index, of: 7, conclusions: 4 })));
    expect(explored!.questions).toHaveLength(1);
  });
});
