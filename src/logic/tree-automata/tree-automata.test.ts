import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { findAcceptedTree } from './emptiness.js';
import { acceptsTree, type RankedTree } from './evaluate.js';
import {
  atom,
  conjunction,
  disjunction,
  evaluateFormula,
  type Formula,
  falsity,
  primeImplicants,
  truth,
} from './formula.js';
import { parseTransitions, tokenizeRules } from './parse.js';
import { printTable } from './print.js';
import {
  type AutomatonTable,
  automatonOfTable,
  dualAutomaton,
  intersectAutomata,
  type TreeAutomaton,
  tabulate,
  uniteAutomata,
} from './tree-automaton.js';

const alphabet = [
  { name: 'a', rank: 2 },
  { name: 'b', rank: 1 },
  { name: 'c', rank: 0 },
];

function tableOf(text: string): AutomatonTable {
  const parsed = parseTransitions(tokenizeRules(text), 0, undefined);
  if (!parsed.ok) throw new Error(parsed.error.message);
  const transitions = parsed.value.transitions.map(({ state, symbol, formula }) => ({ state, symbol, formula }));
  return { initial: transitions[0]!.state, transitions };
}

function randomFormula(rng: Rng, rank: number, depth: number): Formula {
  const kind = rng.below(depth === 0 ? 2 : 4);
  if (kind === 0 || rank === 0) return rng.chance(0.5) ? truth : falsity;
  if (kind === 1) return atom(rng.between(1, rank), rng.pick(['p', 'q']));
  const parts = [randomFormula(rng, rank, depth - 1), randomFormula(rng, rank, depth - 1)];
  return kind === 2 ? conjunction(parts) : disjunction(parts);
}

function randomTable(rng: Rng): AutomatonTable {
  const transitions = ['p', 'q'].flatMap((state) =>
    alphabet.map(({ name, rank }) => ({ state, symbol: name, formula: randomFormula(rng, rank, 2) })),
  );
  return { initial: 'p', transitions };
}

function randomTree(rng: Rng): RankedTree {
  const symbols: string[] = [];
  const children: number[][] = [];
  const grow = (budget: number): number => {
    const { name, rank } = budget <= 1 ? alphabet[2]! : rng.pick(alphabet);
    const id = symbols.push(name) - 1;
    children.push([]);
    for (let i = 0; i < rank; i++) children[id]!.push(grow(Math.floor((budget - 1) / rank)));
    return id;
  };
  grow(rng.between(1, 14));
  return { size: symbols.length, symbol: (node) => symbols[node]!, children: (node) => children[node]! };
}

/** The definition, by recursion on the tree. */
function holdsAt(automaton: TreeAutomaton, tree: RankedTree, node: number, state: string): boolean {
  const children = tree.children(node);
  const formula = automaton.transition(state, tree.symbol(node), children.length);
  return evaluateFormula(formula, ({ child, state: next }) => holdsAt(automaton, tree, children[child - 1]!, next));
}

describe('alternating tree automata', () => {
  it('accept by definition, and so do dual, intersection and union', () => {
    for (let seed = 0; seed < 500; seed++) {
      const rng = new Rng(seed);
      const [first, second] = [automatonOfTable(randomTable(rng)), automatonOfTable(randomTable(rng))];
      const tree = randomTree(rng);
      const accepts = holdsAt(first, tree, 0, 'p');
      const other = holdsAt(second, tree, 0, 'p');
      expect(acceptsTree(first, tree)).toBe(accepts);
      expect(acceptsTree(dualAutomaton(first), tree)).toBe(!accepts);
      expect(acceptsTree(intersectAutomata([first, second]), tree)).toBe(accepts && other);
      expect(acceptsTree(uniteAutomata([first, second]), tree)).toBe(accepts || other);
    }
  });

  it('print what they parse, and `/\\` binds tighter than `\\/`', () => {
    const table = tableOf('q a -> (1,q) \\/ (2,q) /\\ (1,r). r c -> true. r b -> false.');
    expect(printTable(table)).toBe('q a -> ((1, q) \\/ ((2, q) /\\ (1, r))).\nr c -> true.\nr b -> false.\n');
    for (let seed = 0; seed < 200; seed++) {
      const text = printTable(randomTable(new Rng(seed)));
      expect(printTable(tableOf(text))).toBe(text);
    }
  });

  it('say where a transition is malformed', () => {
    const parsed = parseTransitions(tokenizeRules('q a -> (0,q).'), 0, undefined);
    expect(parsed.ok ? '' : parsed.error.message).toBe('expected a child, counted from 1');
  });

  it('find a tree iff there is one', () => {
    const even = automatonOfTable(tableOf('even b -> (1,odd). odd b -> (1,even). even c -> true.'));
    const odd = { ...even, initial: 'odd' };
    const unary = alphabet.slice(1);
    expect(findAcceptedTree(even, unary)).toBe('c');
    expect(findAcceptedTree(odd, unary)).toBe('b(c)');
    expect(findAcceptedTree(intersectAutomata([even, odd]), unary)).toBeUndefined();
  });

  it('are written out only as far as the initial state leads, and up to a limit', () => {
    const automaton = automatonOfTable(tableOf('q b -> (1,r). r b -> (1,r). s b -> (1,s).'));
    expect(tabulate(automaton, [{ name: 'b', rank: 1 }])!.transitions.map(({ state }) => state)).toEqual(['q', 'r']);
    expect(tabulate(automaton, alphabet, 1)).toBeUndefined();
  });
});

describe('prime implicants', () => {
  it('are equivalent to the formula and minimal', () => {
    for (let seed = 0; seed < 300; seed++) {
      const formula = randomFormula(new Rng(seed), 2, 3);
      const implicants = primeImplicants(formula);
      for (let mask = 0; mask < 16; mask++) {
        const holds = ({ child, state }: { child: number; state: string }) =>
          (mask & (1 << ((child - 1) * 2 + (state === 'p' ? 0 : 1)))) !== 0;
        expect(implicants.some((implicant) => implicant.every(holds))).toBe(evaluateFormula(formula, holds));
      }
    }
  });
});
