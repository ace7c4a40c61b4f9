// Summary formulas as text in the paper's notation, and as an SMT-LIB script over the integers.

import { type ClampedShift, operationsOf, type SummaryFormula, type Term } from './summary-formula.js';

function kappa(variable: number): string {
  return `k${variable + 1}`;
}

/** `x (+)_b d` is max(x + d, b). */
function printTerm(term: Term): string {
  const { start, operations } = operationsOf(term);
  let text = String(start);
  for (const operation of operations) {
    const { shift, floor } = operation.by;
    const once = `${text} (+)_${floor} ${shift}`;
    if (operation.kind === 'shifted') text = once;
    else {
      const times = kappa(operation.variable);
      text = `(if ${times} = 0 then ${text} else ${once} (+)_${floor} (${times} - 1) * ${shift})`;
    }
  }
  return text;
}

export function printSummary({ constraints }: SummaryFormula): string {
  return constraints.map(({ name, term, atMost }) => `${name}: ${printTerm(term)} <= ${atMost}`).join('; ');
}

/** `k1 = 2, k2 = 0`. */
export function printAssignment(assignment: readonly number[]): string {
  return assignment.map((value, variable) => `${kappa(variable)} = ${value}`).join(', ');
}

export function summaryToSmtLib({ variables, constraints }: SummaryFormula): string {
  const declared = Array.from({ length: variables }, (_, i) => [
    `(declare-const ${kappa(i)} Int)`,
    `(assert (>= ${kappa(i)} 0))`,
  ]).flat();
  const asserted = constraints.flatMap(({ term, atMost }, i) => {
    const { start, operations } = operationsOf(term);
    const lines: string[] = [];
    let value = smtNumber(start);
    operations.forEach((operation, j) => {
      const name = `x${i}_${j}`;
      const next = smtShift(value, operation.by);
      const body = operation.kind === 'shifted' ? next : smtLoop(value, next, operation.by, kappa(operation.variable));
      lines.push(`(define-fun ${name} () Int ${body})`);
      value = name;
    });
    return [...lines, `(assert (<= ${value} ${smtNumber(atMost)}))`];
  });
  return ['(set-logic ALL)', ...declared, ...asserted, '(check-sat)', ''].join('\n');
}

function smtNumber(value: number): string {
  return value < 0 ? `(- ${-value})` : String(value);
}

function smtMax(a: string, b: string): string {
  return `(ite (>= ${a} ${b}) ${a} ${b})`;
}

function smtShift(value: string, { shift, floor }: ClampedShift): string {
  return smtMax(`(+ ${value} ${smtNumber(shift)})`, smtNumber(floor));
}

/** No iteration changes nothing; else one shift, then the others at once. */
function smtLoop(value: string, once: string, { shift, floor }: ClampedShift, times: string): string {
  const all = smtMax(`(+ ${once} (* ${smtNumber(shift)} (- ${times} 1)))`, smtNumber(floor));
  return `(ite (= ${times} 0) ${value} ${all})`;
}
