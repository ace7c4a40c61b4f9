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
  it('errors name the place', () => {
    const outcome = readBooleanProgram(new SourceText('bad.bp', 'decl x;\nmain() begin y := 1; end'));
    expect(outcome.model).toBeUndefined();
    expect(outcome.diagnostics[0]).toMatchObject({ code: 'HD4008', place: { line: 2, column: 14 } });
    for (const text of ['', 'main() begin', 'main() begin goto L; end', 'decl x, x; main() begin end'])
      expect(readBooleanProgram(new SourceText('bad.bp', text)).diagnostics[0]?.code).toBe('HD4008');
  });
});
