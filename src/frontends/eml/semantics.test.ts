import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { movesOf } from '../../model/program/moves.js';
import { printAction } from '../../model/program/print-graph.js';
import type { Program } from '../../model/program/program.js';
import { initialState, topFrame } from '../../model/program/state.js';
import { applyMove } from '../../model/program/step.js';
import { programOf } from './testing/program-of.js';
import { randomSequential } from './testing/random-sequential.js';

const CASES = 1000 * sampleScale;
const noted = new Set(['acquire', 'release', 'begin-unit', 'end-unit']);

/** What happens: the lock and unit actions in order, then the final values. Exactly one move is possible at each step. */
function runProgram(program: Program): readonly (string | number)[] {
  const log: (string | number)[] = [];
  let state = initialState(program);
  for (let moves = movesOf(program, state); moves.length > 0; moves = movesOf(program, state)) {
    if (moves.length > 1) throw new Error('a choice in a sequential program');
    const { edge } = moves[0]!;
    const graph = program.functions[topFrame(state.threads[0]!)!.function]!;
    if (noted.has(edge.action.kind)) log.push(printAction(program, graph, edge.action));
    state = applyMove(program, state, moves[0]!).state;
  }
  expect(state.threads[0]!.status.kind).toBe('ended');
  return [...log, ...state.shared];
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
      expect(runProgram(programOf(eml)), `seed ${seed}\n${eml}`).toEqual(expected);
    }
    // Seven values each, and enough locks and units on the way.
    expect(notes).toBeGreaterThan(9 * CASES);
  });
});
