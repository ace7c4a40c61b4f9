import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { movesOf } from '../../model/program/moves.js';
import { printAction } from '../../model/program/print-graph.js';
import type { Program } from '../../model/program/program.js';
import { initialState, topFrame } from '../../model/program/state.js';
import { applyMove } from '../../model/program/step.js';
import { programOf } from './testing/program-of.js';
import { randomHigherOrder } from './testing/random-higher-order.js';
import { randomSequential } from './testing/random-sequential.js';

const CASES = 1000 * sampleScale;
const HIGHER_ORDER_CASES = 400 * sampleScale;
const noted = new Set(['acquire', 'release', 'begin-unit', 'end-unit']);

/**
 * What happens: the lock and unit actions in order, then the final values, unless a thread waits for ever for a lock of who waits
 * for it. At most one move is possible at each step.
 */
function runProgram(program: Program): { readonly log: readonly (string | number)[]; readonly ended: boolean } {
  const log: (string | number)[] = [];
  let state = initialState(program);
  for (let moves = movesOf(program, state); moves.length > 0; moves = movesOf(program, state)) {
    if (moves.length > 1) throw new Error('a choice in a sequential program');
    const { edge } = moves[0]!;
    const graph = program.functions[topFrame(state.threads[moves[0]!.thread]!)!.function]!;
    if (noted.has(edge.action.kind)) log.push(printAction(program, graph, edge.action));
    state = applyMove(program, state, moves[0]!).state;
  }
  const ended = state.threads[0]!.status.kind === 'ended';
  return { log: ended ? [...log, ...state.shared] : log, ended };
}

function runJavaScript(source: string): readonly (string | number)[] {
  const log: (string | number)[] = [];
  const run = new Function('note', source);
  log.push(...run((text: string) => log.push(text)));
  return log;
}

describe('sequential programs', () => {
  it(`do what JavaScript does, for ${CASES} random ones`, () => {
    let notes = 0;
    for (let seed = 1; seed <= CASES; seed++) {
      const { eml, javascript } = randomSequential(new Rng(seed));
      const expected = runJavaScript(javascript);
      notes += expected.length;
      expect(runProgram(programOf(eml)), `seed ${seed}\n${eml}`).toEqual({ log: expected, ended: true });
    }
    // Seven values each, and enough locks and units on the way.
    expect(notes).toBeGreaterThan(9 * CASES);
  });
});

describe('functions that take functions', () => {
  it(`do what JavaScript does, for ${HIGHER_ORDER_CASES} random programs`, () => {
    let finite = 0;
    let instances = 0;
    let blocked = 0;
    for (let seed = 1; seed <= HIGHER_ORDER_CASES; seed++) {
      const { eml, javascript } = randomHigherOrder(new Rng(seed));
      const program = programOf(eml);
      if (program.cut) continue;
      finite++;
      instances += program.functions.length;
      const { log, ended } = runProgram(program);
      const expected = runJavaScript(javascript);
      expect(log, `seed ${seed}\n${eml}\n${javascript}`).toEqual(ended ? expected : expected.slice(0, log.length));
      blocked += ended ? 0 : 1;
    }
    expect(finite).toBeGreaterThan(0.85 * HIGHER_ORDER_CASES);
    expect(blocked).toBeLessThan(0.2 * HIGHER_ORDER_CASES);
    expect(instances).toBeGreaterThan(6 * HIGHER_ORDER_CASES);
  });
});
