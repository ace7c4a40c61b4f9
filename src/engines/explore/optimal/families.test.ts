// Programs of the literature: the optimal search follows exactly one execution per equivalence class, as many as counting
// them the plain way gives; and every method finds every outcome.

import { describe, expect, it } from 'vitest';
import { sampleScale } from '../../../base/testing/sample-scale.js';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import { countClasses } from '../testing/count-classes.js';
import { countTraces } from '../testing/count-traces.js';
import { families } from '../testing/families.js';
import { type ObservedProgram, plainText, withOutcomes } from '../testing/observed-program.js';
import type { TurnScheduling } from '../testing/random-turns.js';
import { idsOf, searchFully, searchOptimally, searchWithLocksets } from '../testing/search-with.js';
import { PreemptiveSteps } from './preemptive-steps.js';

const isLong = sampleScale > 1;
/** The smaller half of each family in a sample, all in CI. */
const sizesOf = (sizes: readonly number[]) => (sampleScale < 1 ? sizes.slice(0, Math.ceil(sizes.length / 2)) : sizes);
const mostPrefixes = isLong ? 2_000_000 : 3000;
const mostSequences = isLong ? 3_000_000 : 20_000;
/** Those with more sequences of events already for the smallest number. */
const haveMany = 'co-iriw ticket-lock bakery pushes indexer barrier-reuse dekker fast-mutex mcs-lock'.split(' ');
const mostStates = isLong ? 1_000_000 : 2000;

describe.each(families)('$name', ({ name, sizes, program, traces }) => {
  it('is explored once per inequivalent execution', { timeout: 6_000_000 }, () => {
    let counted = 0;
    for (const n of sizesOf(sizes)) {
      const model = programOf(plainText(program(n)));
      const { executions, asleep, cut } = searchOptimally(model);
      expect([n, asleep, cut]).toEqual([n, 0, undefined]);
      if (traces) expect([n, executions]).toEqual([n, traces(n)]);
      const expected = countTraces(model, mostPrefixes);
      if (expected === undefined) continue;
      expect([n, executions]).toEqual([n, expected]);
      counted++;
    }
    expect(counted).toBeGreaterThan(0);
  });

  it('has as many classes of sequences of events', { timeout: 6_000_000 }, () => {
    const model = programOf(plainText(program(sizes[0]!)));
    const classes = countClasses(
      new PreemptiveSteps(model, { races: false, maxDepth: Number.POSITIVE_INFINITY }),
      mostSequences,
    );
    if (classes === undefined) expect(haveMany).toContain(name);
    else expect(searchOptimally(model).executions).toBe(classes);
  });

  it('shows every outcome to every method', { timeout: 6_000_000 }, () => {
    let compared = 0;
    for (const n of sizesOf(sizes)) {
      const model = withOutcomes(program(n), mostStates);
      const full = model && searchFully(model, mostStates);
      if (!full) continue;
      const expected = [n, ...idsOf(full)];
      compared++;
      expect([n, ...idsOf(searchOptimally(model))]).toEqual(expected);
      expect([n, ...idsOf(searchWithLocksets(model, { remember: true }))]).toEqual(expected);
      expect([n, ...idsOf(searchWithLocksets(model, { remember: false }))]).toEqual(expected);
    }
    expect(compared).toBeGreaterThan(0);
  });
});

/** Where others may go on after every statement; `assume` would stop everybody, so such programs are left out. */
function withPauses({ data, threads, ...rest }: ObservedProgram, scheduling: TurnScheduling): ObservedProgram {
  const pause = scheduling === 'event-loop' ? 'yield external;' : 'yield;';
  const isPlain = (body: string) => !/[{}]/.test(body);
  const paused = threads.map((body) => (isPlain(body) ? body.replaceAll('; ', `; ${pause} `) : body));
  return { ...rest, data: `scheduling ${scheduling}; ${data}`, threads: paused };
}

describe.each(['cooperative', 'event-loop'] as const)('under %s scheduling', (scheduling) => {
  const waits = scheduling === 'event-loop' ? /assume|wait\(/ : /assume/;
  const fit = families.filter(({ sizes, program }) => !waits.test(program(sizes[0]!).threads.join()));

  it.each(fit)('$name shows every outcome', { timeout: 6_000_000 }, ({ sizes, program }) => {
    let compared = 0;
    for (const n of sizes.slice(0, isLong ? undefined : sampleScale < 1 ? 1 : 2)) {
      const model = withOutcomes(withPauses(program(n), scheduling), mostStates);
      const full = model && searchFully(model, mostStates);
      if (!full) continue;
      compared++;
      const { asleep, ...result } = searchOptimally(model);
      expect([n, asleep, ...idsOf(result)]).toEqual([n, 0, ...idsOf(full)]);
    }
    expect(compared).toBeGreaterThan(0);
  });
});
