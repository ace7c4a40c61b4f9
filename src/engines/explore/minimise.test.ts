// Witnesses for people: short, with few switches between threads, and still executions that show the violation.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import type { Program } from '../../model/program/program.js';
import { initialState } from '../../model/program/state.js';
import { checkShown } from '../../verdict/meaning/program-checks.js';
import { runMoves } from '../../verdict/program-run.js';
import { minimise } from './minimise.js';
import type { FoundViolation } from './search-result.js';
import { randomProgram, smallPrograms } from './testing/random-programs.js';
import { searchFully, searchWithLocksets } from './testing/search-with.js';

function shows(program: Program, { moves, property }: FoundViolation): boolean {
  return checkShown(runMoves(program, initialState(program), moves), property) === undefined;
}

function switches({ moves }: FoundViolation): number {
  return moves.filter(({ thread }, i) => i > 0 && moves[i - 1]!.thread !== thread).length;
}

describe('minimise', () => {
  it('leaves out threads that have nothing to do with the failure', () => {
    const program = programOf(`var x : int, y : int;
      process Busy { main { let i = 0; while (i < 5) { y = y + 1; i = i + 1; } } }
      process Setter { main { x = 1; y = 2; } }
      process Checker { main { assert x == 0; } }`);
    const [found] = searchWithLocksets(program, { remember: true }).violations.filter(({ of }) => of === 'assertions');
    const { moves } = minimise(program, found!);
    const names = moves.map(({ thread }) => ['Busy', 'Setter', 'Checker'][thread]);
    expect(names.filter((name, i) => name !== names[i - 1])).toEqual(['Setter', 'Checker']);
    expect(shows(program, { ...found!, moves })).toBe(true);
  });

  it('gives executions that show the violation, no longer and mostly as short as the shortest', () => {
    let [all, shortest] = [0, 0];
    for (let seed = 1; seed <= 160; seed++) {
      const program = programOf(randomProgram(new Rng(seed), smallPrograms));
      const full = searchFully(program, 300);
      if (!full) continue;
      for (const found of searchWithLocksets(program, { remember: true }).violations) {
        const minimised = minimise(program, found);
        const best = full.violations.find(({ id }) => id === found.id)!;
        expect(shows(program, minimised)).toBe(true);
        expect(minimised.moves.length).toBeLessThanOrEqual(found.moves.length);
        if (minimised.moves.length === found.moves.length)
          expect(switches(minimised)).toBeLessThanOrEqual(switches(found));
        expect(minimised.moves.length).toBeGreaterThanOrEqual(best.moves.length);
        all++;
        if (minimised.moves.length === best.moves.length) shortest++;
      }
    }
    expect(all).toBeGreaterThan(100);
    expect(shortest).toBeGreaterThan(0.8 * all);
  });
});
