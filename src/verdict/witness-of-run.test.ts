import { describe, expect, it } from 'vitest';
import { programOf } from '../frontends/eml/testing/program-of.js';
import { movesOf } from '../model/program/moves.js';
import { initialState } from '../model/program/state.js';
import { runDifference } from './meaning/shown-steps.js';
import { type ProgramRun, type RunStep, takeStep } from './program-run.js';
import { witnessOfRun } from './witness-of-run.js';

/** The execution in which the first thread that can move always does. */
function firstRun(text: string): ProgramRun {
  const program = programOf(text);
  const initial = initialState(program);
  const steps: RunStep[] = [];
  for (let moves = movesOf(program, initial); moves.length > 0; moves = movesOf(program, steps.at(-1)!.after))
    steps.push(takeStep(program, steps.at(-1)?.after ?? initial, moves[0]!));
  return { program, initial, steps };
}

function changes(text: string): string[] {
  return witnessOfRun(firstRun(text)).steps.flatMap(({ action, target, change, silent }) =>
    silent ? [] : [[action, target, change].filter((part) => part !== undefined).join(' ')],
  );
}

describe('steps of a witness', () => {
  it('name the element and the value, of an array by the variable that holds it', () => {
    expect(
      changes(
        'var slots: int[]; process P { main { slots = new int[3]; slots[2] = 7; let c = slots[2]; assert c == 7; } }',
      ),
    ).toEqual([
      'allocate-array int[]#1',
      'write slots slots = int[]#1',
      'read slots slots is int[]#1',
      'write slots[2] slots[2] = 7',
      'read slots slots is int[]#1',
      'read slots[2] slots[2] is 7',
      'assert',
    ]);
  });

  it('name the object, the field and the value', () => {
    expect(
      changes(`class Account { balance: int; next: Account; } var a: Account;
        process P { main { a = new Account; a.next = new Account; a.next.balance = 20; read a.next; } }`),
    ).toEqual([
      'allocate Account#1',
      'write a a = Account#1',
      'read a a is Account#1',
      'allocate Account#2',
      'write Account#1.next Account#1.next = Account#2',
      'read a a is Account#1',
      'read Account#1.next Account#1.next is Account#2',
      'write Account#2.balance Account#2.balance = 20',
      'read a a is Account#1',
      'read Account#1.next Account#1.next is Account#2',
    ]);
  });

  it('name arrays by number where a variable has held several', () => {
    const all = changes('var s: bool[]; process P { main { s = new bool[1]; s = new bool[1]; s[0] = true; } }');
    expect(all.at(-1)).toBe('write bool[]#2[0] bool[]#2[0] = true');
  });

  it('tell the value also where a write keeps it, and none where there is none', () => {
    expect(changes('var x: int = 3; var v; process P { main { x = 3; write x; read x; write v; } }')).toEqual([
      'write x x = 3',
      'write x x = 3',
      'read x x is 3',
      'write v',
    ]);
  });

  it('tell locals and parameters, also of silent steps, and what variables were before', () => {
    const { steps, startValues } = witnessOfRun(
      firstRun(`var x: int = 2; var done: bool; var t: thread; var v; add(n: int): int { let m = n + 1; return m; }
        process P { main { let c = x; c = add(c); done = true; } }`),
    );
    expect(startValues).toEqual([
      ['x', '2'],
      ['done', 'false'],
      ['t', 'null'],
    ]);
    expect(steps.flatMap(({ locals }) => locals ?? [])).toEqual([
      ['c', '2'],
      ['add.n', '2'],
      ['add.m', '3'],
      ['c', '3'],
    ]);
  });

  it('are compared word by word with what is replayed', () => {
    const run = firstRun('var x: int; process P { main { let c = x; x = c + 1; } }');
    const witness = witnessOfRun(run);
    expect(runDifference(run, witness)).toBeUndefined();
    expect(runDifference(run, { ...witness, startValues: [['x', '7']] })).toMatch(
      /initial values are x = 0, not x = 7/,
    );
    const forged = witness.steps.map((step) => (step.locals ? { ...step, locals: [['c', '9'] as const] } : step));
    expect(runDifference(run, { ...witness, steps: forged })).toMatch(/its locals is c = 0, not c = 9/);
    expect(
      runDifference(run, {
        ...witness,
        waiting: [{ thread: 'P#1', waitsFor: 'l', on: [], place: witness.steps[0]!.place! }],
      }),
    ).toMatch(/wait/);
  });
});
