// A nondeterministic automaton for trees with inner `br`, labels that may be passed, and infinite threads: it accepts
// iff some pair of labels is reached by two threads at once. It visits each subtree in one state, guesses where threads
// stop (no cutting of the tree beforehand) and the order of final acquisitions, and is built while it runs.
// A state says what the rest of a thread, with the threads spawned in it, owes to the guess.

import { type Mask, maskElements } from '../../../base/integers/bit-set.js';
import {
  atom,
  conjunction,
  disjunction,
  type Formula,
  falsity,
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

/** States are named `q1`, `q2`, … as they are met; `q0` starts every guess. */
export function buildExactAutomaton(shape: AutomatonShape): TreeAutomaton {
  const owedBy: Owed[] = [];
  const names = new Map<string, string>();
  const nameOf = (owed: Owed) => {
    const key = keyOf(owed);
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = `q${owedBy.push(normalize(owed))}`;
    names.set(key, name);
    return name;
  };
  const starts = initialStates(shape);
  return {
    initial: 'q0',
    transition(state, symbol, rank) {
      const from = state === 'q0' ? starts : [owedBy[Number(state.slice(1)) - 1]!];
      return disjunction(from.map((owed) => moves(owed, symbol, rank, nameOf)));
    },
  };
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
  const sorted = pairs.map((labels) => [...labels].sort((a, b) => a - b));
  return sorted.flatMap((labels) =>
    all.flatMap((order) => [false, true].map((joins) => ({ ...thread, order, labels, joins, finals: maskOf(order) }))),
  );
}

function maskOf(locks: readonly number[]): Mask {
  return locks.reduce((mask, lock) => mask | (1 << lock), 0);
}

/** Forgets what can make no difference: the order behind the last lock owed, what is kept without a join ahead, … */
function normalize(owed: Owed): Owed {
  return {
    ...owed,
    order: owed.order.slice(0, owedPart(owed)),
    kept: owed.joins ? owed.kept : 0,
    avoided: owed.ends ? owed.avoided : 0,
  };
}

/** How much of the order matters: up to the last lock that is still owed. */
function owedPart({ order, finals }: Owed): number {
  let length = order.length;
  while (length > 0 && !(finals & (1 << order[length - 1]!))) length--;
  return length;
}

/** Equal iff the normal forms are, without building them: almost all states that are asked for are known. */
function keyOf(owed: Owed): string {
  const { forbidden, order, finals, labels, used, joins, kept, ends, avoided } = owed;
  let key = `${forbidden},${finals},${used},${joins ? kept : '-'},${ends ? avoided : '-'}`;
  for (let i = owedPart(owed) - 1; i >= 0; i--) key += `<${order[i]!}`;
  for (const label of labels) key += `l${label}`;
  return key;
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
      return disjunction(spawnMoves(owed, nameOf));
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

/** Every way to divide what is owed between the thread and its child, and to guess whether the child joins. */
function spawnMoves(owed: Owed, nameOf: NameOf): Formula[] {
  const avoided = owed.joins ? owed.kept | (owed.ends ? owed.avoided : 0) : 0;
  const thread = { ...owed, used: 0, kept: 0, ends: owed.joins, avoided };
  return subsets(owed.finals).flatMap((finals) =>
    splits(owed.labels).flatMap(([mine, childs]) => {
      const parent = atom(1, nameOf({ ...owed, finals: owed.finals & ~finals, labels: mine }));
      const child = { ...thread, finals, labels: childs };
      if (owesNothing(child) && !child.ends) return [parent];
      return [false, true].map((joins) => conjunction([parent, atom(2, nameOf({ ...child, joins }))]));
    }),
  );
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
