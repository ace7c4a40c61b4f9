// "Adding an engine" of CONTRIBUTING, tried: a folder of its own and one line in the catalogue.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodePlatform } from '../src/cli/platform.js';
import { type EngineEntry, engineEntry, engines } from '../src/pipeline/catalogue.js';
import { planJobs } from '../src/pipeline/plan.js';
import { inProcessPool } from '../src/pipeline/pool.js';
import { labelsInfo } from './fixtures/sixth-engine/info.js';

/** The line. */
const entry: EngineEntry = {
  info: labelsInfo,
  load: async () => (await import('./fixtures/sixth-engine/engine.js')).labelsEngine,
};

function catalogue(): EngineEntry[] {
  return engines as EngineEntry[];
}

async function answers(selection: Parameters<typeof planJobs>[0]['engines'], text: string): Promise<string[]> {
  const inputs = [{ file: 'm.eml', reader: 'eml', content: { kind: 'text' as const, text, companions: {} } }];
  const jobs = planJobs({ engines: selection, inputs, options: {}, limits: {}, seed: 1 });
  const found: string[] = [];
  for await (const { answers: given } of inProcessPool(nodePlatform).run(jobs, () => {}))
    for (const answer of given)
      if (answer.kind === 'done')
        found.push(...answer.findings.map(({ engine, verdict }) => `${engine} ${verdict.kind}`));
  return found;
}

describe('a sixth engine', () => {
  beforeAll(() => void catalogue().push(entry));
  afterAll(() => void catalogue().splice(catalogue().indexOf(entry), 1));

  it('is asked by its own name', async () => {
    expect(engineEntry('labels')).toBe(entry);
    const asked = { kind: 'named', id: 'labels' } as const;
    expect(await answers(asked, 'process P { main { label A; } }')).toEqual(['labels holds']);
    expect(await answers(asked, 'process P { main { skip; } }')).toEqual(['labels unknown']);
  });

  it('takes part in check', async () => {
    expect(await answers({ kind: 'fitting' }, 'process P { main { label A; } }')).toContain('labels holds');
  });
});
