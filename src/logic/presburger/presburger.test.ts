import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
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
import { solveByTrying } from './testing/solve-by-trying.js';

const cases = 500 * sampleScale;

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
    if (next.done) return next.value === 'too-large' ? undefined : next.value?.assignment;
  }
}

function satisfies({ constraints }: SummaryFormula, assignment: readonly number[]): boolean {
  return constraints.every(({ term, atMost }) => evaluate(term, assignment) <= atMost);
}

/** Up to four loops in a row, with larger counts; what passes one passes all. */
function largeFormula(rng: Rng): SummaryFormula {
  const variables = rng.between(1, 4);
  const terms = Array.from({ length: rng.between(2, 6) }, (): Term => constant(rng.below(9)));
  for (let variable = 0; variable < variables; variable++)
    terms.forEach((term, i) => {
      const looped = rng.chance(0.6) ? iterated(term, randomShift(rng), variable) : term;
      terms[i] = rng.chance(0.5) ? shifted(looped, randomShift(rng)) : looped;
    });
  return { variables, constraints: terms.map((term, i) => ({ name: `n${i}`, term, atMost: rng.between(0, 6) })) };
}

/** By the oracle; undefined when it takes more than `most` steps. */
function triedSolution(formula: SummaryFormula, least: number, most: number): boolean | undefined {
  const search = solveByTrying(formula, least);
  for (let step = 0; step < most; step++) {
    const next = search.next();
    if (next.done) return next.value !== undefined;
  }
  return undefined;
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

  it(`agrees with the search through all assignments on ${cases} formulas of up to four loops`, () => {
    let [compared, satisfied] = [0, 0];
    for (let seed = 1; seed <= cases; seed++) {
      const rng = new Rng(seed);
      const formula = largeFormula(rng);
      const least = rng.below(2);
      const right = triedSolution(formula, least, 20_000);
      const search = solveSummary(formula, least);
      let next = search.next();
      while (!next.done) next = search.next();
      const solution = next.value;
      if (solution === 'too-large') throw new Error(`seed ${seed}`);
      if (solution) {
        satisfied++;
        expect([seed, satisfies(formula, solution.assignment)]).toEqual([seed, true]);
        expect(Math.min(...solution.assignment)).toBeGreaterThanOrEqual(least);
      }
      if (right === undefined) continue;
      compared++;
      expect([seed, solution !== undefined]).toEqual([seed, right]);
    }
    expect(compared).toBeGreaterThan(cases * 0.8);
    expect(satisfied).toBeGreaterThan(cases * 0.05);
    expect(satisfied).toBeLessThan(cases * 0.9);
  });

  it('decides what trying would take ages for: thirty passes of each of six loops', () => {
    const variables = 6;
    const constraints = Array.from({ length: variables }, (_, i) => ({
      name: `n${i}`,
      term: iterated(constant(30), { shift: -1, floor: 0 }, i),
      atMost: 0,
    }));
    expect(solve({ variables, constraints })).toEqual([30, 30, 30, 30, 30, 30]);
    // And each pass of one costs the next one a pass.
    const linked = Array.from({ length: variables }, (_, i) => {
      const own = iterated(constant(30), { shift: -1, floor: 0 }, i);
      return i + 1 < variables ? iterated(own, { shift: 1, floor: 1 }, i + 1) : own;
    });
    const chained = { variables, constraints: linked.map((term, i) => ({ name: `n${i}`, term, atMost: 0 })) };
    expect(solve(chained)).toBeUndefined();
    const even = iterated(iterated(constant(1), { shift: 2, floor: 0 }, 0), { shift: -2, floor: 0 }, 1);
    const odd = { variables: 2, constraints: [{ name: 'n0', term: shifted(even, { shift: 0, floor: 0 }), atMost: 0 }] };
    expect(solve(odd)).toEqual([0, 1]);
  });

  it('agrees with Z3 where it is installed', () => {
    if (!hasZ3()) {
      process.stdout.write('presburger: no z3 found, cross-check not run\n');
      expect(process.env['HEDDLE_REQUIRE_Z3']).not.toBe('1');
      return;
    }
    for (let seed = 1; seed <= 50 * sampleScale; seed++) {
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
