// Talking to a session: steps are taken and taken back, and what goes wrong is said when it happens.

import { describe, expect, it } from 'vitest';
import { programOf } from '../frontends/eml/testing/program-of.js';
import { InteractiveSession } from './interactive-session.js';

function talk(text: string, ...lines: string[]): string[] {
  const session = new InteractiveSession(programOf(text));
  return [session.greeting(), ...lines.map((line) => session.answer(line).text)];
}

const update = 'var x: int = 1; process P { main { x = x + 1; } } process Q { main { x = 5; } }';

describe('a session', () => {
  it('offers the steps of all threads and takes the one that is chosen', () => {
    const [greeting, taken] = talk(update, '2');
    expect(greeting).toContain('  1) P#1  line 1: read x: 1\n  2) Q#1  line 1: write x = 5');
    expect(taken).toBe('1: Q#1  line 1: write x = 5\n  1) P#1  line 1: read x: 5\n  2) Q#1  line 1: return');
  });

  it('takes a thread by its name, if it has one step', () => {
    expect(talk(update, 'P#1')[1]).toMatch(/^1: P#1 {2}line 1: read x/);
    const choice = 'var x: int; process P { main { x = choose(1..3); } }';
    expect(talk(choice, 'P#1')[1]).toBe('P#1 has 3 steps: choose one by its number');
  });

  it('goes back, not further than to the beginning', () => {
    const [greeting, , , , back, further] = talk(update, '1', '1', 'back', 'back 7', 'back');
    expect(greeting).toContain(back!.slice(back!.indexOf('\n') + 1));
    expect(back).toContain('took back 1 step\n');
    expect(further).toContain('this is the beginning');
  });

  it('shows the state and the steps so far', () => {
    const text = `class Box { value: int; next: Box; } lock l; var box: Box, on: bool, t: thread;
      f { skip; } process P { main { acquire(l); let b = new Box; box = b; t = spawn f(); } }`;
    const all = talk(text, ...Array.from({ length: 5 }, () => 'P#1'), 'state', 'trace');
    expect(all.at(-2)).toContain('box = Box@2, on = false, t = ');
    expect(all.at(-2)).toContain('Box@2 = { value: 0, next: null }');
    expect(all.at(-2)).toMatch(/P#1: .*holds l/);
    expect(all.at(-1)!.split('\n')[0]).toBe('1: P#1  line 2: acquire l');
  });

  it('says what goes wrong', () => {
    expect(talk(update, '1', 'Q#1')[2]).toContain('! race x');
    expect(talk('process P { main { assert false; } }', '1')[1]).toContain('! P#1 goes wrong: assertion failed');
    const stuck = talk('lock l; process P { main { synchronized (l) { wait(l); } } }', '1', '1')[2];
    expect(stuck).toContain('! deadlock: ');
    expect(stuck).toContain('nobody can move');
  });

  it('answers nonsense with a hint', () => {
    expect(talk(update, '9', 'R#1', 'back x', '').slice(1, 4)).toEqual([
      'there is no step 9',
      "'R#1' is neither a step nor a thread that can move (type help)",
      'back takes a number of steps',
    ]);
  });

  it('ends when asked to', () => {
    const session = new InteractiveSession(programOf(update));
    expect([session.answer('help').isLast, session.answer(' quit ').isLast]).toEqual([false, true]);
  });
});
