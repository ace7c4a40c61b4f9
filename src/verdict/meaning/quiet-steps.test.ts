// Steps that are known are taken again only where they would be taken anew: whatever was replayed before, a witness is judged as
// if it were the first.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { SourceText } from '../../base/source-text.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { randomEml } from '../../engines/atomicity/testing/random-eml.js';
import { emlReader } from '../../frontends/eml/reader.js';
import { noCompanions } from '../../model/model.js';
import { movesOf } from '../../model/program/moves.js';
import type { Program } from '../../model/program/program.js';
import { initialState, stateKey } from '../../model/program/state.js';
import { type ProgramRun, takeStep } from '../program-run.js';
import type { Witness, WitnessStep } from '../witness.js';
import { witnessOfRun } from '../witness-of-run.js';
import { quietSteps } from './quiet-steps.js';
import { runWitness } from './run-witness.js';
import { runDifference } from './shown-steps.js';

function programOf(text: string): Program {
  const { model } = emlReader.read(new SourceText('m.eml', text), noCompanions);
  if (model?.kind !== 'program') throw new Error('no program');
  return model;
}

function randomRun(program: Program, rng: Rng): ProgramRun {
  const initial = initialState(program, new Map());
  const run: { program: Program; initial: typeof initial; steps: ReturnType<typeof takeStep>[] } = {
    ...{ program, initial, steps: [] },
  };
  for (let state = initial; run.steps.length < 40; state = run.steps.at(-1)!.after) {
    const moves = movesOf(program, state);
    if (moves.length === 0) break;
    run.steps.push(takeStep(program, state, moves[rng.below(moves.length)]!));
  }
  return run;
}

/** What replaying says, in full: the states, or why there is none. */
function judged(program: Program, witness: Witness): string {
  const run = runWitness(program, witness);
  if (typeof run === 'string') return run;
  return [
    ...run.steps.map(({ after, event }) => `${stateKey(after)} ${JSON.stringify(event)}`),
    runDifference(run, witness),
  ].join('\n');
}

/** Steps in another order, left out, doubled, in other words: most of that is no execution. */
function changed(steps: readonly WitnessStep[], rng: Rng): WitnessStep[] {
  const at = rng.below(Math.max(1, steps.length));
  const to = rng.below(Math.max(1, steps.length));
  const moved = steps.toSpliced(at, 1);
  switch (rng.below(5)) {
    case 0:
      return steps.toSpliced(at, 1);
    case 1:
      return moved.toSpliced(to, 0, ...steps.slice(at, at + 1));
    case 2:
      return steps.toSpliced(to, 0, ...steps.slice(at, at + 1));
    case 3:
      return steps.map((step, i) => (i === at ? { ...step, action: 'write', target: '__proto__' } : step));
    default:
      return [...steps];
  }
}

describe('quiet steps', () => {
  it('judge a witness as if it were the first', () => {
    let again = 0;
    let refused = 0;
    for (let seed = 1; seed <= 160 * sampleScale; seed++) {
      const rng = new Rng(seed);
      const text = randomEml(rng, { processes: 3, locks: 2, variables: 2 });
      const program = programOf(text);
      const witness = witnessOfRun(randomRun(program, rng));
      for (let i = 0; i < 6; i++) {
        const steps = changed(witness.steps, rng);
        // The program as it is now has seen the steps before; a fresh one has not.
        const known = judged(program, { ...witness, steps });
        expect({ seed, i, known }).toEqual({ seed, i, known: judged(programOf(text), { ...witness, steps }) });
        const run = runWitness(program, { ...witness, steps });
        if (typeof run === 'string') refused++;
        else again += run.steps.filter(({ shownAs }, n) => shownAs === steps[n]).length;
      }
    }
    expect(again).toBeGreaterThan(400 * sampleScale);
    expect(refused).toBeGreaterThan(40 * sampleScale);
  });

  it('wait for a lock that somebody else has now', () => {
    const program = programOf(
      'lock l; var x; process P { main { synchronized (l) { read x; } } } process Q { main { synchronized (l) { read x; } } }',
    );
    const firsts = Array.from({ length: 40 }, (_, seed) => witnessOfRun(randomRun(program, new Rng(seed))).steps[0]!);
    const [p, q] = ['P#1', 'Q#1'].map((name) => firsts.find(({ thread }) => thread === name)!);
    const of = (...steps: WitnessStep[]): Witness => ({ kind: 'execution', steps });
    expect([p!.action, q!.action]).toEqual(['acquire', 'acquire']);
    expect(typeof runWitness(program, of(p!))).toBe('object');
    expect(typeof runWitness(program, of(q!))).toBe('object');
    expect(runWitness(program, of(p!, q!))).toBe('step 2: Q#1 cannot move: acquire is not possible here');
  });

  it('are none where threads meet elsewhere', () => {
    const meeting = 'lock l; var x; process P { main { synchronized (l) { wait(l); } } }';
    expect(quietSteps(programOf(meeting))).toBeUndefined();
    expect(quietSteps(programOf('var x; process P { main { read x; } }'))).toBeDefined();
  });
});
