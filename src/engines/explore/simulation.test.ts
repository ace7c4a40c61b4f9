// Random executions: what they find is there, the seed decides what they find, and they never say that anything holds.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import type { EngineEvent } from '../../verdict/engine.js';
import type { Finding } from '../../verdict/verdict.js';
import { exploreEngine } from './engine.js';
import { raceMonitor } from './race-monitor.js';
import { simulate } from './simulation.js';
import { randomProgram, richPrograms } from './testing/random-programs.js';
import { finish, idsOf, searchFully } from './testing/search-with.js';

function simulated(text: string, flags: Readonly<Record<string, string>>, seed = 1): Finding[] {
  const options = Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, [{ text: value }]]));
  const context = { seed, reserve: () => {}, nextQuestion: () => {} };
  const events: EngineEvent[] = [...exploreEngine.run({ file: 'test.eml', model: programOf(text), options }, context)];
  return events.flatMap((event) => (event.kind === 'finding' ? [event.finding] : []));
}

const kinds = (findings: readonly Finding[]) => findings.map(({ verdict }) => verdict.kind);

describe('a simulation', () => {
  it('finds only what full exploration finds, and on small programs most of it', () => {
    let found = 0;
    let known = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const program = programOf(randomProgram(new Rng(seed), richPrograms));
      const full = searchFully(program, 2000);
      if (!full) continue;
      const limits = { runs: 60, maxDepth: 200 };
      const { violations } = finish(simulate(program, [raceMonitor], new Rng(seed), limits));
      for (const { id } of violations) expect(idsOf(full)).toContain(id);
      found += violations.length;
      known += full.violations.length;
    }
    expect(found).toBeGreaterThan(0.8 * known);
  });

  it('never says that anything holds, and says how many runs there were', () => {
    const [finding] = simulated('process P { main { skip; } }', { simulate: '7', property: 'assertions' });
    expect(finding!.verdict).toEqual({ kind: 'unknown', because: 'simulated 7 runs' });
    const [endless] = simulated('process P { main { while (true) skip; } }', { simulate: '2', 'max-depth': '9' });
    expect(endless!.verdict).toEqual({ kind: 'unknown', because: 'simulated 2 runs, 2 of them left after 9 steps' });
  });

  it('shows violations with witnesses, and says that there may be more', () => {
    const text = 'var x: int; process P [2] { main { x = x + 1; } } process Q { main { assert x == 0; } }';
    const findings = simulated(text, { simulate: '200', property: 'assertions,races' });
    expect(kinds(findings)).toEqual(['violated', 'unknown', 'violated', 'unknown']);
    expect(findings[1]!.message).toBe('further assertions are not excluded');
  });

  it('is the same for the same seed', () => {
    const text = 'var x: int; process P [3] { main { x = x + 1; } } process Q { main { assert x != 1; } }';
    const runs = [1, 1, 2, 3, 4, 5, 6, 7].map((seed) => JSON.stringify(simulated(text, { simulate: '3' }, seed)));
    expect(runs[0]).toBe(runs[1]);
    expect(new Set(runs).size).toBeGreaterThan(1);
  });

  it('obeys a stop', () => {
    const model = programOf('process P { main { while (true) skip; } }');
    const options = { simulate: [{ text: '5' }] };
    const context = { seed: 1, reserve: () => {}, nextQuestion: () => {} };
    const run = exploreEngine.run({ file: 'test.eml', model, options }, context);
    expect(run.next().value).toMatchObject({ kind: 'progress' });
    const event = run.next({ scope: 'run', message: 'time limit reached' }).value;
    expect(event).toMatchObject({ finding: { verdict: { because: 'time limit reached: simulated 0 runs' } } });
  });
});
