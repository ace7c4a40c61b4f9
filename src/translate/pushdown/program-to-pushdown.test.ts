// The specialised translation and the general form (blocks as calls, Construction 1, nested brackets removed) give the
// same language on random programs; and the words are those of counting locks.

import { describe, expect, it } from 'vitest';
import { Interner } from '../../base/interner.js';
import { Rng } from '../../base/rng.js';
import { SourceText } from '../../base/source-text.js';
import { fullScale } from '../../base/testing/sample-scale.js';
import { interned } from '../../logic/semiring/interned.js';
import { prefixWords, type Words } from '../../logic/semiring/prefix-words.js';
import { combineAll } from '../../logic/semiring/semiring.js';
import { GraphBuilder } from '../../model/program/graph-builder.js';
import type { Action, Program } from '../../model/program/program.js';
import { singleton } from '../../model/pushdown/p-automaton.js';
import { postStar } from '../../model/pushdown/post-star.js';
import { replayRun } from '../../model/pushdown/step.js';
import { printSystem } from '../../model/pushdown/text/print-pushdown.js';
import { type ProgramPushdown, translateProgramToPushdown } from './program-to-pushdown.js';
import { type Brackets, reduceStrength, withoutNested } from './strength-reduction/strength-reduction.js';
import { randomProgram } from './strength-reduction/testing/random-programs.js';
import { scopesAsCalls } from './strength-reduction/testing/scopes-as-calls.js';

const bound = 5;

function translated(program: Program): ProgramPushdown {
  const result = translateProgramToPushdown(program, 0);
  if (!result.ok) throw new Error(result.error.because);
  return result.value;
}

/** All prefixes of runs, and all runs to the end, as sets of labels cut at the bound. */
interface Language {
  readonly prefixes: Words;
  readonly complete: Words;
}

