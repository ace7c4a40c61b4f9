// Asynchronous code in EML: what it is lowered to, what is said about mistakes, and words that stay names.

import { describe, expect, it } from 'vitest';
import { SourceText } from '../../base/source-text.js';
import { noCompanions } from '../../model/model.js';
import { printGraph, printProgram } from '../../model/program/print-graph.js';
import { validateProgram } from '../../model/program/testing/validate.js';
import { emlReader } from './reader.js';
import { programOf } from './testing/program-of.js';

const declarations = 'var t: thread, u: thread int; f(n: int): int { return n; } g { }';

function edges(body: string, scheduling = 'event-loop'): string[] {
  const program = programOf(`scheduling ${scheduling}; ${declarations} process P { main { ${body} } }`);
  expect(validateProgram(program)).toEqual([]);
  const main = program.functions.find((graph) => graph.name === 'P.main')!;
  const lines = printGraph(program, main).split('\n').slice(1, -1);
  return lines.map((line) => line.replace(/^.* {2}/, ''));
}

function messages(body: string, scheduling = 'event-loop'): string[] {
  const text = `scheduling ${scheduling};\n${declarations}\nlock l; process P { main {\n${body}\n} }`;
  const { diagnostics } = emlReader.read(new SourceText('test.eml', text), noCompanions);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return errors.map(({ place, code, message }) => `${place?.line}:${place?.column} ${code} ${message}`);
}

describe('asynchronous code is lowered', () => {
  it.each([
    ['an eager start', 'u = spawn eager f(1);', ['spawn eager f(1) into %0', 'write u := %0']],
    ['a join with a result', 'let a = spawn f(1); let x = join a;', ['spawn f(1) into a', 'join a into x']],
    ['a join in an expression', 'let x = join u + 1;', ['read u into %0', 'join %0 into %1', 'x := %1 + 1']],
    ['a join of a call', 'let x = join spawn eager f(2);', ['spawn eager f(2) into %0', 'join %0 into x']],
    ['join any', 'let w = join any t, u;', ['read t into %0', 'read u into %1', 'join any %0, %1 into w']],
    ['join any as a statement', 'join any t, u;', ['read t into %0', 'read u into %1', 'join any %0, %1']],
    ['switch points', 'yield; yield external;', ['yield', 'yield external']],
    ['a deferred promise', 'let d = new deferred int; settle(d, 1);', ['d := new deferred', 'settle(d, 1)']],
    [
      'a rejection',
      'let d = new deferred; reject(d); reject(d, 2);',
      ['d := new deferred', 'reject(d)', 'reject(d, 2)'],
    ],
    [
      'questions',
      'let a = failed(t); let b = reason(t);',
      ['read t into %0', 'a := failed(%0)', 'read t into %2', 'b := reason(%2)'],
    ],
    ['a failure', 'fail(3);', []],
  ])('%s', (_name, body, expected) => {
    expect(edges(body)).toEqual(expected);
  });

  it('a failure leaves what its function holds', () => {
    const program = programOf('lock l; f { synchronized (l) { unit { fail(2); } } } process P { main { f(); } }');
    expect(printGraph(program, program.functions[0]!).replaceAll(/\d+ -> \d+ /g, '')).toBe(
      ['function f()', '  acquire l', '  begin-unit', '  end-unit', '  release l', '  fail 2'].join('\n '),
    );
  });

  it('its words stay names where they cannot be words', () => {
    const text = `scheduling event-loop;
      var any: int, external: int, eager: int, deferred: int, join: int;
      class deferred { next: deferred; }
      fail { } settle(n: int) { any = n; } eager { } failed: bool { return true; }
      process P { main {
        fail(); settle(1); spawn eager(); spawn eager eager();
        if (failed()) any = external + eager + deferred + join;
        let d = new deferred; d.next = new deferred; join = 1;
      } }`;
    expect(printProgram(programOf(text))).toContain('spawn eager eager()');
    expect(printProgram(programOf(text))).toContain('d := new deferred');
    expect(printProgram(programOf(text))).toContain('call settle(1)');
  });
});

describe('mistakes in asynchronous code', () => {
  it.each([
    ['a result of a thread without one', 'let x = join t;', '4:9 HD0118 this thread gives no value'],
    ['a thread without a result for one with', 'u = spawn g();', '4:5 HD0110 expected thread int, found thread'],
    ['a thread with another result', 'u = new deferred bool;', '4:5 HD0110 expected thread int, found thread bool'],
    ['a promise without its value', 'settle(u);', '4:1 HD0109 this promise is settled with a value of type int'],
    ['a value for a promise without one', 'settle(t, 1);', '4:11 HD0118 this promise takes no value'],
    ['a value of the wrong type', 'settle(u, true);', '4:11 HD0110 expected int, found bool'],
    ['too many arguments', 'fail(1, 2);', '4:1 HD0109 `fail` takes at most a reason, but 2 arguments are given'],
    ['no thread', 'assert failed();', '4:8 HD0109 `failed` takes a thread, but 0 arguments are given'],
    ['no promise', 'settle(1);', '4:8 HD0110 expected thread, found int'],
    ['a procedure as a value', 'let x = settle(t);', '4:9 HD0118 `settle` gives no value'],
    ['a reason that is no number', 'fail(true);', '4:6 HD0110 expected int, found bool'],
    ['wait in an event loop', 'synchronized (l) { wait(l); }', '4:20 HD0119 an event loop has no `wait`'],
    ['notify in an event loop', 'notifyAll(l);', '4:1 HD0119 an event loop has no `notifyAll`'],
  ])('%s', (_name, body, expected) => {
    expect(messages(body)).toEqual([expected]);
  });

  it('an eager start under preemptive scheduling', () => {
    const expected = ['4:1 HD0119 with preemptive scheduling no thread runs at once'];
    expect(messages('spawn eager g();', 'preemptive')).toEqual(expected);
    expect(messages('spawn eager g();', 'cooperative')).toEqual([]);
  });
});
