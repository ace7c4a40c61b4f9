// A nondeterministic automaton for trees with inner `br`, labels that may be passed, and infinite threads: it accepts
// iff some pair of labels is reached by two threads at once. It visits each subtree in one state, guesses where threads
// stop (no cutting of the tree beforehand) and the order of final acquisitions, and is built while it runs.
// A state says what the rest of a thread, with the threads spawned in it, owes to the guess.

import { type Mask, maskElements } from '../../../base/bit-set.js';
import {
  atom,
  conjunction,
  disjunction,
  type Formula,
  falsity,
  memoizeAutomaton,
  type TreeAutomaton,
  truth,
} from '../../../logic/tree-automata/index.js';
import { type AutomatonShape, splitSymbol } from './alphabet.js';

interface Owed {
  /** Locks taken for good above, and those before them in the order: nobody below may acquire them. */
  readonly forbidden: Mask;
  /** The rest of the order of final acquisitions, as far as this subtree has to do with it. */
  readonly order: readonly number[];
  /** Locks to be acquired for good here. */
  readonly finals: Mask;
  /** Labels at which threads are to stop here. */
  readonly labels: readonly number[];
  /** Locks that the thread holds and has still to release. */
  readonly used: Mask;
  /** The thread joins again. */
  readonly joins: boolean;
  /** If it joins: the locks it holds and does not release before. */
  readonly kept: Mask;
  /** The thread has to end in `$`. */
  readonly ends: boolean;
  /** If it ends: locks that neither it nor the children it joins may acquire, since the joining ancestors keep them. */
  readonly avoided: Mask;
}

export function buildExactAutomaton(shape: AutomatonShape): TreeAutomaton {
  const states = new Map<string, Owed>();
  const nameOf = (owed: Owed) => {
    const normal = normalize(owed);
    const name = printOwed(normal);
    if (!states.has(name)) states.set(name, normal);
    return name;
  };
  const starts = initialStates(shape);
  return memoizeAutomaton({
    initial: 'q0',
    transition(state, symbol, rank) {
      const from = state === 'q0' ? starts : [states.get(state)!];
      return disjunction(from.map((owed) => moves(owed, symbol, rank, nameOf)));
    },
  });
}

/** Every set of locks to be taken for good, in every order, for every pair of labels. */
function initialStates({ locks, pairs }: AutomatonShape): Owed[] {
  let orders: number[][] = [[]];
  const all: number[][] = [];
  while (orders.length > 0) {
    all.push(...orders);
    orders = orders.flatMap((order) => {
      const others = Array.from({ length: locks }, (_, lock) => lock).filter((lock) => !order.includes(lock));
      return others.map((lock) => [...order, lock]);
    });
  }
  const thread = { forbidden: 0, used: 0, kept: 0, ends: false, avoided: 0 };
  return pairs.flatMap((labels) =>
    all.flatMap((order) => [false, true].map((joins) => ({ ...thread, order, labels, joins, finals: maskOf(order) }))),
  );
}

function maskOf(locks: readonly number[]): Mask {
  return locks.reduce((mask, lock) => mask | (1 << lock), 0);
}

/** Forgets what can make no difference: the order behind the last lock owed, what is kept without a join ahead, … */
function normalize(owed: Owed): Owed {
  const last = owed.order.findLastIndex((lock) => owed.finals & (1 << lock));
  return {
    ...owed,
    order: owed.order.slice(0, last + 1),
    labels: [...owed.labels].sort((a, b) => a - b),
    kept: owed.joins ? owed.kept : 0,
    avoided: owed.ends ? owed.avoided : 0,
  };
}

function printOwed({ forbidden, order, finals, labels, used, joins, kept, ends, avoided }: Owed): string {
  const fields = [forbidden, order.join('_'), finals, labels.join('_'), used, joins ? `j${kept}` : 'n'];
  return `q${fields.join('x')}${ends ? `e${avoided}` : ''}`;
}

function owesNothing({ finals, labels, used }: Owed): boolean {
  return finals === 0 && labels.length === 0 && used === 0;
}

type NameOf = (owed: Owed) => string;

