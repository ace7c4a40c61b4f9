import { describe, expect, it } from 'vitest';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { blockedThreads, isDeadlock } from './deadlock.js';
import { eventOf } from './event.js';
import { type Move, movesOf } from './moves.js';
import type { Program } from './program.js';
import { initialState, type State, stateKey } from './state.js';
import { applyMove } from './step.js';
import { validateProgram } from './testing/validate.js';

/** Everything that can happen: final states (nothing moves) and failures, by plain search. */
function explore(program: Program, instances?: ReadonlyMap<number, number>) {
  const finals: State[] = [];
  const failures = new Set<string>();
  const initial = initialState(program, instances);
  const seen = new Set([stateKey(initial)]);
  const stack = [initial];
  for (let state = stack.pop(); state; state = stack.pop()) {
    const moves = movesOf(program, state);
    if (moves.length === 0) finals.push(state);
    for (const move of moves) {
      const outcome = applyMove(program, state, move);
      if (outcome.failure) failures.add(outcome.failure.reason);
      const key = stateKey(outcome.state);
      if (seen.has(key)) continue;
      seen.add(key);
      stack.push(outcome.state);
    }
  }
  return { finals, failures: [...failures].sort(), states: seen.size };
}

function finalValues(text: string): string[] {
  const program = programOf(text);
  expect(validateProgram(program)).toEqual([]);
  return [...new Set(explore(program).finals.map((state) => state.shared.join()))].sort();
}

function failuresOf(text: string): string[] {
  return explore(programOf(text)).failures;
}

describe('interleaving', () => {
  it('loses an update without a lock and not with one', () => {
    const body = 'process P [2] { main { x = x + 1; } }';
    expect(finalValues(`var x : int; ${body}`)).toEqual(['1', '2']);
    const locked = 'process P [2] { main { synchronized (l) { x = x + 1; } } }';
    expect(finalValues(`lock l; var x : int; ${locked}`)).toEqual(['2']);
  });

  it('gives a replicated process as many instances as asked for', () => {
    const program = programOf('var x : int; process P * { main { x = 1; } }');
    expect(initialState(program).threads).toHaveLength(0);
    expect(initialState(program, new Map([[0, 3]])).threads.map((thread) => thread.name)).toEqual([
      'P#1',
      'P#2',
      'P#3',
    ]);
  });
});

describe('locks', () => {
  it('are reentrant, through calls too', () => {
    const text = `lock l; var x : int;
      synchronized (l) inner { x = x + 1; }
      process P [2] { main { synchronized (l) { inner(); synchronized (l) { inner(); } } } }`;
    expect(finalValues(text)).toEqual(['4']);
  });

  it('are released by return, break and continue on their way out', () => {
    const text = `lock l; var x : int;
      f { while (true) { synchronized (l) { if (x == 1) { return; } x = x + 1; continue; } } }
      process P { main { f(); acquire(l); release(l); while (true) { synchronized (l) { break; } } } }
      process Q { main { synchronized (l) { skip; } } }`;
    const program = programOf(text);
    const { finals } = explore(program);
    expect(finals.every((state) => state.threads.every((thread) => thread.status.kind === 'ended'))).toBe(true);
    expect(finals.every((state) => state.threads.every((thread) => thread.held.length === 0))).toBe(true);
  });

  it('deadlock when taken in opposite orders', () => {
    const text = `lock a, b;
      process P { main { synchronized (a) { synchronized (b) { skip; } } } }
      process Q { main { synchronized (b) { synchronized (a) { skip; } } } }`;
    const program = programOf(text);
    const stuck = explore(program).finals.filter((state) => isDeadlock(program, state));
    expect(stuck).toHaveLength(1);
    expect(blockedThreads(program, stuck[0]!)).toEqual([0, 1]);
  });

  it('go wrong when released without being held', () => {
    expect(failuresOf('lock l; process P { main { release(l); } }')).toEqual(['release of a lock not held']);
  });
});

