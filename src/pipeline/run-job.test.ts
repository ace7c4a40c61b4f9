import { afterEach, describe, expect, it, vi } from 'vitest';
import { atomicityEngine } from '../engines/atomicity/engine.js';
import type { Answer, Job } from './job.js';
import { inProcessPool } from './pool.js';

const platform = {
  now: () => 0,
  breathe: async () => {},
  memoryInUse: () => 0,
  openStream: () => {
    throw new Error('nothing is streamed here');
  },
};

function jobOn(file: string, text: string): Job {
  const input = { file, reader: 'eml', content: { kind: 'text' as const, text, companions: {} } };
  return { input, questions: [{ engine: 'atomicity', options: {}, asked: true }], limits: {}, seed: 0 };
}

async function outcomes(jobs: readonly Job[]): Promise<string[]> {
  const words: string[] = [];
  for await (const outcome of inProcessPool(platform).run(jobs, () => {})) {
    const done = outcome.answers.flatMap((answer) => (answer.kind === 'done' ? [answer] : []));
    const verdicts = done.flatMap(({ findings }) => findings.map(({ verdict }) => verdict.kind)).join(' ');
    const diagnostics = [...outcome.reading, ...done.flatMap((answer) => answer.diagnostics)];
    const errors = diagnostics.map(({ code, file }) => `${code} in ${file}`).join(' ');
    words.push(`${verdicts}; ${errors}`);
  }
  return words;
}

describe('an engine that breaks', () => {
  afterEach(() => vi.restoreAllMocks());

  const text = 'var x; process P { main { unit { read x; write x; } } } process Q { main { write x; } }';

  it('costs the rest of its own input and nothing else', async () => {
    const run = atomicityEngine.run.bind(atomicityEngine);
    vi.spyOn(atomicityEngine, 'run').mockImplementation(function* (task, context) {
      for (const event of run(task, context)) {
        yield event;
        if (task.file === 'b.eml' && event.kind === 'finding') throw new Error('a bug');
      }
    });
    const jobs = ['a.eml', 'b.eml', 'c.eml'].map((file) => jobOn(file, text));
    expect(await outcomes(jobs)).toEqual(['violated; ', 'violated unknown; HD0099 in b.eml', 'violated; ']);
  });

  it('costs only its own answers when it breaks before it has begun', async () => {
    vi.spyOn(atomicityEngine, 'applicable').mockImplementationOnce(() => {
      throw new Error('a bug');
    });
    const jobs = ['a.eml', 'b.eml'].map((file) => jobOn(file, text));
    expect(await outcomes(jobs)).toEqual(['unknown; HD0099 in a.eml', 'violated; ']);
  });
});

describe('a run that fills the memory', () => {
  const text = 'f { skip; } process P { main { while (true) { spawn f(); } } }';

  async function findingsOf(options: Job['questions'][number]['options']) {
    let time = 0;
    const short = {
      ...platform,
      now: () => (time += 40),
      memoryInUse: () => 5,
      memoryShortage: (bytes: number) => `${bytes} used`,
    };
    const job = { ...jobOn('a.eml', text), questions: [{ engine: 'explore', options, asked: true }] };
    const answers: Answer[] = [];
    for await (const outcome of inProcessPool(short).run([job], () => {})) answers.push(...outcome.answers);
    return answers.flatMap((answer) => (answer.kind === 'done' ? answer.findings : []));
  }

  it.each(['optimal', 'lockset', 'stateful', 'full'])('is told to stop, and says why: %s', async (method) => {
    const found = await findingsOf({ method: [{ text: method }] });
    expect(found.map(({ verdict }) => verdict)).toEqual(
      new Array(3).fill({ kind: 'unknown', because: '5 used', obstacle: 'limit' }),
    );
    expect(new Set(found.map(({ help }) => help))).toEqual(
      new Set(['threads are spawned in a loop: heddle cover takes any number of threads']),
    );
  });

  it('also if it simulates, or looks for threads that run for ever', async () => {
    const [simulated] = await findingsOf({ simulate: [{ text: '10' }] });
    expect(simulated?.verdict).toEqual({ kind: 'unknown', because: '5 used: simulated 0 runs', obstacle: 'limit' });
    const [endless] = await findingsOf({ property: [{ text: 'termination' }] });
    expect(endless?.verdict).toEqual({ kind: 'unknown', because: '5 used', obstacle: 'limit' });
  });
});
