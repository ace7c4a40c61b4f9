import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { movesOf, nextEdges } from '../../model/program/moves.js';
import type { Program } from '../../model/program/program.js';
import { initialState, type State, stateKey } from '../../model/program/state.js';
import { applyMove } from '../../model/program/step.js';
import { coverModelOf } from '../../translate/cover-model.js';
import { replaySchedule } from '../../verdict/replay/threads-replayer.js';
import { coverEngine } from './engine.js';
import { verdictOf } from './testing/ask.js';

const cases = Number(process.env['HEDDLE_CASES'] ?? 1);

/** Every reachable state with so many instances of each process with `*`; whether the target shows in one. */
function showsWith(program: Program, instances: number, target: string): boolean {
  const start = initialState(program, new Map(program.processes.map((_, id) => [id, instances])));
  const seen = new Map([[stateKey(start), start]]);
  for (const state of seen.values()) {
    if (target !== 'assert' && areAt(program, state, target.split(','))) return true;
    for (const move of movesOf(program, state)) {
      const { state: next, failure } = applyMove(program, state, move);
      if (target === 'assert' && failure?.kind === 'assertion') return true;
      if (!seen.has(stateKey(next))) seen.set(stateKey(next), next);
    }
  }
  return false;
}

function areAt(program: Program, state: State, labels: readonly string[]): boolean {
  const at = state.threads.map((thread) =>
    thread.status.kind === 'ready'
      ? nextEdges(program, thread).flatMap(({ action }) => (action.kind === 'label' ? [action.name] : []))
      : [],
  );
  const [first, second] = labels;
  return at.some(
    (here, i) =>
      here.includes(first!) && (second === undefined || at.some((there, j) => i !== j && there.includes(second))),
  );
}

function verdictOn(program: Program, target: string): string {
  const model = coverModelOf(program, target);
  if (!model.ok) return model.error;
  return verdictOf(model.value, 'portfolio', { target: [target] });
}

/** One process of a few steps over two shared variables and two locks. */
function randomSource(rng: Rng): string {
  const block = (depth: number): string => Array.from({ length: rng.between(1, 3) }, () => statement(depth)).join(' ');
  const statement = (depth: number): string => {
    const lock = rng.pick(['l', 'm']);
    const variable = rng.pick(['x', 'y']);
    switch (rng.below(depth > 0 ? 7 : 5)) {
      case 0:
        return `${variable} = ${rng.pick(['true', 'false', `!${rng.pick(['x', 'y'])}`])};`;
      case 1:
        return `assert ${rng.pick(['x', '!x', 'x == y', '!(x && y)'])};`;
      case 2:
        return `label ${rng.pick(['A', 'B'])};`;
      case 3:
        return `assume ${rng.pick(['x', '!y', 'x != y'])};`;
      case 4:
        return 'f();';
      case 5:
        return `synchronized(${lock}) { ${block(depth - 1)} }`;
      default:
        return `if (${rng.pick(['*', 'x', '!y'])}) { ${block(depth - 1)} } else { ${block(depth - 1)} }`;
    }
  };
  const body = block(2).replaceAll('f();', rng.chance(0.5) ? 'f();' : 'skip;');
  return `lock l, m; var x: bool = ${rng.chance(0.5)}; var y: bool = false;
    process P * { f { x = !y; } main { ${body} } }`;
}

describe('programs', () => {
  it('a lost update needs two threads, a lock prevents it', () => {
    const text = (body: string) =>
      `lock l; var x: int 0..3 = 0; process P * { main { ${body} assert x != 2 || x == 2; } }`;
    expect(verdictOn(programOf(text('synchronized(l) { x = 1; assert x == 1; x = 0; }')), 'assert')).toBe('holds');
    expect(verdictOn(programOf(text('x = 1; assert x == 1; x = 0;')), 'assert')).toBe('violated');
  });

  it('agree with all states of one and two threads, and of more where these are not enough', () => {
    const seen = { violated: 0, holds: 0 };
    for (let seed = 1; seed <= 40 * cases; seed++) {
      const text = randomSource(new Rng(seed));
      const program = programOf(text);
      for (const target of ['assert', 'A', 'A,B', 'A,A']) {
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
    expect(Math.min(seen.violated, seen.holds)).toBeGreaterThan(15 * cases);
  });

  it('a spawned thread runs beside its parent', () => {
    const text = (child: string) =>
      `var x: bool = false; process P * { g { ${child} } main { spawn g(); label A; assert !x; } }`;
    expect(verdictOn(programOf(text('x = true;')), 'assert')).toBe('violated');
    expect(verdictOn(programOf(text('label B;')), 'assert')).toBe('holds');
    expect(verdictOn(programOf(text('label B;')), 'A,B')).toBe('violated');
  });

  it('the engine takes the program itself, names threads after processes, and refuses recursion', () => {
    const program = programOf('var x: bool = false; process P * { main { x = !x; assert x; } }');
    const task = { file: 'test.eml', model: program, options: {} };
    expect(coverEngine.checkOptions(task)).toEqual([]);
    for (const event of coverEngine.run(task, { seed: 1, reserve: () => {}, nextQuestion: () => {} })) {
      if (event.kind !== 'finding' || event.finding.verdict.kind !== 'violated') continue;
      const { witness } = event.finding.verdict;
      expect(witness.steps[0]?.thread).toMatch(/^P#\d$/);
      expect(replaySchedule(program, { property: event.finding.property, witness, confirmed: true })).toEqual({
        ok: true,
      });
    }
    const recursive = programOf('var x: bool = false; process P * { f { if (*) f(); } main { f(); assert !x; } }');
    expect(coverEngine.applicable({ ...task, model: recursive })).toMatchObject({ ok: false });
    expect(coverEngine.checkOptions({ ...task, model: programOf('process P * { main { skip; } }') })[0]?.code).toBe(
      'HD4005',
    );
  });
});