describe('data', () => {
  it('leaves its range as an error', () => {
    expect(failuresOf('var x : int 0..1; process P { main { x = 1; x = x + 1; } }')).toEqual(['value out of range']);
    expect(failuresOf('var x : int = 2147483647; process P { main { x = x + 1; } }')).toEqual(['integer overflow']);
    expect(failuresOf('var x : int; process P { main { x = 1 / x; } }')).toEqual(['division by zero']);
  });

  it('short-circuits', () => {
    expect(failuresOf('var x : int; process P { main { if (x != 0 && 1 / x > 0) { skip; } } }')).toEqual([]);
  });

  it('chooses every value of a range', () => {
    expect(finalValues('var x : int; process P { main { x = choose(2..4); } }')).toEqual(['2', '3', '4']);
  });

  it('keeps objects and arrays apart, and null from being used', () => {
    const text = `class Box { value : int; }
      var sum : int;
      process P { main {
        let a = new Box; let b = new Box; let cells = new int[2];
        a.value = 1; b.value = 2; cells[1] = 4;
        sum = a.value + b.value + cells[0] + cells[1];
      } }`;
    expect(finalValues(text)).toEqual(['7']);
    const broken = 'class Box { value : int; } process P { main { let b : Box = null; b.value = 1; } }';
    expect(failuresOf(broken)).toEqual(['null dereference']);
    expect(failuresOf('process P { main { let a = new int[1]; a[1] = 0; } }')).toEqual(['index out of range']);
  });

  it('locks any object', () => {
    const text = `class Box { value : int; } var x : int; var shared : Box;
      process P [2] { main { if (shared != null) { synchronized (shared) { x = x + 1; } } } }
      process Q { main { shared = new Box; } }`;
    expect(finalValues(text).map((values) => values.split(',')[0])).toContain('2');
  });
});

describe('threads', () => {
  it('run beside their parent and are joined', () => {
    const text = `var x : int;
      child { x = x + 1; }
      process P { main { let t = spawn child(); join t; spawn child(); join; x = x * 10; } }`;
    expect(finalValues(text)).toEqual(['20']);
  });

  it('are named after process and function', () => {
    const program = programOf('f { skip; } process P { main { spawn f(); spawn f(); } }');
    const names = explore(program).finals[0]!.threads.map((thread) => thread.name);
    expect(names).toEqual(['P#1', 'P/f#1', 'P/f#2']);
  });

  it('that wait for one that went wrong are no deadlock of their own', () => {
    const wrong = programOf('f { assert false; } process P { main { spawn f(); join; } }');
    expect(explore(wrong).finals.some((state) => isDeadlock(wrong, state))).toBe(false);
  });

  it('wait for ever for one that never was', () => {
    const never = programOf('process P { main { let t : thread = null; join t; } }');
    expect(explore(never).finals.every((state) => isDeadlock(never, state))).toBe(true);
  });

  it('that fail an assume are no deadlock', () => {
    const program = programOf(
      'lock l; process P { main { acquire(l); assume false; } } process Q { main { acquire(l); } }',
    );
    const { finals } = explore(program);
    expect(finals.length).toBeGreaterThan(0);
    expect(finals.filter((state) => isDeadlock(program, state)).map((state) => state.threads[0]!.held)).toEqual([[]]);
  });
});

