// What claims about phase automata exclude (K17): reads the automaton that the property states, binds it to threads and variables
// in every way, and says what each thread sees of it. Phases begin with transitions; in between, a thread is held to what
// the state that the automaton waits in forbids it.

import type { Program } from '../../model/program/program.js';
import type { Side, Step } from '../kernel/closure.js';
import { accessCode, beginningOfUnit, endOfUnit } from './access-patterns.js';

interface Transition {
  readonly process: string;
  /** `R x`, `W x`, `begin-unit`, `end-unit`. */
  readonly event: string;
  readonly inUnit: boolean;
}

interface Stay {
  readonly state: number;
  readonly process: string;
  readonly event: string;
}

/** One way through an automaton. */
interface Chain {
  readonly transitions: readonly Transition[];
  readonly stays: readonly Stay[];
}

/** A chain over threads of these processes and these variables, and what each of the threads sees of it. */
export interface BoundChain {
  readonly processes: readonly number[];
  readonly variables: readonly number[];
  readonly sides: readonly Side[];
}

/** All that the lines stand for, several ways and automata included; undefined if one of them says nothing. */
export function boundChains(program: Program, lines: readonly string[]): readonly BoundChain[] | undefined {
  const chains = readChains(lines);
  return chains?.flatMap((chain) =>
    threadChoices(program, namesOf(chain)).flatMap((processes) =>
      variableChoices(program, variablesOf(chain)).map((variables) => ({
        processes,
        variables,
        sides: namesOf(chain).map((name) => sideOf(chain, name, variables)),
      })),
    ),
  );
}

function readChains(lines: readonly string[]): readonly Chain[] | undefined {
  const chains: Chain[] = [];
  let open: Chain[] = [{ transitions: [], stays: [] }];
  for (const line of [...lines, 'automaton']) {
    const words = line.split(' ');
    if (words[0] === 'automaton') {
      if (open.some(({ transitions }) => transitions.length === 0)) return undefined;
      chains.push(...open);
      open = [{ transitions: [], stays: [] }];
    } else if (words[0] === 'stay') {
      const events = eventsOf(words.slice(3));
      if (words[2] !== 'not' || !events) return undefined;
      open = open.map((chain) => withStays(chain, words[1]!, events));
    } else {
      const ways = line.split(' or ').map(readTransition);
      if (ways.includes(undefined)) return undefined;
      open = open.flatMap((chain) => ways.map((way) => ({ ...chain, transitions: [...chain.transitions, way!] })));
    }
  }
  return chains;
}

function withStays({ transitions, stays }: Chain, process: string, events: readonly string[]): Chain {
  const state = transitions.length;
  return { transitions, stays: [...stays, ...events.map((event) => ({ state, process, event }))] };
}

function readTransition(text: string): Transition | undefined {
  const [process, ...words] = text.split(' ');
  const inUnit = words.at(-1) === 'in-unit';
  const events = eventsOf(inUnit ? words.slice(0, -1) : words);
  return events?.length === 1 ? { process: process!, event: events[0]!, inUnit } : undefined;
}

function eventsOf(words: readonly string[]): string[] | undefined {
  const events = words.join(' ').match(/[RW] \S+|begin-unit|end-unit/g) ?? [];
  return events.length > 0 && events.join(' ') === words.join(' ') ? events : undefined;
}

function namesOf({ transitions, stays }: Chain): string[] {
  return [...new Set([...transitions, ...stays].map(({ process }) => process))];
}

function variablesOf({ transitions, stays }: Chain): string[] {
  const events = [...transitions, ...stays].map(({ event }) => event);
  return [...new Set(events.flatMap((event) => (isAccess(event) ? [event.slice(2)] : [])))];
}

function isAccess(event: string): boolean {
  return event.includes(' ');
}

/** A number is any process, `P` and `P#2` are P; each name is a thread of its own. */
function threadChoices({ processes }: Program, names: readonly string[]): number[][] {
  const isNamed = (name: string, id: number) =>
    /^\d+$/.test(name) || processes[id]!.name === name || processes[id]!.name === name.replace(/#\d+$/, '');
  const isThere = (chosen: readonly number[], id: number) => {
    const { instances } = processes[id]!;
    return instances === 'any' || chosen.filter((other) => other === id).length < instances;
  };
  return names.reduce<number[][]>(
    (choices, name) =>
      choices.flatMap((chosen) =>
        [...processes.keys()].filter((id) => isNamed(name, id) && isThere(chosen, id)).map((id) => [...chosen, id]),
      ),
    [[]],
  );
}

/** `?a` and `?b` are different variables of one atomic set. */
function variableChoices({ variables, atomicSets }: Program, names: readonly string[]): number[][] {
  const isOpen = (name: string) => name.startsWith('?');
  const idOf = (name: string) => variables.findIndex((variable) => variable.name === name);
  if (!names.some(isOpen)) return [names.map(idOf)].filter((ids) => !ids.includes(-1));
  const within = (members: readonly number[]) =>
    names.reduce<{ ids: number[]; taken: number[] }[]>(
      (choices, name) =>
        choices.flatMap(({ ids, taken }) => {
          if (!isOpen(name)) return [{ ids: [...ids, idOf(name)], taken }];
          const free = [...new Set(members)].filter((id) => !taken.includes(id));
          return free.map((id) => ({ ids: [...ids, id], taken: [...taken, id] }));
        }),
      [{ ids: [], taken: [] }],
    );
  const choices = atomicSets.flatMap((set) => within(set.variables)).map(({ ids }) => ids);
  const distinct = new Map(choices.map((ids) => [ids.join(), ids]));
  return [...distinct.values()].filter((ids) => !ids.includes(-1));
}

/** Names of variables may stand for one variable, so codes are by id. */
function sideOf(chain: Chain, name: string, variables: readonly number[]): Side {
  const { transitions } = chain;
  const names = variablesOf(chain);
  const codeOf = (event: string) => {
    if (!isAccess(event)) return event === 'begin-unit' ? beginningOfUnit : endOfUnit;
    const id = variables[names.indexOf(event.slice(2))]!;
    return accessCode(event[0]!, variables.indexOf(id));
  };
  const steps: Step[] = [];
  const forbidden = [forbiddenAt(chain, name, 0).map(codeOf)];
  for (const [state, { process, event, inUnit }] of transitions.entries()) {
    const endsPhase = needsPhase(chain, state);
    if (process === name) steps.push({ code: codeOf(event), bound: inUnit, endsPhase });
    else if (endsPhase) steps.push('|');
    else continue;
    forbidden.push(forbiddenAt(chain, name, state + 1).map(codeOf));
  }
  return { steps, forbidden };
}

/** Not where the same thread makes the next transition, and nothing changes for the others. */
function needsPhase(chain: Chain, state: number): boolean {
  const [transition, next] = chain.transitions.slice(state);
  if (!next) return false;
  const isAsBefore = (name: string) =>
    `${forbiddenAt(chain, name, state)}` === `${forbiddenAt(chain, name, state + 1)}`;
  const others = namesOf(chain).filter((name) => name !== transition!.process);
  return next.process !== transition!.process || !others.every(isAsBefore);
}

/** When the last transition is made nothing is. */
function forbiddenAt({ transitions, stays }: Chain, name: string, state: number): string[] {
  if (state >= transitions.length) return [];
  return stays.filter((stay) => stay.state === state && stay.process === name).map(({ event }) => event);
}
