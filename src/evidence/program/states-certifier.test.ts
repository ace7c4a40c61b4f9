import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { fullScale } from '../../base/testing/sample-scale.js';
import { randomEml } from '../../engines/atomicity/testing/random-eml.js';
import { atomicityMonitor } from '../../engines/explore/atomicity-monitor.js';
import { fullSearch } from '../../engines/explore/full/full-search.js';
import type { Monitor } from '../../engines/explore/monitor.js';
import { raceMonitor } from '../../engines/explore/race-monitor.js';
import { randomProgram, richPrograms, smallPrograms } from '../../engines/explore/testing/random-programs.js';
import { finish, noLimits } from '../../engines/explore/testing/search-with.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import type { Model } from '../../model/model.js';
import type { Program } from '../../model/program/program.js';
import { initialState } from '../../model/program/state.js';
import { outcomeOf } from '../testing/outcome-of.js';
import type { Excluded } from './search-states.js';
import { searchStates } from './search-states.js';
import { localStatesCertifier, statesCertifier } from './states-certifier.js';

const cases = 25 * fullScale;
const shape = { processes: 2, locks: 2, variables: 2 };
const kinds: Excluded[] = ['assertion', 'error', 'deadlock', 'race'];

/** What happens in some interleaving, by all states with what the monitor remembers; undefined when that is too much. */
function truth(program: Program, monitor: Monitor = raceMonitor): ReadonlySet<string> | undefined {
  const limits = { ...noLimits, maxStates: 1000 };
  const { violations, cut } = finish(fullSearch(program, initialState(program), [monitor], limits));
  return cut === undefined ? new Set(violations.map(({ property }) => property.kind)) : undefined;
}

function compare(texts: Iterable<string>, kinds: readonly Excluded[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const program = programOf(text);
    const happens = truth(program, kinds.includes('atomicity') ? atomicityMonitor(program) : raceMonitor);
    if (!happens) continue;
    for (const kind of kinds) {
      const expected = happens.has(kind) ? 'rejected' : 'accepted';
      for (const certifier of [statesCertifier, localStatesCertifier])
        expect(outcomeOf(certifier, program, { kind }), `${certifier.certificateKind} ${kind}\n${text}`).toBe(expected);
      counts.set(`${kind} ${expected}`, (counts.get(`${kind} ${expected}`) ?? 0) + 1);
    }
  }
  return counts;
}

function* texts(count: number, make: (rng: Rng) => string): Generator<string> {
  for (let seed = 1; seed <= count; seed++) yield make(new Rng(seed));
}

describe('a re-search of states', () => {
  it('accepts exactly what no interleaving shows, on random programs', () => {
    const small = compare(
      texts(cases, (rng) => randomProgram(rng, smallPrograms)),
      kinds,
    );
    const rich = compare(
      texts(cases, (rng) => randomProgram(rng, richPrograms)),
      kinds,
    );
    compare(
      texts(cases, (rng) =>
        randomProgram(rng, { ...smallPrograms, more: ['update', 'shared lock', 'timed wait', 'atomic block'] }),
      ),
      kinds,
    );
    for (const kind of ['assertion', 'deadlock', 'race'])
      for (const outcome of ['accepted', 'rejected'])
        expect((small.get(`${kind} ${outcome}`) ?? 0) + (rich.get(`${kind} ${outcome}`) ?? 0), kind).toBeGreaterThan(4);
  });

  it('accepts exactly the programs whose units never conflict in both directions', () => {
    const counts = compare(
      texts(cases, (rng) => randomEml(rng, shape)),
      ['atomicity'],
    );
    expect(counts.get('atomicity accepted')).toBeGreaterThan(4);
    expect(counts.get('atomicity rejected')).toBeGreaterThan(4);
  });

  it('tells calls apart that return to one node with their results in different locals', () => {
    const program = programOf(
      'process P { f() : int { return 1; } main { let a : int = 0; let b : int = 0; if (*) { a = f(); } else { b = f(); } assert a == 1 || b == 2; } }',
    );
    expect(truth(program)).toContain('assertion');
    expect(outcomeOf(statesCertifier, program, { kind: 'assertion' })).toBe('rejected');
  });

  it('visits fewer states when threads with local moves go alone, and sees the same', () => {
    const program = programOf(
      'var x : int 0..3; process P [2] { main { let a : int = 1; let b : int = a + 1; x = b; } } process Q { main { assert x != 3; } }',
    );
    const all = searchStates(program, { localThreadsGoAlone: false, watchUnits: false }, { left: 10_000 });
    const fewer = searchStates(program, { localThreadsGoAlone: true, watchUnits: false }, { left: 10_000 });
    expect(fewer.states).toBeLessThan(all.states / 2);
    expect([...fewer.seen.keys()]).toEqual([...all.seen.keys()]);
  });

  it('does not let a thread go alone for ever', () => {
    const program = programOf(
      'var x : int 0..3; process P { main { while (true) { skip; } } } process Q { main { assert x == 1; } }',
    );
    expect(outcomeOf(localStatesCertifier, program, { kind: 'assertion' })).toBe('rejected');
  });

  it('gives up after as many states as it was allowed, and says so', () => {
    const program = programOf('var x : int 0..3; process P [3] { main { x = 1; x = 2; } }');
    const limited = { kind: 'states/1' as const, body: { limit: 20 } };
    expect(outcomeOf(statesCertifier, program, { kind: 'deadlock' }, limited)).toBe('not-certified');
    expect(outcomeOf(statesCertifier, program, { kind: 'deadlock' })).toBe('accepted');
    // What was seen before the search was given up is a contradiction all the same.
    expect(outcomeOf(statesCertifier, program, { kind: 'race' }, limited)).toBe('rejected');
  });

  it('rejects claims that it does not understand', () => {
    const program = programOf('var x : int; process P { main { x = 1; } }');
    const bounded = { kind: 'bounded' as const, bounds: { depth: 3 }, assumptions: [] } as const;
    expect(outcomeOf(statesCertifier, program, { kind: 'race', variable: 'y' })).toBe('rejected');
    expect(outcomeOf(statesCertifier, program, { kind: 'pairwise', labels: ['a', 'b'] })).toBe('rejected');
    expect(outcomeOf(statesCertifier, program, { kind: 'race' }, undefined, bounded)).toBe('rejected');
    expect(outcomeOf(statesCertifier, { kind: 'petri' } as Model, { kind: 'race' })).toBe('rejected');
    const open = programOf('var x : int; process P * { main { x = 1; } }');
    expect(outcomeOf(statesCertifier, open, { kind: 'race' })).toBe('rejected');
  });

  it('says nothing of races of cooperative threads, which do not show in states', () => {
    const text = 'var x : int; process P { main { skip; x = 1; } } process Q { main { skip; x = 2; } }';
    const program = programOf(`scheduling cooperative; ${text}`);
    expect(truth(program)).toContain('race');
    expect(outcomeOf(statesCertifier, program, { kind: 'race' })).toBe('not-certified');
    expect(outcomeOf(localStatesCertifier, program, { kind: 'deadlock' })).toBe('not-certified');
    expect(outcomeOf(statesCertifier, program, { kind: 'deadlock' })).toBe('accepted');
  });
});