function moves(owed: Owed, symbol: string, rank: number, nameOf: NameOf): Formula {
  if (owesNothing(owed) && !owed.ends) return truth;
  const [name, number] = splitSymbol(symbol);
  const continueAs = (alternatives: readonly Owed[]) => disjunction(alternatives.map((next) => atom(1, nameOf(next))));
  switch (name) {
    case 'acq':
      return continueAs([...acquireForUse(owed, number - 1), ...acquireForGood(owed, number - 1)]);
    case 'rel':
      return continueAs(release(owed, number - 1));
    case 'jo':
      return continueAs(joinMoves(owed));
    case 'br':
      return disjunction([atom(1, nameOf(owed)), atom(2, nameOf(owed))]);
    case 'sp':
      return disjunction(spawnMoves(owed).map(([parent, child]) => spawnFormula(parent, child, nameOf)));
    case 'label':
      return disjunction([stopsAt(owed, number) ? truth : falsity, rank === 1 ? atom(1, nameOf(owed)) : falsity]);
    default:
      return name === 'term' && owesNothing(owed) ? truth : falsity;
  }
}

function stopsAt({ finals, labels, used, ends }: Owed, label: number): boolean {
  return labels.length === 1 && labels[0] === label && finals === 0 && used === 0 && !ends;
}

function acquireForUse(owed: Owed, lock: number): Owed[] {
  const bit = 1 << lock;
  if ((owed.forbidden | (owed.ends ? owed.avoided : 0)) & bit) return [];
  const held = { ...owed, used: owed.used | bit };
  return owed.joins ? [held, { ...held, kept: owed.kept | bit }] : [held];
}

function acquireForGood(owed: Owed, lock: number): Owed[] {
  const bit = 1 << lock;
  const place = owed.order.indexOf(lock);
  if (owed.ends || !(owed.finals & bit) || place < 0) return [];
  return [
    {
      ...owed,
      forbidden: owed.forbidden | maskOf(owed.order.slice(0, place + 1)),
      order: owed.order.slice(place + 1),
      finals: owed.finals & ~bit,
      kept: owed.kept | bit,
    },
  ];
}

function release(owed: Owed, lock: number): Owed[] {
  const bit = 1 << lock;
  if (!(owed.used & bit) || (owed.joins && owed.kept & bit)) return [];
  return [{ ...owed, used: owed.used & ~bit }];
}

/** What is held must have been kept; after the join the thread guesses anew whether it joins, and what it keeps. */
function joinMoves(owed: Owed): Owed[] {
  if (!owed.joins || owed.used & ~owed.kept) return [];
  const forGood = owed.kept & ~owed.used;
  const again = subsets(owed.used).map((kept) => ({ ...owed, kept: forGood | kept }));
  return [{ ...owed, joins: false }, ...again];
}

function spawnMoves(owed: Owed): (readonly [Owed, Owed])[] {
  const thread = { used: 0, kept: 0, ends: owed.joins };
  const avoided = owed.joins ? owed.kept | (owed.ends ? owed.avoided : 0) : 0;
  return subsets(owed.finals).flatMap((finals) =>
    splits(owed.labels).flatMap(([mine, childs]) =>
      [false, true].map((joins): readonly [Owed, Owed] => [
        { ...owed, finals: owed.finals & ~finals, labels: mine },
        { ...owed, ...thread, joins, avoided, finals, labels: childs },
      ]),
    ),
  );
}

function spawnFormula(parent: Owed, child: Owed, nameOf: NameOf): Formula {
  if (!owesNothing(child) || child.ends) return conjunction([atom(1, nameOf(parent)), atom(2, nameOf(child))]);
  return child.joins ? falsity : atom(1, nameOf(parent));
}

function subsets(mask: Mask): Mask[] {
  const sets = [0];
  for (const lock of maskElements(mask)) for (const set of sets.slice()) sets.push(set | (1 << lock));
  return sets;
}

function splits(labels: readonly number[]): (readonly [number[], number[]])[] {
  return subsets((1 << labels.length) - 1).map((mask) => [
    labels.filter((_, i) => !(mask & (1 << i))),
    labels.filter((_, i) => mask & (1 << i)),
  ]);
}
