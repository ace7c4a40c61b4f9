import { describe, expect, it } from 'vitest';
import { printProgram } from '../../../model/program/print-graph.js';
import { programOf } from '../testing/program-of.js';

/** The source text of the origin of each edge. */
function origins(text: string): string[] {
  const program = programOf(text);
  const { text: source } = program.source;
  return program.functions[0]!.edges.map(
    ({ action, origin }) => `${action.kind}: ${source.slice(origin.start, origin.end)}`,
  );
}

describe('lowering', () => {
  it('keeps declarations, initial values and instances', () => {
    const program = programOf(`
      scheduling cooperative; lock : l; var : v; volatile var b: bool = true, n: int -2..-1, c: C = null;
      class C { volatile next: C; items: int 0..1[][]; }
      process P [3] { main { read v; read b; read n; read c; synchronized(l) { } } }
      process Q * { main { skip; } }`);
    expect(printProgram(program).split('\nfunction')[0]!.split('\n')).toEqual([
      'scheduling cooperative',
      'lock l',
      'var v',
      'volatile var b: bool = 1',
      'volatile var n: int -2..-1 = -2',
      'volatile var c: C = 0',
      'class C { volatile next: C; items: int 0..1[][] }',
      'atomic set * { v, b, n, c }',
      'process P [3] starts P.main',
      'process Q * starts Q.main',
    ]);
  });

  it('makes every variable outside of the declared atomic sets a set of its own', () => {
    const { atomicSets } = programOf(
      'var a, b, c, d; atomic set S { b, a } atomic set T { a } process P { main { read a; } }',
    );
    expect(atomicSets).toEqual([
      { name: 'S', variables: [1, 0] },
      { name: 'T', variables: [0] },
      { name: 'c', variables: [2] },
      { name: 'd', variables: [3] },
    ]);
  });

  it('looks functions up in the process first, then among the global ones, which are lowered once', () => {
    const program = programOf(`
      f { g(); } g { skip; } main { f(); }
      process P { g { yield; } main { f(); g(); } }
      process Q { h { skip; } }`);
    expect(printProgram(program).split('\n')).toEqual([
      'process P starts P.main',
      'process Q starts main',
      'function f()',
      '  0 -> 2  call g()',
      '  2 -> 1  return',
      'function g()',
      '  0 -> 2  skip',
      '  2 -> 1  return',
      'function main()',
      '  0 -> 2  call f()',
      '  2 -> 1  return',
      'function P.g()',
      '  0 -> 2  yield',
      '  2 -> 1  return',
      'function P.main()',
      '  0 -> 2  call f()',
      '  2 -> 3  call P.g()',
      '  3 -> 1  return',
      'function Q.h()',
      '  0 -> 2  skip',
      '  2 -> 1  return',
    ]);
  });

  it('calls a declared function instead of the built-in procedure of its name', () => {
    const program = programOf('wait { skip; } lock l; process P { main { wait(); notify(l); } }');
    expect(program.functions[1]!.edges.map((edge) => edge.action.kind)).toEqual(['call', 'notify', 'return']);
  });

  it('takes keywords as names where they are used as names', () => {
    const program = programOf(`
      var read: int, unit: int; lock lock; skip { } or { }
      process process { main { read = unit; read unit; skip(); or(); synchronized(lock) { write read; } let let = 1; assert let == unit; } }`);
    expect(program.functions[2]!.edges.length).toBe(12);
  });

  it('says where each step comes from', () => {
    expect(
      origins(
        'main { synchronized(l) { if (x == 1) return; } unit { x = x + 1; } choose { skip; } or { f(); } } f { } lock l; var x: int; process P { }',
      ),
    ).toEqual([
      'acquire: synchronized(l)',
      'read: x',
      'assume: if (x == 1)',
      'assume: if (x == 1)',
      'release: return',
      'return: return',
      'release: }',
      'begin-unit: unit',
      'read: x',
      'write: x = x + 1',
      'end-unit: }',
      'skip: choose',
      'skip: skip',
      'skip: or',
      'call: f()',
      'return: }',
    ]);
    expect(origins('lock l; process P { synchronized(l) main { skip; } }')).toEqual([
      'acquire: synchronized(l) main',
      'skip: skip',
      'release: }',
      'return: }',
    ]);
  });
});
