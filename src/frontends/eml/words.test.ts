// Engineers' words: each is another way to write what the language has, so the programs are the same.

import { describe, expect, it } from 'vitest';
import { printGraph, printProgram } from '../../model/program/print-graph.js';
import { programOf } from './testing/program-of.js';

function mainOf(body: string, declarations = 'volatile var x: int; var a: int[];'): string {
  const program = programOf(`${declarations} process P { main { ${body} } }`);
  return printGraph(program, program.functions[program.processes[0]!.entry]!);
}

describe('a word is another way to write', () => {
  it.each([
    ['x += 2;', 'x = x + 2;'],
    ['x -= x * 2;', 'x = x - x * 2;'],
    ['x++;', 'x = x + 1;'],
    ['x--; x = -(-x);', 'x = x - 1; x = -(-x);'],
    ['let i = 0; i *= 3; x = i;', 'let i = 0; i = i * 3; x = i;'],
    ['atomic x += 2;', 'x = atomic(x + 2);'],
    ['atomic x++;', 'x = atomic(x + 1);'],
    ['for (;;) { x = 1; }', 'while (true) { x = 1; }'],
    ['for (x = 0; x < 3; x++) { read x; }', 'x = 0; while (x < 3) { read x; x = x + 1; }'],
    ['for (let i = 0; i < 3; i += 1) x = i;', 'let i = 0; while (i < 3) { x = i; i = i + 1; }'],
  ])('%s', (short, long) => {
    expect(mainOf(short)).toBe(mainOf(long));
  });

  it('finds the place of `a[x] += e` once', () => {
    const reads = mainOf('a[x] += x;').match(/read x/g);
    expect(reads).toHaveLength(2);
    expect(mainOf('a[x] = a[x] + x;').match(/read x/g)).toHaveLength(3);
  });

  it('runs the last part of a header after `continue`', () => {
    const text = mainOf('for (let i = 0; i < 3; i++) { if (i == 1) continue; x = i; }');
    expect(text.match(/i := i \+ 1/g)).toHaveLength(1);
    expect(text).toContain('assume i < 3');
  });
});

describe('a constant', () => {
  it('stands wherever a number may', () => {
    const constants = 'const N = 2, M = N * 2 - 1; var x: int 0..M = N; process P [N] { main { x = M; } }';
    const numbers = 'var x: int 0..3 = 2; process P [2] { main { x = 3; } }';
    expect(printProgram(programOf(constants))).toBe(printProgram(programOf(numbers)));
  });

  it('may have the name of a property of objects', () => {
    expect(mainOf('x = __proto__;', 'const __proto__ = 4; var x: int;')).toContain('write x := 4');
  });
});

describe('a process with a parameter', () => {
  it('is one process for each value', () => {
    const text = 'var x: int[]; process P(id: 1..3) { get: int { return id; } main { x[id] = get() + id; } }';
    const program = programOf(text);
    expect(program.processes.map(({ name, instances }) => `${name} ${instances}`)).toEqual([
      'P(1) 1',
      'P(2) 1',
      'P(3) 1',
    ]);
    const main = program.functions[program.processes[2]!.entry]!;
    expect(printGraph(program, main)).toContain('[3] := ');
    expect(printProgram(program)).toContain('call P(3).get()');
  });

  it('may have instances', () => {
    const program = programOf(
      'const N = 2; process P(id: int 1..N) [2] { main { skip; } } process Q(id: 0..0) * { main { skip; } }',
    );
    expect(program.processes.map(({ name, instances }) => `${name} ${instances}`)).toEqual([
      'P(1) 2',
      'P(2) 2',
      'Q(0) any',
    ]);
  });
});
