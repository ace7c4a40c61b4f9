import { describe, expect, it } from 'vitest';
import { Rng } from '../../../base/rng.js';
import { sampleScale } from '../../../base/testing/sample-scale.js';
import type { Marking } from '../../../model/petri/marking.js';
import type { Problem } from '../problem.js';
import { coveringSet } from './covering-set.js';
import { oneTokenSets } from './one-token-sets.js';

const goal = 1;

function finish<T>(steps: Generator<number, T, void>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

type Counts = Readonly<Record<number, number>>;

function marking(counts: Counts): Marking {
  return Object.entries(counts)
    .filter(([, count]) => count !== 0)
    .sort(([a], [b]) => Number(a) - Number(b))
    .flatMap(([place, count]) => [Number(place), count]);
}

function netOf(places: number, start: Counts, moves: readonly (readonly [hurdle: Counts, effect: Counts])[]): Problem {
  const transitions = moves.map(([hurdle, effect]) => ({
    from: 0,
    to: 0,
    hurdle: marking(hurdle),
    effect: marking(effect),
  }));
  const last = { from: 0, to: goal, hurdle: [0, 1], effect: [] };
  return {
    controls: 2,
    places,
    transitions: [...transitions, last],
    start: { control: 0, marking: marking(start), unbounded: [] },
    goal,
  };
}

/** Every set that satisfies the equations, by trying all. */
function allCoveringSets({ places, transitions, start }: Problem): string[] {
  const found: string[] = [];
  for (let bits = 0; bits < 2 ** places; bits++) {
    const sum = (counts: Marking) =>
      counts.reduce((total, value, i) => (i % 2 === 1 && (bits >> counts[i - 1]!) & 1 ? total + value : total), 0);
    const isCovering = transitions.every(
      ({ to, hurdle, effect }) => to === goal || (sum(hurdle) === 1 && sum(effect) === 0),
    );
    if (isCovering && sum(start.marking) === 1)
      found.push([...Array(places).keys()].filter((place) => (bits >> place) & 1).join());
  }
  return found;
}

describe('the set that every transition asks for one token of', () => {
  it('is found in random problems exactly when trying all sets finds one', () => {
    const rng = new Rng(5);
    const seen = { some: 0, none: 0 };
    for (let i = 0; i < 4000 * sampleScale; i++) {
      const places = rng.between(2, 6);
      const counts = (most: number, least = 1) =>
        Object.fromEntries(
          Array.from({ length: rng.between(least, most) }, () => [rng.below(places), rng.chance(0.05) ? 2 : 1]),
        );
      const moves = Array.from({ length: rng.between(1, 3) }, () => {
        const hurdle = counts(2);
        const effect: Record<number, number> = {};
        for (const place of Object.keys(hurdle)) if (rng.chance(0.8)) effect[Number(place)] = -1;
        for (const place of Object.keys(counts(2, 0))) effect[Number(place)] = (effect[Number(place)] ?? 0) + 1;
        return [hurdle, effect] as const;
      });
      const problem = netOf(places, counts(2), moves);
      const found = finish(coveringSet(problem));
      const all = allCoveringSets(problem);
      if (found) expect(all, JSON.stringify(problem)).toContain(found.join());
      else expect(all, JSON.stringify(problem)).toEqual([]);
      seen[found ? 'some' : 'none']++;
    }
    expect(Math.min(seen.some, seen.none)).toBeGreaterThan(100 * sampleScale);
  });

  it('is the control of a server, in whatever order the places are numbered', () => {
    const rng = new Rng(7);
    for (let i = 0; i < 60; i++) {
      const order = rng.shuffle([0, 1, 2, 3, 4, 5]);
      const [idle, busy, closed, mail, worker, done] = order as [number, number, number, number, number, number];
      const problem = netOf(6, { [idle]: 1 }, [
        [{ [idle]: 1 }, { [idle]: -1, [busy]: 1, [worker]: 1 }],
        [
          { [worker]: 1, [busy]: 1 },
          { [worker]: -1, [done]: 1, [mail]: 1 },
        ],
        [
          { [mail]: 1, [busy]: 1 },
          { [mail]: -1, [busy]: -1, [idle]: 1 },
        ],
        [
          { [done]: 1, [idle]: 1 },
          { [done]: -1, [idle]: -1, [closed]: 1 },
        ],
      ]);
      const { sets } = finish(oneTokenSets(problem));
      expect(sets.map(String), String(order)).toContain([idle, busy, closed].sort((a, b) => a - b).join());
    }
  });
});
