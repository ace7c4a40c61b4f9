// Canonical forms against the keys of the reference semantics, on random walks that go forth and back.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../../base/rng.js';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import type { Program } from '../../../model/program/program.js';
import { initialState, stateKey } from '../../../model/program/state.js';
import { finalState, runMoves } from '../../../verdict/program-run.js';
import { SearchPath } from '../lockset/search-path.js';
import { randomProgram, richPrograms, smallPrograms } from '../testing/random-programs.js';
import { CanonicalState } from './canonical-state.js';
import type { CompiledStep } from './compiled-program.js';
import { threadStatus } from './layout.js';
import { collectMoves, isEnabled } from './moves.js';
import { StepMachine } from './step-machine.js';

interface Visit {
  readonly form: string;
  readonly key: string;
}

const plain = { threadSymmetry: false, liveLocals: false };

/** States of a walk that takes random steps and now and then goes back. */
function walk(program: Program, rng: Rng, options: typeof plain): Visit[] {
  const machine = new StepMachine(program);
  const canonical = new CanonicalState(machine, options);
  const path = new SearchPath();
  const marks: number[] = [];
  const visits: Visit[] = [];
  for (let i = 0; i < 60; i++) {
    const enabled = Array.from({ length: machine.threadCount }, (_, id) => id).filter((id) => isEnabled(machine, id));
    if (enabled.length === 0 || (marks.length > 0 && rng.chance(0.25))) {
      const depth = rng.below(marks.length);
      machine.memory.undoTo(marks[depth]!);
      path.truncateTo(depth);
      marks.length = depth;
    } else {
      marks.push(machine.memory.mark);
      step(machine, path, rng.pick(enabled), rng);
    }
    canonical.encode();
    const form = canonical.words.subarray(0, canonical.length).join();
    if (!isAnyWrong(machine))
      visits.push({ form, key: stateKey(finalState(runMoves(program, initialState(program), path.moves()))) });
    if (marks.length === 0 && enabled.length === 0) break;
  }
  return visits;
}

/** The form leaves out where a thread has gone wrong: it will never move again. */
function isAnyWrong(machine: StepMachine): boolean {
  return Array.from({ length: machine.threadCount }, (_, id) => machine.statusOf(machine.thread(id))).includes(
    threadStatus.wrong,
  );
}

function step(machine: StepMachine, path: SearchPath, thread: number, rng: Rng): void {
  const steps: CompiledStep[] = [];
  const values: number[] = [];
  const resumes = machine.statusOf(machine.thread(thread)) === threadStatus.notified;
  collectMoves(machine, thread, steps, values);
  const at = rng.below(steps.length);
  machine.perform(thread, steps[at]!, values[at]!);
  path.push(thread, steps[at]!, values[at]!, resumes);
}

/** Maps each of one side to the only one on the other side that goes with it. */
function isFunction(visits: readonly Visit[], from: keyof Visit, to: keyof Visit): boolean {
  const image = new Map<string, string>();
  return visits.every((visit) => {
    const known = image.get(visit[from]) ?? visit[to];
    image.set(visit[from], known);
    return known === visit[to];
  });
}

/** Two ways to states that differ in one thing only. */
const told = [
  {
    what: 'what objects contain',
    text: `class Box { value : int; } var b : Box; process I { main { b = new Box; } }
      process P { main { b.value = 1; } } process Q { main { b.value = 2; } }`,
    first: [0, 0, 1, 1, 2, 2],
    second: [0, 0, 2, 2, 1, 1],
  },
  {
    what: 'which objects threads know',
    text: `class Box { value : int; } var a : Box, b : Box, c : Box; process I { main { a = new Box; b = new Box; } }
      process P { main { c = a; } } process Q { main { c = b; } } process R { main { let mine = c; mine.value = 1; } }
      process S { main { c = null; } }`,
    first: [0, 0, 0, 0, 1, 1, 2, 2, 3, 4],
    second: [0, 0, 0, 0, 2, 2, 1, 1, 3, 4],
  },
  {
    what: 'how objects refer to each other',
    text: `class Box { next : Box; } var a : Box, b : Box; process I { main { a = new Box; b = new Box; } }
      process P { main { a.next = b; } } process Q { main { a.next = a; } }`,
    first: [0, 0, 0, 0, 1, 1, 1, 2, 2, 2],
    second: [0, 0, 0, 0, 2, 2, 2, 1, 1, 1],
  },
  {
    what: 'whose children threads are',
    text: `var x : int; f { x = 1; x = 1; } process P [2] { main { spawn f(); x = 1; join; } }`,
    first: [0, 1, 0, 2],
    second: [0, 1, 0, 3],
  },
];

describe('the canonical form', () => {
  it('tells states apart exactly where nothing can be renamed', () => {
    for (let seed = 1; seed <= 150; seed++) {
      const program = programOf(randomProgram(new Rng(seed), smallPrograms));
      const visits = walk(program, new Rng(seed), plain);
      expect([seed, isFunction(visits, 'key', 'form'), isFunction(visits, 'form', 'key')]).toEqual([seed, true, true]);
    }
  });

  it('is one for one state, whatever the way to it', () => {
    for (let seed = 1; seed <= 150; seed++) {
      const program = programOf(randomProgram(new Rng(seed), richPrograms));
      const visits = walk(program, new Rng(seed), { threadSymmetry: true, liveLocals: true });
      expect([seed, isFunction(visits, 'key', 'form')]).toEqual([seed, true]);
    }
  });

  it('does not depend on which of two equal threads moved, nor on which object was made first', () => {
    const machine = new StepMachine(
      programOf(`class Box { value : int; } var first : Box, second : Box;
        process P { main { let b = new Box; b.value = 1; first = b; } }
        process Q { main { let b = new Box; b.value = 2; second = b; } }
        process R [2] { main { skip; skip; } }`),
    );
    const canonical = new CanonicalState(machine, { threadSymmetry: true, liveLocals: true });
    const formAfter = (threads: readonly number[]) => {
      const { mark } = machine.memory;
      for (const id of threads) step(machine, new SearchPath(), id, new Rng(1));
      canonical.encode();
      const form = canonical.words.subarray(0, canonical.length).join();
      machine.memory.undoTo(mark);
      return form;
    };
    expect(formAfter([0, 1, 0, 1, 0, 1])).toBe(formAfter([1, 0, 1, 0, 1, 0]));
    expect(formAfter([2])).toBe(formAfter([3]));
    expect(formAfter([2])).not.toBe(formAfter([0]));
    expect(formAfter([0, 0])).not.toBe(formAfter([0]));
  });

  it.each(told)('has $what', ({ text, first, second }) => {
    const machine = new StepMachine(programOf(text));
    const canonical = new CanonicalState(machine, { threadSymmetry: true, liveLocals: true });
    const [one, other] = [first, second].map((threads) => {
      const { mark } = machine.memory;
      for (const id of threads) step(machine, new SearchPath(), id, new Rng(1));
      canonical.encode();
      const form = canonical.words.subarray(0, canonical.length).join();
      machine.memory.undoTo(mark);
      return form;
    });
    expect(one).not.toBe(other);
  });
});
