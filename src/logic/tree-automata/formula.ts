// Positive Boolean formulas over (child, state): the right-hand sides of alternating tree automata. Children count from 1.

export type Formula =
  | { readonly kind: 'true' }
  | { readonly kind: 'false' }
  | { readonly kind: 'atom'; readonly child: number; readonly state: string }
  | { readonly kind: 'and'; readonly parts: readonly Formula[] }
  | { readonly kind: 'or'; readonly parts: readonly Formula[] };

export type Atom = Extract<Formula, { kind: 'atom' }>;

export const truth: Formula = { kind: 'true' };
export const falsity: Formula = { kind: 'false' };

export function atom(child: number, state: string): Formula {
  return { kind: 'atom', child, state };
}

export function conjunction(parts: readonly Formula[]): Formula {
  return combine('and', parts, truth, falsity);
}

export function disjunction(parts: readonly Formula[]): Formula {
  return combine('or', parts, falsity, truth);
}

/** Leaves out the unit, stops at the zero, and wraps nothing that stands alone. */
function combine(kind: 'and' | 'or', parts: readonly Formula[], unit: Formula, zero: Formula): Formula {
  if (parts.some((part) => part.kind === zero.kind)) return zero;
  const kept = parts.filter((part) => part.kind !== unit.kind);
  if (kept.length === 0) return unit;
  return kept.length === 1 ? kept[0]! : { kind, parts: kept };
}

/** The value under a valuation of the atoms. Formulas are as deep as the text they come from: a few levels. */
export function evaluateFormula(formula: Formula, holds: (atom: Atom) => boolean): boolean {
  switch (formula.kind) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'atom':
      return holds(formula);
    case 'and':
      return formula.parts.every((part) => evaluateFormula(part, holds));
    case 'or':
      return formula.parts.some((part) => evaluateFormula(part, holds));
  }
}

/** And for or, true for false: the formula that fails exactly when this one holds, with negated states. */
export function dualFormula(formula: Formula): Formula {
  switch (formula.kind) {
    case 'true':
      return falsity;
    case 'false':
      return truth;
    case 'atom':
      return formula;
    case 'and':
      return { kind: 'or', parts: formula.parts.map(dualFormula) };
    case 'or':
      return { kind: 'and', parts: formula.parts.map(dualFormula) };
  }
}

export function mapStates(formula: Formula, rename: (state: string) => string): Formula {
  if (formula.kind === 'atom') return atom(formula.child, rename(formula.state));
  if (formula.kind === 'and' || formula.kind === 'or')
    return { kind: formula.kind, parts: formula.parts.map((part) => mapStates(part, rename)) };
  return formula;
}

export function atomsOf(formula: Formula): readonly Atom[] {
  const atoms: Atom[] = [];
  collectAtoms(formula, atoms);
  return atoms;
}

function collectAtoms(formula: Formula, into: Atom[]): void {
  if (formula.kind === 'atom') into.push(formula);
  else if (formula.kind === 'and' || formula.kind === 'or') for (const part of formula.parts) collectAtoms(part, into);
}

export type Implicant = readonly Atom[];

/** The prime implicants: the formula is the disjunction of these conjunctions, none of which contains another. */
export function primeImplicants(formula: Formula): readonly Implicant[] {
  switch (formula.kind) {
    case 'true':
      return [[]];
    case 'false':
      return [];
    case 'atom':
      return [[formula]];
    case 'or':
      return minimal(formula.parts.flatMap(primeImplicants));
    case 'and':
      return formula.parts.map(primeImplicants).reduce(products, [[]]);
  }
}

function products(left: readonly Implicant[], right: readonly Implicant[]): readonly Implicant[] {
  return minimal(left.flatMap((a) => right.map((b) => uniteImplicants(a, b))));
}

function keyOfAtom({ child, state }: Atom): string {
  return `${child},${state}`;
}

function uniteImplicants(a: Implicant, b: Implicant): Implicant {
  return [...new Map([...a, ...b].map((item) => [keyOfAtom(item), item])).values()];
}

function minimal(implicants: readonly Implicant[]): readonly Implicant[] {
  const kept: { readonly implicant: Implicant; readonly keys: ReadonlySet<string> }[] = [];
  for (const implicant of [...implicants].sort((a, b) => a.length - b.length)) {
    const keys = new Set(implicant.map(keyOfAtom));
    if (!kept.some((smaller) => isSubset(smaller.keys, keys))) kept.push({ implicant, keys });
  }
  return kept.map(({ implicant }) => implicant);
}

function isSubset(small: ReadonlySet<string>, large: ReadonlySet<string>): boolean {
  if (small.size > large.size) return false;
  for (const key of small) if (!large.has(key)) return false;
  return true;
}
