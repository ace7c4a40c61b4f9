import { describe, expect, it } from 'vitest';
import { SourceText } from '../../base/source-text.js';
import { type ThreadDiagram, targetName } from '../../model/threads/diagram.js';
import { coverableWith } from '../../model/threads/testing/brute-force.js';
import { readBooleanProgram } from './reader.js';

function diagramOf(text: string): ThreadDiagram {
  const { model, diagnostics } = readBooleanProgram(new SourceText('test.bp', text));
  if (!model) throw new Error(diagnostics.map((each) => each.message).join());
  return model as ThreadDiagram;
}

/** Can the assertion fail with exactly so many threads (and what they start)? */
function fails(text: string, threads: number): boolean {
  const diagram = diagramOf(text);
  const target = diagram.targets.find((each) => targetName(each) === 'assert')!.configuration;
  return diagram.initial.some(({ shared, unbounded }) =>
    unbounded.some((local) => {
      const locals = Array.from({ length: threads }, () => local);
      return coverableWith(diagram, { shared, locals }, target, threads + 2) === true;
    }),
  );
}

const race = 'decl x := 0; main() begin\n decl t := 0;\n t := x; x := !t; assert t != x; end';
const guarded =
  'decl x := 0; main() begin\n decl t := 0;\n atomic_begin; t := x; x := !t; assert t != x; atomic_end; end';

describe('Boolean programs', () => {
  it('a lost update needs two threads', () => {
    expect(fails(race, 1)).toBe(false);
    expect(fails(race, 2)).toBe(true);
  });
  it('an atomic section keeps the others out', () => {
    expect(fails(guarded, 2)).toBe(false);
    expect(fails(guarded.replace('atomic_begin; ', '').replace('atomic_end; ', ''), 2)).toBe(true);
  });
  it('variables without a value start with either', () => {
    expect(fails('decl x; main() begin assert x; end', 1)).toBe(true);
    expect(fails('decl x := 1; main() begin assert x; end', 1)).toBe(false);
    expect(fails('main() begin decl y; assert y; end', 1)).toBe(true);
  });
  it('constrain speaks of the new values', () => {
    expect(fails("decl x := 0, y := 0; main() begin x, y := *, * constrain (x' & !y'); assert x & !y; end", 1)).toBe(
      false,
    );
    expect(fails('decl x := 0, y := 0; main() begin x, y := *, *; assert x = y; end', 1)).toBe(true);
  });
  it('assignments are parallel', () => {
    expect(fails('decl x := 0, y := 1; main() begin x, y := y, x; assert x & !y; end', 1)).toBe(false);
  });
  it('a started thread begins at its label while its parent goes on', () => {
    const text = 'decl x := 0; main() begin start_thread goto L; goto M; L: x := 1; end_thread; M: assert !x; end';
    expect(fails(text, 1)).toBe(true);
    expect(fails(text.replace('x := 1', 'skip'), 1)).toBe(false);
  });
  it('waiting threads go on after a broadcast only', () => {
    const text = 'decl x := 0; main() begin goto A, B; A: wait; assert x; end_thread; B: x := 1; broadcast; end';
    expect(fails(text, 2)).toBe(false);
    expect(fails(text.replace('x := 1; ', ''), 2)).toBe(true);
    expect(fails(text.replace(' broadcast;', '').replace('x := 1;', 'skip;'), 2)).toBe(false);
  });
  it('branches, choices and goto follow their conditions', () => {
    const text = 'decl x := 0; main() begin if x then goto L; goto M; L: assert 0; M: assert (x ? 0 : 1); end';
    expect(fails(text, 1)).toBe(false);
    expect(fails(text.replace('x := 0', 'x := *'), 1)).toBe(true);
  });
  it('structured statements, nested, do what their gotos would', () => {
    const choose = (value: string) =>
      `decl x := ${value}, y := 0; main() begin if x & 0 then skip; elsif x then y := 1; else while !y do y := 1; od fi
       assert (x -> y) & y; assert y <> 0; end`;
    expect(fails(choose('0'), 1)).toBe(false);
    expect(fails(choose('1'), 1)).toBe(false);
    expect(fails(choose('*').replace('assert y <> 0', 'assert ~y'), 1)).toBe(true);
    expect(fails('decl x := 0; main() begin while x do assert 0; od; while * do x := 1; od; assert !x; end', 1)).toBe(
      true,
    );
    expect(fails('decl x := 0; main() begin while 1 do x := !x; if x then return; fi; od assert 0; end', 1)).toBe(
      false,
    );
  });
  it('schoose takes a value where one of two conditions forces it', () => {
    const chosen = (a: number, b: number) => (assertion: string) =>
      fails(`decl x := 0; main() begin x := schoose[${a}, ${b}]; assert ${assertion}; end`, 1);
    expect([chosen(1, 0)('x'), chosen(0, 1)('!x'), chosen(0, 0)('x'), chosen(0, 0)('!x')]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
  it('takes what SatAbs writes: numbers as labels, dead variables, procedures that nobody calls', () => {
    const text = `decl b0; // 1 == MTX
      void main() begin
      decl b1; b0 := 0;
      0: skip; 1: if 0 then goto 5; fi;
      2: start_thread goto 4;
      3: goto 5;
      4: b0, b1 := schoose[b0, 0], 1 constrain (b1'); dead b1; print(b0);
      5: assert(!b0 | (b1 => b1)); return;
      end
      void c$$thr1() begin decl b1; 0: skip; end
      bool<2> f(a, b) begin return a, b; end`;
    expect(fails(text, 1)).toBe(false);
    expect(fails(text.replace('assert(!b0 |', 'assert(!b0 &'), 1)).toBe(true);
  });
  it('refuses what it does not read', () => {
    const problem = (body: string) =>
      readBooleanProgram(new SourceText('bad.bp', `decl x; main() begin decl y; ${body} end`)).diagnostics[0]?.message;
    expect(problem('f(x);')).toContain('calls of procedures are not read');
    expect(problem('y, y$ := 0, 1;')).toContain('the variable of all other threads');
    expect(problem('if x then skip;')).toContain("expected 'fi'");
    expect(problem('skip; fi')).toContain("expected 'end'");
    expect(problem(`${'while x do '.repeat(2000)} skip;`)).toMatch(/more than 1000 nested/);
    expect(problem('x := schoose[1, 0;')).toContain("expected ']'");
    expect(problem('x := constructor;')).toContain('not declared');
  });
  it('errors name the place', () => {
    const outcome = readBooleanProgram(new SourceText('bad.bp', 'decl x;\nmain() begin y := 1; end'));
    expect(outcome.model).toBeUndefined();
    expect(outcome.diagnostics[0]).toMatchObject({ code: 'HD4008', place: { line: 2, column: 14 } });
    for (const text of ['', 'main() begin', 'main() begin goto L; end', 'decl x, x; main() begin end'])
      expect(readBooleanProgram(new SourceText('bad.bp', text)).diagnostics[0]?.code).toBe('HD4008');
  });
});
