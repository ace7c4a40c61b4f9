import { describe, expect, it } from 'vitest';
import { Rng } from '../../../base/rng.js';
import { sampleScale } from '../../../base/testing/sample-scale.js';
import { type Marking, markingOf, tokensAt } from '../../../model/petri/marking.js';
import type { NetTransition, PetriNet } from '../../../model/petri/net.js';
import { fire } from '../../../model/petri/step.js';
import type { Transition } from '../../../translate/nets/counter-system.js';
import { diagramToCounters } from '../../../translate/nets/diagram-to-counters.js';
import { askQuestion } from '../../../translate/nets/question.js';
import { type Decision, decide } from '../decide.js';
import { frameProblem, type Problem } from '../problem.js';
import { idleContext } from '../search-context.js';
import { verdictOf } from '../testing/ask.js';
import { randomDiagram } from '../testing/random-diagrams.js';
import { randomNet } from '../testing/random-nets.js';
import { OneTokenSets, oneTokenSets } from './one-token-sets.js';
import { allReductions, type ReductionRules, reduce } from './reduce.js';

function finish<T>(search: Generator<number, T, void>): T {
  for (;;) {
    const next = search.next();
    if (next.done) return next.value;
  }
}

function problemOf(net: PetriNet): Problem {
  const question = askQuestion(net, 'target');
  if (!question.ok) throw new Error(question.error);
  return frameProblem(question.value.system, question.value.targets);
}

function answer(problem: Problem, rules: ReductionRules): Decision['kind'] {
  return finish(decide(problem, 'backward', idleContext(), rules)).kind;
}

const one = (name: string, take: readonly number[], give: readonly number[]): NetTransition => ({
  name,
  guard: tokensAt(take),
  take: tokensAt(take),
  give: tokensAt(give),
  transfers: [],
});

/** `n` stages in a row, each with a lock: queue i, lock i, stage i at 3i, 3i + 1, 3i + 2. */
function guardedStages(n: number, target: Marking): PetriNet {
  const stages = Array.from({ length: n }, (_, i) => i);
  return {
    kind: 'petri',
    placeNames: Array.from({ length: 3 * n + 1 }, (_, i) => `p${i}`),
    transitions: stages.flatMap((i) => [
      one(`enter${i}`, [3 * i, 3 * i + 1], [3 * i + 2]),
      one(`leave${i}`, [3 * i + 2], [3 * i + 1, 3 * i + 3]),
    ]),
    initial: { marking: tokensAt(stages.map((i) => 3 * i + 1)), unbounded: [0] },
    targets: [{ markings: [target], name: 'target' }],
  };
}

describe('reductions', () => {
  it('no answer depends on any one of them', () => {
    const rules = Object.keys(allReductions) as (keyof ReductionRules)[];
    for (let seed = 1; seed <= 150 * sampleScale; seed++) {
      const net = randomNet(new Rng(seed));
      const named = { ...net, targets: [{ ...net.targets[0]!, name: 'target' }] };
      const problem = problemOf(named);
      const expected = answer(problem, { pump: false, merge: false, advance: false, forget: false, recover: false });
      expect(answer(problem, allReductions), `seed ${seed}`).toBe(expected);
      for (const rule of rules)
        expect(answer(problem, { ...allReductions, [rule]: false }), `seed ${seed} without ${rule}`).toBe(expected);
    }
  });

  it('the same for diagrams', () => {
    for (let seed = 1; seed <= 150 * sampleScale; seed++) {
      const options = { broadcast: false, spawn: true, initial: true, wideTarget: true };
      const diagram = randomDiagram(new Rng(seed), options);
      const { shared, bounded } = diagram.targets[0]!.configuration;
      const problem = frameProblem(diagramToCounters(diagram), [{ control: shared, marking: tokensAt(bounded) }]);
      const expected = answer(problem, { pump: false, merge: false, advance: false, forget: false, recover: false });
      for (const rule of Object.keys(allReductions))
        expect(answer(problem, { ...allReductions, [rule]: false }), `seed ${seed} without ${rule}`).toBe(expected);
    }
  });

  it('round trips fill what a lock guards, one stage after the other', () => {
    const net = guardedStages(50, tokensAt([150, 150, 150]));
    expect(finish(reduce(problemOf(net))).answer).toEqual({ kind: 'covered' });
    expect(verdictOf(net, 'portfolio')).toBe('violated');
  });

  it('tokens that nothing takes meet hurdles for ever, but only as many as there are', () => {
    const source = (needed: number): PetriNet => ({
      kind: 'petri',
      placeNames: ['source', 'product'],
      transitions: [{ name: 'make', guard: [0, needed], take: [], give: [1, 1], transfers: [] }],
      initial: { marking: [0, 2], unbounded: [] },
      targets: [{ markings: [[1, 7]], name: 'target' }],
    });
    expect(finish(reduce(problemOf(source(2)))).answer).toEqual({ kind: 'covered' });
    expect(verdictOf(source(2), 'portfolio')).toBe('violated');
    expect(verdictOf(source(3), 'portfolio')).toBe('holds');
  });
});

