// Nested-word automata (004, section 3.3): finite automata that at a return also see the state in which the matching
// call was made. Transitions are functions, so that products are computed where they are needed. A return without a
// call sees the initial state.

import type { NestedWord, Position } from './nested-word.js';

export interface NestedWordAutomaton {
  readonly stateCount: number;
  readonly initial: number;
  readonly finals: ReadonlySet<number>;
  /** δ_i */
  readonly internal: (state: number, symbol: number) => readonly number[];
  /** δ_c */
  readonly call: (state: number, symbol: number) => readonly number[];
  /** δ_r: `caller` is the state just before the matching call. */
  readonly return: (state: number, caller: number, symbol: number) => readonly number[];
}

/** Pairs (state on entry of the current level, state now), by the first. */
type Summary = ReadonlyMap<number, ReadonlySet<number>>;

interface OpenCall {
  readonly before: Summary;
  readonly symbol: number;
}

/** The states in which the automaton can be after the word. */
export function statesAfter(automaton: NestedWordAutomaton, word: NestedWord): Set<number> {
  const open: OpenCall[] = [];
  let current: Summary = new Map([[automaton.initial, new Set([automaton.initial])]]);
  for (const position of word) current = advance(automaton, current, position, open);
  for (let call = open.pop(); call; call = open.pop())
    current = throughCall(automaton, call, current, (state) => [state]);
  return new Set([...current.values()].flatMap((states) => [...states]));
}

export function acceptsWord(automaton: NestedWordAutomaton, word: NestedWord): boolean {
  return [...statesAfter(automaton, word)].some((state) => automaton.finals.has(state));
}

/** Mutates `open`. */
function advance(automaton: NestedWordAutomaton, current: Summary, position: Position, open: OpenCall[]): Summary {
  const { kind, symbol } = position;
  switch (kind) {
    case 'internal':
      return mapStates(current, (state) => automaton.internal(state, symbol));
    case 'call':
      open.push({ before: current, symbol });
      return enteredStates(automaton, current, symbol);
    case 'return': {
      const call = open.pop();
      if (!call) return mapStates(current, (state) => automaton.return(state, automaton.initial, symbol));
      return throughCall(automaton, call, current, (state, caller) => automaton.return(state, caller, symbol));
    }
  }
}

function enteredStates(automaton: NestedWordAutomaton, before: Summary, symbol: number): Summary {
  const entered = new Map<number, Set<number>>();
  for (const callers of before.values())
    for (const caller of callers)
      for (const state of automaton.call(caller, symbol)) entered.set(state, new Set([state]));
  return entered;
}

/** Joins the caller's level with the callee's summary. */
function throughCall(
  automaton: NestedWordAutomaton,
  { before, symbol }: OpenCall,
  callee: Summary,
  leave: (state: number, caller: number) => readonly number[],
): Summary {
  const throughOne = (caller: number) =>
    automaton
      .call(caller, symbol)
      .flatMap((entered) => [...(callee.get(entered) ?? [])].flatMap((state) => leave(state, caller)));
  return mapStates(before, throughOne);
}

function mapStates(summary: Summary, next: (state: number) => readonly number[]): Summary {
  return new Map([...summary].map(([entry, states]) => [entry, new Set([...states].flatMap(next))]));
}
