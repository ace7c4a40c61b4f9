// Random recursion schemes of order two with a random deterministic automaton, and the plain way to decide them where the
// generated tree has few different subtrees. Parameters are often not used, or passed on to where they are not used.

import type { Rng } from '../../../base/rng.js';
import { ClosedTerms } from '../../../model/schemes/closed-terms.js';
import type { Scheme } from '../../../model/schemes/scheme.js';

const states = ['q0', 'q1', 'q2'];
const ranks = { a: 1, d: 1, b: 2, c: 0 } as const;

/** Variables in scope, by sort: trees, and functions from trees to trees. */
interface Scope {
  readonly trees: readonly string[];
  readonly functions: readonly string[];
}

export function randomAcceptance(rng: Rng): string {
  const rules = [
    `S -> ${treeTerm(rng, 3, { trees: [], functions: [] })}.`,
    ...['P0', 'P1'].map((name) => `${name} x -> ${treeTerm(rng, 2, { trees: ['x'], functions: [] })}.`),
    ...['Q0', 'Q1'].map((name) => `${name} f x -> ${treeTerm(rng, 2, { trees: ['x'], functions: ['f'] })}.`),
    `R f g x -> ${treeTerm(rng, 3, { trees: ['x'], functions: ['f', 'g'] })}.`,
  ];
  const transitions = states.flatMap((state) =>
    Object.entries(ranks).flatMap(([symbol, rank]) => {
      if (rng.chance(0.15)) return [];
      const next = Array.from({ length: rank }, () => rng.pick(states));
      return [`${state} ${symbol} -> ${next.join(' ')}.`];
    }),
  );
  // The first transition names the first state, and every terminal has a rank.
  const table = ['q0 c -> .', 'q0 b -> q0 q1.', 'q2 a -> q1.', 'q2 d -> q2.', ...transitions];
  const once = [...new Map(table.map((line) => [line.split(' ->')[0], line])).values()];
  return `%BEGING\n${rules.join('\n')}\n%ENDG\n%BEGINA\n${once.join('\n')}\n%ENDA\n`;
}

/** Depth is small. */
function treeTerm(rng: Rng, depth: number, scope: Scope): string {
  const leaf = () => rng.pick(['c', ...scope.trees, ...scope.trees]);
  if (depth === 0) return leaf();
  const tree = () => parenthesized(treeTerm(rng, depth - 1, scope));
  const applied = () => `${rng.pick(['P0', 'P1', 'a', 'd', ...scope.functions, ...scope.functions])} ${tree()}`;
  const higher = () => `${rng.pick(['Q0', 'Q1'])} ${functionTerm(rng, depth - 1, scope)} ${tree()}`;
  const both = () => `R ${functionTerm(rng, depth - 1, scope)} ${functionTerm(rng, depth - 1, scope)} ${tree()}`;
  return rng.pick([leaf, applied, applied, () => `b ${tree()} ${tree()}`, higher, higher, both])();
}

function functionTerm(rng: Rng, depth: number, scope: Scope): string {
  const simple = rng.pick(['P0', 'P1', 'a', 'd', ...scope.functions, ...scope.functions, ...scope.functions]);
  if (depth === 0 || rng.chance(0.5)) return simple;
  const inner = functionTerm(rng, depth - 1, scope);
  return rng.pick([
    `(${rng.pick(['Q0', 'Q1'])} ${inner})`,
    `(b ${parenthesized(treeTerm(rng, depth - 1, scope))})`,
    `(R ${inner} ${simple})`,
  ]);
}

function parenthesized(term: string): string {
  return term.includes(' ') ? `(${term})` : term;
}

/** Whether the automaton, a deterministic one, rejects the tree: by pairs of subtree and state, and unknown where too many. */
export function rejectsPlainly(scheme: Scheme, maximalPairs: number): boolean | undefined {
  const terms = new ClosedTerms(scheme, { mostTerms: 40 * maximalPairs });
  const next = new Map(scheme.automaton!.transitions.map((t) => [`${t.state} ${t.symbol}`, t.formula]));
  const seen = new Set<string>();
  const pending: [number, string][] = [[terms.root, scheme.automaton!.initial]];
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    const [term, state] = pair;
    if (seen.has(`${term} ${state}`)) continue;
    if (seen.size === maximalPairs) return undefined;
    seen.add(`${term} ${state}`);
    const node = terms.reduce(term);
    if (terms.isFull) return undefined;
    if (!node) continue;
    const formula = next.get(`${state} ${node.terminal}`);
    if (!formula) return true;
    for (const { child, state: after } of atomsIn(formula)) pending.push([node.children[child - 1]!, after]);
  }
  return false;
}

type Formula = NonNullable<Scheme['automaton']>['transitions'][number]['formula'];

function atomsIn(formula: Formula): Extract<Formula, { kind: 'atom' }>[] {
  if (formula.kind === 'atom') return [formula];
  return formula.kind === 'and' ? formula.parts.flatMap(atomsIn) : [];
}
