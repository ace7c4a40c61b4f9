import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { fullScale } from '../../base/testing/sample-scale.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import type { Program } from '../../model/program/program.js';
import { problemWithTarget } from '../../translate/threads/program-question.js';
import type { Property } from '../../verdict/property.js';
import { shownAs } from '../../verdict/testing/asked.js';
import type { Witness } from '../../verdict/witness.js';
import { coverEngine } from './engine.js';
import { findingsOf, isReplayed, verdictOf } from './testing/ask.js';
import { randomSource, showsWith } from './testing/random-sources.js';

function verdictOn(program: Program, target: string): string {
  return verdictOf(program, 'portfolio', { target: [target] });
}

describe('programs', () => {
  it('a lost update needs two threads, a lock prevents it', () => {
    const text = (body: string) =>
      `lock l; var x: int 0..3 = 0; process P * { main { ${body} assert x != 2 || x == 2; } }`;
    expect(verdictOn(programOf(text('synchronized(l) { x = 1; assert x == 1; x = 0; }')), 'assert')).toBe('holds');
    expect(verdictOn(programOf(text('x = 1; assert x == 1; x = 0;')), 'assert')).toBe('violated');
  });

  it('have runs that stay runs when detours are left out (a seed that gave an internal error)', () => {
    const text = `lock l, m; var x: bool = true; var y: bool = false;
      process P * { f { x = !y; } main {
        if (x) { assume x; y = !y; synchronized(m) { f(); } }
        else {
          if (x) { f(); label B; y = true; } else { label B; assume x; f(); }
          if (x) { x = true; assume x; } else { assert true; assert true; assert true; }
          synchronized(l) { label A; }
        }
        f();
      } }`;
    for (const method of ['forward', 'backward', 'portfolio'])
      expect(verdictOf(programOf(text), method, { target: ['A'] })).toBe('violated');
  });

  it('agree with all states of one and two threads, and of more where these are not enough', () => {
    const seen = { violated: 0, holds: 0 };
    for (let seed = 1; seed <= 40 * fullScale; seed++) {
      const text = randomSource(new Rng(seed));
      const program = programOf(text);
      for (const target of ['assert', 'A', 'A,B', 'A,A'].filter((each) => !problemWithTarget(program, each))) {
        const verdict = verdictOn(program, target);
        const shown = [1, 2].some((instances) => showsWith(program, instances, target));
        expect(['violated', 'holds'], `seed ${seed}, ${target}: ${verdict}\n${text}`).toContain(verdict);
        if (shown) expect(verdict, `seed ${seed}, ${target}\n${text}`).toBe('violated');
        if (verdict === 'violated' && !shown)
          expect(
            [3, 4].some((instances) => showsWith(program, instances, target)),
            `seed ${seed}, ${target}`,
          ).toBe(true);
        seen[verdict === 'violated' ? 'violated' : 'holds']++;
      }
    }
    expect(Math.min(seen.violated, seen.holds)).toBeGreaterThan(15 * fullScale);
  });

  it('a spawned thread runs beside its parent', () => {
    const text = (child: string) =>
      `var x: bool = false; process P * { g { ${child} } main { spawn g(); label A; assert !x; } }`;
    expect(verdictOn(programOf(text('x = true;')), 'assert')).toBe('violated');
    expect(verdictOn(programOf(text('label B;')), 'assert')).toBe('holds');
    expect(verdictOn(programOf(text('label B;')), 'A,B')).toBe('violated');
  });

  it('threads are named after processes, and steps are those of the source', () => {
    const program = programOf(`var x: bool = false;
      process Q { main { x = true; } }
      process P * { g { x = !x; } main { spawn g(); assert !x; } }`);
    const [finding] = findingsOf(program);
    expect(finding?.verdict.kind).toBe('violated');
    if (finding?.verdict.kind !== 'violated') return;
    const { steps, details } = shownAs(finding, 'execution');
    expect(details?.instances).toMatchObject({ Q: 1 });
    for (const { thread, place } of steps) {
      expect(thread).toMatch(/^(Q#1|P#\d|P\/g#\d)$/);
      expect(place?.file).toBe('test.eml');
    }
    expect(steps.at(-1)).toMatchObject({ action: 'assert', change: 'assertion failed' });
  });

  it('a schedule that is not one of the program is not replayed', () => {
    const program = programOf('var x: bool = false; process P * { main { x = !x; assert x; label A; } }');
    const [finding] = findingsOf(program);
    if (finding?.verdict.kind !== 'violated') throw new Error('not violated');
    const { property, verdict } = finding;
    const shown = shownAs(finding, 'execution');
    const { steps } = shown;
    const replays = (witness: Witness, target: Property = property) =>
      isReplayed(program, { property: target, witness, confirmed: true });
    expect(replays(verdict.witness)).toBe(true);
    expect(replays({ ...shown, steps: steps.slice(0, -1) })).toBe(false);
    expect(replays({ ...shown, steps: [...steps, steps.at(-1)!] })).toBe(false);
    expect(replays(verdict.witness, { kind: 'coverable', target: 'A' })).toBe(false);
  });

  it('threads that need no step to show the target are in the witness', () => {
    const program = programOf('process P * { main { label A; skip; } }');
    expect(verdictOn(program, 'A,A')).toBe('violated');
    const [finding] = findingsOf(program, { target: ['A,A'] });
    if (finding?.verdict.kind !== 'violated') throw new Error('not violated');
    expect(finding.verdict.witness.details).toEqual({ threads: 2, instances: { P: 2 } });
  });

  it('what is not finite is refused at once, with its place', () => {
    const refusal = (text: string) => coverEngine.applicable({ file: 'test.eml', model: programOf(text), options: {} });
    expect(refusal('var x: bool = false; process P * { f { if (*) f(); } main { f(); assert !x; } }')).toMatchObject({
      ok: false,
      because: expect.stringContaining('recursive'),
      place: { line: 1 },
    });
    expect(refusal('var x: int = 0;\nprocess P * { main { while (*) { x = x + 1; } assert x >= 0; } }')).toMatchObject({
      ok: false,
      because: expect.stringContaining('x takes more than 128 values'),
      place: { line: 1 },
    });
    expect(refusal('var x: int = 0; process P * { main { x = 3; assert x >= 0; } }').ok).toBe(true);
  });

  it('targets that the model does not have are errors', () => {
    const complaints = (text: string, target?: string) =>
      coverEngine.checkOptions({
        file: 'test.eml',
        model: programOf(text),
        options: target === undefined ? {} : { target: [{ text: target }] },
      });
    const labelled = 'process P * { main { label reading; } }';
    expect(complaints(labelled, 'reading')).toEqual([]);
    expect(complaints(labelled, 'reading,readin')).toMatchObject([
      { code: 'HD4004', file: 'test.eml', help: "did you mean 'reading'?" },
    ]);
    expect(complaints(labelled, 'assert')).toMatchObject([{ code: 'HD4004' }]);
    expect(complaints(labelled, 'reading,reading,reading')).toMatchObject([{ code: 'HD4004' }]);
    expect(complaints('process P * { main { skip; } }')).toMatchObject([{ code: 'HD4005' }]);
  });
});
