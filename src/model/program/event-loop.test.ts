// The oracle is Node: the same program as JavaScript, run on real promises for every order of external events.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { type Move, movesOf, movesOfThread } from './moves.js';
import type { Edge, FunctionGraph, Program } from './program.js';
import type { State } from './state.js';
import { exhaustiveCount, exhaustiveProgram } from './testing/exhaustive-async.js';
import { outcomesOf, type SearchRules, trueRules } from './testing/outcomes.js';
import { outcomesOfJavaScript } from './testing/promise-scheduler.js';
import { type AsyncProgram, randomAsync } from './testing/random-async.js';
import { tickRulers } from './testing/tick-rulers.js';
import { validateProgram } from './testing/validate.js';

const mostOrders = 400;
const mostStates = 50_000;

interface Semantics {
  readonly rewrite: (eml: string) => string;
  readonly rules: SearchRules;
  readonly change: (program: Program) => Program;
}

const truth: Semantics = { rewrite: (eml) => eml, rules: trueRules, change: (program) => program };

/** Sorted outcomes of both sides; undefined if there are too many to look at. */
async function outcomes({ eml, javascript }: AsyncProgram, { rewrite, rules, change }: Semantics) {
  const expected = await outcomesOfJavaScript(javascript, mostOrders);
  const program = programOf(rewrite(eml));
  expect(validateProgram(program)).toEqual([]);
  const found = expected && outcomesOf(change(program), ['x', 'log'], mostStates, rules);
  return expected && found && { expected: [...expected].sort(), found: [...found].sort() };
}

async function expectAgreement(program: AsyncProgram): Promise<boolean> {
  const seen = await outcomes(program, truth);
  if (seen) expect(seen.found, `${program.eml}\n${program.javascript}`).toEqual(seen.expected);
  return seen !== undefined;
}

describe('the event loop does what Node does', () => {
  it('on random programs', async () => {
    let compared = 0;
    for (let seed = 0; seed < 300 * sampleScale; seed++)
      if (await expectAgreement(randomAsync(new Rng(seed)))) compared++;
    expect(compared).toBeGreaterThan(285 * sampleScale);
  });

  it('tick by tick', async () => {
    for (const program of tickRulers()) expect(await expectAgreement(program)).toBe(true);
  });

  it('on two functions of three operations each, all of them when HEDDLE_CASES is 797', async () => {
    const stride = Math.max(1, Math.floor(797 / sampleScale));
    for (let i = 0; i < exhaustiveCount; i += stride) expect(await expectAgreement(exhaustiveProgram(i))).toBe(true);
  });
});

/** Microtasks last in first out. */
const lastInFirstOut: Semantics = {
  ...truth,
  rules: {
    ...trueRules,
    before: (state) =>
      state.running === -1
        ? { ...state, microtasks: [...state.microtasks.slice(-1), ...state.microtasks.slice(0, -1)] }
        : state,
  },
};

/** External completions and starts come in although there are microtasks. */
const impatient: Semantics = {
  ...truth,
  rules: {
    ...trueRules,
    moves(program: Program, state: State): Move[] {
      if (state.running !== -1 || state.microtasks.length === 0) return movesOf(program, state);
      const isExternal = ({ status, frames }: State['threads'][number]) =>
        status.kind === 'external' || (status.kind === 'ready' && frames.length > 0);
      const others = state.threads.flatMap((thread, id) =>
        isExternal(thread) ? movesOfThread(program, state, id) : [],
      );
      return [...movesOf(program, state), ...others];
    },
  },
};

function changeEdges(change: (graph: FunctionGraph, edge: Edge, fresh: () => number) => readonly Edge[]): Semantics {
  return {
    ...truth,
    change: (program) => ({
      ...program,
      functions: program.functions.map((graph) => {
        let nodeCount = graph.nodeCount;
        const edges = graph.edges.flatMap((edge) => change(graph, edge, () => nodeCount++));
        return { ...graph, edges, nodeCount };
      }),
    }),
  };
}

const lazyStart = changeEdges((_graph, edge) => {
  if (edge.action.kind !== 'spawn') return [edge];
  const { eager: _, ...action } = edge.action;
  return [{ ...edge, action }];
});

const lateJoin = changeEdges((_graph, edge, fresh) => {
  if (edge.action.kind !== 'join') return [edge];
  const between = fresh();
  return [
    { ...edge, to: between, action: { kind: 'yield' } },
    { ...edge, from: between },
  ];
});

/** The idioms for what JavaScript does in several ticks need all of them. */
function without(ticks: string, rest: string): Semantics {
  return { ...truth, rewrite: (eml) => eml.replaceAll(ticks, rest) };
}

describe('the comparison with Node notices', () => {
  it.each([
    ['a queue that is last in first out', lastInFirstOut],
    ['external events while there are microtasks', impatient],
    ['a start that is not eager', lazyStart],
    ['a join that takes a tick too many', lateJoin],
    ['the result of a promise returned a tick too early', without('yield; r = join', 'r = join')],
    ['the end of finally a tick too early', without('yield; yield;', 'yield;')],
    ['the result of a call without its tick', without('r = g(); yield;', 'r = g();')],
  ])('%s', async (_name, broken) => {
    const random = Array.from({ length: 100 }, (_, seed) => randomAsync(new Rng(seed)));
    for (const program of [...tickRulers(), ...random]) {
      const seen = await outcomes(program, broken);
      if (seen && seen.found.join(' ') !== seen.expected.join(' ')) return;
    }
    expect.unreachable('nobody noticed');
  });
});
