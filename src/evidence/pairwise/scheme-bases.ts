// Base types of trees, for the two questions about schemes (obligation H2): states from which an automaton rejects the tree
// by a finite run, and effects of the thread whose tree it is. What terminals do to them is told here and nowhere else.

import type { Json } from '../../base/json.js';
import type { Scheme } from '../../model/schemes/scheme.js';
import { type SchemeActions, schemeAction } from '../../model/schemes/scheme-action.js';
import type { Action } from '../../model/trees/action-tree.js';
import { dominates, isWholeThread, stopped, type ThreadEffect } from './thread-effects.js';
import { combine, ownEffects, type TreeQuestion } from './tree-closure.js';

export interface SchemeBases {
  /** The demand with which the whole tree is visited. */
  readonly start: number;
  /** Base types that every tree has, also one without nodes. */
  readonly always: readonly number[];
  read(json: Json | undefined): number | undefined;
  atLeast(a: number, b: number): boolean;
  /** Does a tree of this type contradict the claim? */
  contradicts(base: number): boolean;
  argumentDemands(terminal: string, rank: number, demand: number): Iterable<readonly [number, number]>;
  /** The ways to a base type of a node: each is a choice of base types of arguments, as [argument, base]. */
  ways(terminal: string, demands: Iterable<number>, args: readonly (readonly number[])[]): Iterable<Way>;
}

/** Base types that are states of an automaton. */
export interface StateBases extends SchemeBases {
  /** The ways in which a node is rejected from a state. */
  rejecting(terminal: string, rank: number, base: number): readonly Way['needs'][];
}

export interface Way {
  readonly base: number;
  readonly needs: readonly (readonly [argument: number, base: number])[];
}

type Formula = NonNullable<Scheme['automaton']>['transitions'][number]['formula'];
type StateAt = readonly [argument: number, state: string];

/** The ways to make a positive formula false, each a list of atoms that are false. */
function falsified(formula: Formula): StateAt[][] {
  switch (formula.kind) {
    case 'true':
      return [];
    case 'false':
      return [[]];
    case 'atom':
      return [[[formula.child - 1, formula.state]]];
    case 'and':
      return formula.parts.flatMap(falsified);
    case 'or':
      return formula.parts
        .map(falsified)
        .reduce((all, next) => all.flatMap((a) => next.map((b) => [...a, ...b])), [[]]);
  }
}

/** A state and terminal without a transition rejects. */
export function automatonBases({ initial, transitions }: NonNullable<Scheme['automaton']>): StateBases {
  const formulas = new Map(transitions.map(({ state, symbol, formula }) => [`${state} ${symbol}`, formula]));
  return statesThatReject(initial, (state, terminal) =>
    falsified(formulas.get(`${state} ${terminal}`) ?? { kind: 'false' }),
  );
}

/**
 * Rejects where a thread takes a lock that it holds, gives back one that it does not hold last, or ends with locks. The
 * order of effects (T5) needs that: what gives back a lock may stand for what does not only where the lock is held.
 */
export function lockingBases(actions: SchemeActions): StateBases {
  return statesThatReject('', (held, terminal, rank) => {
    const locks = held === '' ? [] : held.split(',');
    const action = schemeAction(actions, terminal);
    switch (action.kind) {
      case 'acquire':
        return locks.includes(`${action.lock}`) ? [[]] : [[[0, [...locks, action.lock].join()]]];
      case 'release':
        return locks.at(-1) === `${action.lock}` ? [[[0, locks.slice(0, -1).join()]]] : [[]];
      case 'spawn':
        return [[[0, held]], [[1, '']]];
      case 'end':
        return held === '' ? [] : [[]];
      default:
        return Array.from({ length: rank }, (_, i) => [[i, held] as const]);
    }
  });
}

/** `rejecting`: the ways in which a node is rejected from a state, each by its arguments being rejected from states. */
function statesThatReject(
  initial: string,
  rejecting: (state: string, terminal: string, rank: number) => readonly (readonly StateAt[])[],
): StateBases {
  const states = [initial];
  const numbers = new Map([[initial, 0]]);
  const numberOf = (state: string): number => {
    const number = numbers.get(state) ?? states.push(state) - 1;
    numbers.set(state, number);
    return number;
  };
  const known = new Map<string, readonly Way['needs'][]>();
  const waysOf = (terminal: string, rank: number, base: number): readonly Way['needs'][] => {
    const key = `${base} ${terminal}`;
    const found =
      known.get(key) ??
      rejecting(states[base]!, terminal, rank).map((way) => way.map(([i, state]) => [i, numberOf(state)] as const));
    known.set(key, found);
    return found;
  };
  return {
    start: 0,
    always: [],
    rejecting: waysOf,
    read: (json) => (typeof json === 'string' ? numberOf(json) : undefined),
    atLeast: (a, b) => a === b,
    contradicts: (base) => base === 0,
    argumentDemands: (terminal, rank, demand) => waysOf(terminal, rank, demand).flat(),
    *ways(terminal, demands, args) {
      for (const base of demands)
        for (const needs of waysOf(terminal, args.length, base))
          if (needs.every(([i, state]) => args[i]?.includes(state))) yield { base, needs };
    },
  };
}

export class EffectBases implements SchemeBases {
  readonly start = 0;
  readonly always: readonly number[];
  readonly #effects: ThreadEffect[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(
    readonly actions: SchemeActions,
    readonly question: TreeQuestion,
  ) {
    this.always = [this.#numberOf(stopped(actions.locks.length, 0))];
  }

  #numberOf(effect: ThreadEffect): number {
    const text = JSON.stringify(effect);
    const number = this.#numbers.get(text) ?? this.#effects.push(effect) - 1;
    this.#numbers.set(text, number);
    return number;
  }

  /** No hints: an invented effect could stand for a real one and hide it. */
  read(): undefined {
    return undefined;
  }

  atLeast(a: number, b: number): boolean {
    return a === b || dominates(this.#effects[a]!, this.#effects[b]!);
  }

  contradicts(base: number): boolean {
    const effect = this.#effects[base]!;
    return isWholeThread(effect) && effect.marks === 3;
  }

  argumentDemands(_terminal: string, rank: number, demand: number): (readonly [number, number])[] {
    return Array.from({ length: rank }, (_, i) => [i, demand] as const);
  }

  *ways(terminal: string, _demands: Iterable<number>, args: readonly (readonly number[])[]): Iterable<Way> {
    const action = schemeAction(this.actions, terminal);
    for (const own of ownEffects(action, args.length === 0, this.question, this.actions.locks.length))
      yield { base: this.#numberOf(own), needs: [] };
    for (const needs of choicesOf(action, args)) {
      const chosen = needs.map(([, base]) => this.#effects[base]!);
      const effect = combine(action, chosen, (lock) => this.actions.lockIndex(lock));
      if (effect) yield { base: this.#numberOf(effect), needs };
    }
  }
}

/** One base type of each argument; of a choice, of one argument. */
function choicesOf({ kind }: Action, args: readonly (readonly number[])[]): Way['needs'][] {
  const listed = args.map((bases, i) => bases.map((base) => [i, base] as const));
  if (kind === 'branch') return listed.flat().map((one) => [one]);
  const [first = [], second] = listed;
  return second ? first.flatMap((one) => second.map((other) => [one, other])) : first.map((one) => [one]);
}
