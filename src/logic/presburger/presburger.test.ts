import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { printSummary, summaryToSmtLib } from './print-summary.js';
import { solveSummary } from './solve-summary.js';
import {
  applyShift,
  type ClampedShift,
  constant,
  evaluate,
  inSequence,
  iterate,
  iterated,
  type SummaryFormula,
  shifted,
  type Term,
} from './summary-formula.js';

function randomShift(rng: Rng): ClampedShift {
  return { shift: rng.between(-3, 3), floor: rng.between(0, 3) };
}

function randomFormula(rng: Rng): SummaryFormula {
  const variables = rng.between(0, 2);
  // One loop acts on all terms: every term passes the loops in the same order.
  const terms = Array.from({ length: rng.between(1, 3) }, (): Term => constant(rng.below(5)));
  for (let variable = 0; variable <= variables; variable++)
    terms.forEach((term, i) => {
      const looped = variable < variables ? iterated(term, randomShift(rng), variable) : term;
      terms[i] = rng.chance(0.7) ? shifted(looped, randomShift(rng)) : looped;
    });
  return { variables, constraints: terms.map((term, i) => ({ name: `n${i}`, term, atMost: rng.between(0, 4) })) };
}

function solve(formula: SummaryFormula): readonly number[] | undefined {
  const search = solveSummary(formula);
  for (;;) {
    const next = search.next();
    if (next.done) return next.value?.assignment;
  }
}

function satisfies({ constraints }: SummaryFormula, assignment: readonly number[]): boolean {
  return constraints.every(({ term, atMost }) => evaluate(term, assignment) <= atMost);
}

/** All assignments up to 25: far beyond any bound for these small numbers. */
function satisfiable(formula: SummaryFormula): boolean {
  const range = Array.from({ length: 26 }, (_, i) => i);
  if (formula.variables === 0) return satisfies(formula, []);
  if (formula.variables === 1) return range.some((a) => satisfies(formula, [a]));
  return range.some((a) => range.some((b) => satisfies(formula, [a, b])));
}

function hasZ3(): boolean {
  try {
    execFileSync('z3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('summary formulas', () => {
  it('composition and iteration in closed form equal step by step', () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const rng = new Rng(seed);
      const [a, b, value] = [randomShift(rng), randomShift(rng), rng.below(6)];
      expect(applyShift(value, inSequence(a, b))).toBe(applyShift(applyShift(value, a), b));
      let stepwise = value;
      for (let times = 0; times <= 6; times++) {
        expect(iterate(value, a, times)).toBe(stepwise);
        stepwise = applyShift(stepwise, a);
      }
    }
  });

  it('the solver agrees with trying all small assignments', () => {
    let satisfied = 0;
    for (let seed = 1; seed <= 2000; seed++) {
      const formula = randomFormula(new Rng(seed));
      const solution = solve(formula);
      expect(solution !== undefined, `seed ${seed}: ${printSummary(formula)}`).toBe(satisfiable(formula));
      if (solution) {
        expect(satisfies(formula, solution)).toBe(true);
        satisfied++;
      }
    }
    expect(satisfied).toBeGreaterThan(400);
    expect(satisfied).toBeLessThan(1600);
  });

  it('agrees with Z3 where it is installed', () => {
    if (!hasZ3()) {
      process.stdout.write('presburger: no z3 found, cross-check not run\n');
      expect(process.env['HEDDLE_REQUIRE_Z3']).not.toBe('1');
      return;
    }
    for (let seed = 1; seed <= 50; seed++) {
      const formula = randomFormula(new Rng(seed));
      const answer = execFileSync('z3', ['-in'], { input: summaryToSmtLib(formula) })
        .toString()
        .trim();
      expect(answer, `seed ${seed}`).toBe(solve(formula) ? 'sat' : 'unsat');
    }
  });

  it('prints in the notation of the paper, and as SMT-LIB', () => {
    const term = iterated(shifted(constant(1), { shift: 1, floor: 1 }), { shift: -1, floor: 0 }, 0);
    const formula = { variables: 1, constraints: [{ name: 'n2', term, atMost: 0 }] };
    expect(printSummary(formula)).toBe('n2: (if k1 = 0 then 2 else 2 (+)_0 -1 (+)_0 (k1 - 1) * -1) <= 0');
    expect(summaryToSmtLib(formula)).toContain('(check-sat)');
    expect(solve(formula)).toEqual([2]);
  });
});