/** One letter per label, the same in both forms. */
class Letters {
  readonly #labels = new Interner<string>((label) => label);
  word(label: string): Words {
    return [label === '' ? '' : String.fromCharCode(97 + this.#labels.intern(label))];
  }
}

function specialisedLanguage(program: Program, letters: Letters): Language {
  const { system, initial, bottom } = translated(program);
  const semiring = interned(prefixWords(bound));
  const weights = Array.from(system.rules, ({ label }) => semiring.intern(letters.word(label)));
  const post = postStar({ system, semiring, weights }, singleton(system, semiring, initial));
  return {
    prefixes: semiring.value(post.weightOfAllStacks(0)),
    complete: semiring.value(post.weightOf({ state: 0, stack: [bottom] })),
  };
}

function generalLanguage(program: Program, letters: Letters, keepNested = false): Language {
  const { system, initial, scopes, scopeNames } = scopesAsCalls(program);
  const semiring = interned(prefixWords(bound));
  const letter = (label: string) => semiring.intern(letters.word(label));
  const weights = Array.from(system.rules, ({ label }) => letter(label));
  const all: Brackets<number> = {
    open: (scope) => letter(scopeNames[scope]![0]),
    close: (scope) => letter(scopeNames[scope]![1]),
  };
  const brackets = keepNested ? all : withoutNested(semiring.one, all);
  const { weighted, value } = reduceStrength({ system, semiring, weights }, scopes, brackets);
  const post = postStar(weighted, singleton(system, weighted.semiring, initial));
  const states = Array.from({ length: system.stateCount }, (_, state) => state);
  const prefixes = states.map((state) => value(post.weightOfAllStacks(state)));
  return {
    prefixes: semiring.value(combineAll(semiring, prefixes)),
    complete: semiring.value(value(post.weightOf({ state: initial.state, stack: [] }))),
  };
}

describe('the specialised and the general strength reduction', () => {
  it('give the same language on random programs', () => {
    let reduced = 0;
    for (let seed = 1; seed <= 50 * fullScale; seed++) {
      const program = randomProgram(new Rng(seed));
      const letters = new Letters();
      const specialised = specialisedLanguage(program, letters);
      expect(specialised).toEqual(generalLanguage(program, letters));
      const unreduced = generalLanguage(program, letters, true);
      if (specialised.prefixes.join() !== unreduced.prefixes.join()) reduced++;
    }
    expect(reduced).toBeGreaterThan(15 * fullScale);
  });
});

const nowhere = { start: 0, end: 0 };

/** A program of one straight-line function per list of actions. */
function straightLine(...bodies: (readonly Action[])[]): Program {
  const functions = bodies.map((actions, f) => {
    const builder = new GraphBuilder({ name: `f${f}`, shortName: `f${f}`, origin: nowhere });
    let node = builder.entry;
    for (const action of actions) node = builder.step(node, action, nowhere);
    builder.edge(node, builder.exit, { kind: 'return' }, nowhere);
    return builder.finish();
  });
  return { ...randomProgram(new Rng(1)), source: new SourceText('a.eml', ' '), functions };
}

const lock = (id: number) => ({ kind: 'lock', lock: id }) as const;
const acquire = (id: number): Action => ({ kind: 'acquire', lock: lock(id) });
const release = (id: number): Action => ({ kind: 'release', lock: lock(id) });
const call = (id: number): Action => ({ kind: 'call', function: id, arguments: [] });
const read: Action = { kind: 'read', location: { kind: 'variable', variable: 0 } };
const begin: Action = { kind: 'begin-unit' };
const end: Action = { kind: 'end-unit' };

/** The labels of the only run. */
function labelsOf(program: Program): string[] {
  const { system, initial } = translated(program);
  const run = [...system.rules].map((_, rule) => rule);
  const order: number[] = [];
  for (let current = initial; ; ) {
    const rule = run.find((number) => replayRun(system, current, [number]) !== undefined);
    if (rule === undefined) return order.map((number) => system.rules.label(number)).filter(Boolean);
    order.push(rule);
    current = replayRun(system, current, [rule])!;
  }
}

describe('the pushdown system of a process', () => {
  it('keeps only acquires and releases that change the owner, across calls', () => {
    const inner = [acquire(0), acquire(1), read, release(1), release(0)];
    expect(labelsOf(straightLine([acquire(0), call(1), release(0), call(1)], inner))).toEqual([
      ...['acquire l', 'acquire m', 'read x', 'release m', 'release l'],
      ...['acquire l', 'acquire m', 'read x', 'release m', 'release l'],
    ]);
  });

  it('keeps only outermost units, across calls', () => {
    const inner = [begin, read, end];
    expect(labelsOf(straightLine([begin, begin, call(1), end, end, call(1)], inner))).toEqual([
      ...['begin unit', 'read x', 'end unit'],
      ...['begin unit', 'read x', 'end unit'],
    ]);
  });

  it('ends with the bottom symbol on the stack, and names its symbols by context', () => {
    const { system, initial, bottom, pointOf, edgeOf } = translated(
      straightLine([acquire(0), call(1), release(0)], [read]),
    );
    expect(printSystem(system, initial).split('\n')).toEqual([
      'initial <p, f0:0 bottom>',
      '<p, f0:0> -[acquire l]-> <p, f0:2>',
      '<p, f0:2> -> <p, f1:0(l) f0:3>',
      '<p, f0:3> -[release l]-> <p, f0:4>',
      '<p, f1:0(l)> -[read x]-> <p, f1:2(l)>',
      '<p, f0:4> -> <p, f0:1>',
      '<p, f1:2(l)> -> <p, f1:1(l)>',
      '<p, f0:1> -> <p>',
      '<p, f1:1(l)> -> <p>',
      '',
    ]);
    expect(pointOf(bottom)).toBeUndefined();
    expect(pointOf(initial.stack[0]!)).toMatchObject({ function: 0, node: 0, heldOnEntry: 0n });
    expect(edgeOf(3)?.action).toEqual(read);
  });

  it.each([
    [
      [acquire(0), acquire(1), release(0), release(1)],
      'a lock is released that is not the innermost one of its function',
    ],
    [[{ kind: 'acquire', lock: { kind: 'local', local: 0 } } as const], 'a lock that is computed at run time'],
    [
      [acquire(0), { kind: 'wait', lock: lock(0) } as const, release(0)],
      'wait gives up a lock in the middle of its scope',
    ],
  ])('refuses what it cannot take, and says why', (actions, because) => {
    expect(translateProgramToPushdown(straightLine(actions), 0)).toMatchObject({ ok: false, error: { because } });
  });
});
