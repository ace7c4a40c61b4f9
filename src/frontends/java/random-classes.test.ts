// Random small classes, written as Java and checked by brute force: all interleavings of two calls, step by step, and for
// each the question whether some serial order has the same conflicts. A pair of methods that brute force finds
// serializable must not be reported (not even with --all), and one that it does not must be.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { askJava, bugsOf, findingsOf } from './testing/ask-java.js';
import { atomicSets, isSerializable, type RandomMethod, randomClass } from './testing/random-class.js';

const cases = 10 * Number(process.env['HEDDLE_CASES'] ?? 1);

function pairsReported(findings: Awaited<ReturnType<typeof findingsOf>>): Set<string> {
  const bad = findings.filter(({ verdict, property }) => verdict.kind === 'violated' && property.kind === 'atomicity');
  return new Set(
    bad.map(({ property }) =>
      Array.isArray(property['methods']) ? property['methods'].map(String).sort().join(' ') : '',
    ),
  );
}

function unknownsOf(findings: Awaited<ReturnType<typeof findingsOf>>): string[] {
  return findings.flatMap(({ verdict, message }) => (verdict.kind === 'unknown' ? [message] : []));
}

function pairsOf(methods: readonly RandomMethod[]): string[] {
  const sets = atomicSets(methods);
  return methods.flatMap((a, i) =>
    methods.slice(i).flatMap((b) => {
      const name = [`${a.name}()`, `${b.name}()`].sort().join(' ');
      return sets.every((set) => isSerializable(a, b, set)) ? [] : [name];
    }),
  );
}

describe('random classes', () => {
  it(`agree with all interleavings (${cases} classes)`, async () => {
    const rng = new Rng(11);
    let violated = 0;
    for (let i = 0; i < cases; i++) {
      const { text, methods } = randomClass(rng);
      const outcome = await askJava(text, ['all']);
      expect(bugsOf(outcome), text).toEqual([]);
      const expected = pairsOf(methods);
      violated += expected.length;
      expect([...pairsReported(findingsOf(outcome))].sort(), text).toEqual([...expected].sort());
    }
    expect(violated).toBeGreaterThan(cases / 2);
  }, 600_000);

  it(`agree with their steps behind constructs (${cases} classes)`, async () => {
    const rng = new Rng(Number(process.env['HEDDLE_SEED'] ?? 13));
    for (let i = 0; i < cases; i++) {
      const { text, methods } = randomClass(rng, true);
      const outcome = await askJava(text, ['all']);
      expect(bugsOf(outcome), text).toEqual([]);
      expect(outcome.reading, text).toEqual([]);
      expect(unknownsOf(findingsOf(outcome)), text).toEqual([]);
      // Parts that are members of their own have units of their own: they are left out here.
      const between = [...pairsReported(findingsOf(outcome))].filter((pair) => /^m\d\(\) m\d\(\)$/.test(pair));
      expect(between.sort(), text).toEqual(pairsOf(methods).sort());
    }
  }, 600_000);
});