describe('wait and notify', () => {
  const handover = (notify: string) => `lock l; var full : bool; var got : int;
    process Taker { main { synchronized (l) { while (!full) { wait(l); } got = got + 1; full = false; } } }
    process Giver { main { synchronized (l) { full = true; ${notify} } } }`;

  it('hand over', () => {
    expect(finalValues(handover('notify(l);'))).toEqual(['0,1']);
    expect(finalValues(handover('notifyAll(l);'))).toEqual(['0,1']);
  });

  it('are lost when nobody notifies', () => {
    const program = programOf(handover('skip;'));
    expect(explore(program).finals.some((state) => isDeadlock(program, state))).toBe(true);
  });

  it('need the lock', () => {
    expect(failuresOf('lock l; process P { main { wait(l); } }')).toEqual([
      'wait on a lock that is not the innermost held',
    ]);
    expect(failuresOf('lock l; process P { main { notify(l); } }')).toEqual(['notify without the lock']);
  });

  it('wake any one of the waiting threads', () => {
    const text = `lock l; var woken : int; var go : bool;
      process W [2] { main { synchronized (l) { wait(l); woken = woken + 1; } } }
      process N { main { synchronized (l) { notify(l); } } }`;
    const program = programOf(text);
    const awake = explore(program).finals.flatMap((state) =>
      state.threads.flatMap((thread) =>
        thread.name.startsWith('W') && thread.status.kind === 'ended' ? thread.name : [],
      ),
    );
    expect([...new Set(awake)].sort()).toEqual(['W#1', 'W#2']);
  });
});

describe('cooperative scheduling', () => {
  const text = (scheduling: string, between: string) => `scheduling ${scheduling}; lock l; var x : int;
    process P [2] { main { let seen = x; ${between} x = seen + 1; } }`;

  it('keeps a process running between switch points', () => {
    expect(finalValues(text('cooperative', ''))).toEqual(['2']);
    expect(finalValues(text('preemptive', ''))).toEqual(['1', '2']);
  });

  it('switches at yield and before an acquire', () => {
    expect(finalValues(text('cooperative', 'yield;'))).toEqual(['1', '2']);
    expect(finalValues(text('cooperative', 'synchronized (l) { skip; }'))).toEqual(['1', '2']);
  });

  it('does not switch at an acquire of a lock that is held already', () => {
    const nested = `scheduling cooperative; lock l; var x : int;
      process P { main { synchronized (l) { let seen = x; synchronized (l) { skip; } x = seen + 1; } } }
      process Q { main { x = x + 1; } }`;
    expect(finalValues(nested)).toEqual(['2']);
  });
});

describe('events', () => {
  it('tell ownership changes from inner levels', () => {
    const program = programOf('lock l; process P { main { acquire(l); acquire(l); release(l); release(l); } }');
    let state = initialState(program);
    const events: string[] = [];
    for (let move: Move | undefined = movesOf(program, state)[0]; move; move = movesOf(program, state)[0]) {
      const event = eventOf(program, state, move, undefined);
      if (event.kind === 'acquire' || event.kind === 'release') events.push(`${event.kind} ${event.outermost}`);
      state = applyMove(program, state, move).state;
    }
    expect(events).toEqual(['acquire true', 'acquire false', 'release false', 'release true']);
  });

  it.each([
    ['process P { main { let a = new int[2]; a[2] = 1; } }', 'index out of range'],
    ['process P { main { let a : int[] = null; a[0] = 1; } }', 'null dereference'],
    ['lock l; process P { main { wait(l); } }', 'wait on a lock that is not the innermost held'],
    ['var y: int; process P { main { let z = 0; y = 1 / z; } }', 'division by zero'],
    ['var y: int 0..1; process P { main { let z = 2; y = z; } }', 'value out of range'],
    ['f(n: int 0..1) { skip; } process P { main { let z = 2; spawn f(z); } }', 'value out of range'],
  ])('are local when the step touches nothing because it fails: %s', (text, reason) => {
    const program = programOf(text);
    let state = initialState(program);
    for (let move: Move | undefined = movesOf(program, state)[0]; move; move = movesOf(program, state)[0]) {
      const { state: next, failure } = applyMove(program, state, move);
      const event = eventOf(program, state, move, failure);
      if (failure) expect([event.kind, failure.reason]).toEqual(['local', reason]);
      state = next;
    }
    expect(failuresOf(text)).toEqual([reason]);
  });
});