describe('sets of one token', () => {
  it('are found where philosophers share forks', () => {
    const n = 6;
    const [think, left, eat, fork] = [0, 1, 2, 3].map((k) => (i: number) => 4 * (i % n) + k);
    const transitions = Array.from({ length: n }, (_, i) => [
      one('take', [think!(i), fork!(i)], [left!(i)]),
      one('eat', [left!(i), fork!(i + 1)], [eat!(i)]),
      one('put', [eat!(i)], [think!(i), fork!(i), fork!(i + 1)]),
    ]).flat();
    const net: PetriNet = {
      kind: 'petri',
      placeNames: Array.from({ length: 4 * n }, (_, i) => `p${i}`),
      transitions,
      initial: { marking: tokensAt(Array.from({ length: n }, (_, i) => [think!(i), fork!(i)]).flat()), unbounded: [] },
      targets: [{ markings: [tokensAt([eat!(0), eat!(1)])], name: 'target' }],
    };
    const { sets } = finish(oneTokenSets(problemOf(net)));
    expect(sets.map((set) => set.length).sort()).toEqual([...Array(n).fill(3), ...Array(n).fill(4)]);
    expect(verdictOf(net, 'portfolio')).toBe('holds');
  });

  it('never hold two in any run', () => {
    let found = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const rng = new Rng(seed);
      const net = { ...randomNet(rng), initial: { marking: tokensAt([0]), unbounded: [] } };
      const sets = finish(oneTokenSets(problemOf({ ...net, targets: [{ ...net.targets[0]!, name: 'target' }] })));
      found += sets.sets.length;
      let marking: Marking = net.initial.marking;
      for (let step = 0; step < 60; step++) {
        expect(sets.refute(marking), `seed ${seed}`).toBeUndefined();
        const nexts = net.transitions
          .map((transition) => fire(transition, marking))
          .filter((next) => next !== undefined);
        if (nexts.length === 0) break;
        marking = rng.pick(nexts);
      }
    }
    expect(found).toBeGreaterThan(20);
  });

  it('a set that is not checked would refute what happens', () => {
    const sets = new OneTokenSets([[0, 1]]);
    const net: PetriNet = {
      kind: 'petri',
      placeNames: ['a', 'b'],
      transitions: [one('double', [0], [0, 1])],
      initial: { marking: [0, 1], unbounded: [] },
      targets: [
        {
          markings: [
            markingOf([
              [0, 1],
              [1, 1],
            ]),
          ],
          name: 'target',
        },
      ],
    };
    expect(sets.refute(fire(net.transitions[0]!, [0, 1])!)).toEqual([0, 1, 1, 1]);
    expect(finish(oneTokenSets(problemOf(net))).sets).toEqual([]);
  });
});

describe('large sparse inputs', () => {
  const lines = 20_000;

  it('a row of many places is filled in linear time, whatever the order of the arcs', () => {
    const transitions: Transition[] = Array.from({ length: lines }, (_, i) => {
      const place = lines - 1 - i;
      return { from: 0, to: 0, hurdle: [place, 1], effect: [place, -1, place + 1, 1] };
    });
    const system = {
      controls: 1,
      places: lines + 1,
      transitions,
      initial: [{ control: 0, marking: [], unbounded: [0] }],
    };
    const layer = finish(reduce(frameProblem(system, [{ control: 0, marking: [lines, 3] }])));
    expect(layer.answer).toEqual({ kind: 'covered' });
  });

  it('thousands of guarded stages are decided both ways, with evidence', () => {
    const n = 1_000;
    expect(verdictOf(guardedStages(n, [3 * n - 1, 2]), 'portfolio')).toBe('holds');
    expect(verdictOf(guardedStages(n, [3 * n - 1, 1]), 'portfolio')).toBe('violated');
  });
});
