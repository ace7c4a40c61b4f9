// Indexed phase automata (000 section 3.2): a chain of accesses, beginnings and ends of units by named processes; in between each
// state waits, whatever else happens, except for what `stay` forbids. The text form is in docs/formats/ipa.md.

import type { AccessKind } from './pattern.js';
import {
  type AccessCode,
  accessCode,
  type Forbidden,
  nothingForbidden,
  type Side,
  type SideStep,
  unitCodes,
} from './side.js';

export type PhaseTransition = AccessTransition | UnitTransition;

export interface AccessTransition {
  /** A number (placeholder) or the name of a process or thread. */
  readonly process: string;
  readonly kind: AccessKind;
  /** A name, or a placeholder `?name`. */
  readonly variable: string;
  readonly inUnit: boolean;
}

/** The process begins or ends an outermost unit. */
export interface UnitTransition {
  readonly process: string;
  readonly kind: 'begin-unit' | 'end-unit';
}

export type ForbiddenEvent =
  | { readonly kind: 'end-unit' }
  | { readonly kind: 'access'; readonly access: AccessKind; readonly variable: string };

/** What a process must not do while the automaton waits for its transition number `state` (from 0). */
export interface StayRestriction {
  readonly state: number;
  readonly process: string;
  readonly events: readonly ForbiddenEvent[];
}

export interface PhaseAutomaton {
  readonly name: string;
  readonly transitions: readonly PhaseTransition[];
  readonly stays: readonly StayRestriction[];
  /** The automaton as the file has it, with all ways through it. */
  readonly written: readonly string[];
}

type Chain = Pick<PhaseAutomaton, 'transitions' | 'stays'>;

/** Processes in the order in which they first occur. */
export function processesOf({ transitions, stays }: Chain): string[] {
  return [...new Set([...transitions, ...stays].map(({ process }) => process))];
}

export function variablesOf({ transitions, stays }: Chain): string[] {
  const forbidden = stays.flatMap(({ events }) =>
    events.flatMap((event) => (event.kind === 'access' ? [event.variable] : [])),
  );
  const accessed = transitions.flatMap((transition) => ('variable' in transition ? [transition.variable] : []));
  return [...new Set([...accessed, ...forbidden])];
}

/** Are there transitions on the beginning or end of a unit? */
export function watchesUnits({ transitions }: Chain): boolean {
  return transitions.some((transition) => !('variable' in transition));
}

/** Does it matter where units begin or end? */
export function concernsUnits(automaton: PhaseAutomaton): boolean {
  const forbidden = automaton.stays.some(({ events }) => events.some(({ kind }) => kind === 'end-unit'));
  return forbidden || watchesUnits(automaton);
}

export interface AutomatonSides {
  readonly sides: ReadonlyMap<string, Side>;
  /**
   * Restrictions of a process change only when it moves itself: then phases are blocks and may be guessed late, as for
   * the built-in patterns. Otherwise every transition begins a phase, and guesses are needed anywhere.
   */
  readonly blocks: boolean;
}

export function automatonSides(automaton: PhaseAutomaton): AutomatonSides {
  const { codes, forbidden } = automatonEvents(automaton);
  const processes = processesOf(automaton);
  const blocks = processes.every((process) =>
    automaton.transitions.every(
      (transition, k) => transition.process === process || same(forbidden(process, k), forbidden(process, k + 1)),
    ),
  );
  const sides = new Map(
    processes.map((process) => [process, sideFor(automaton, codes, process, blocks, forbidden)] as const),
  );
  return { sides, blocks };
}

/** What transitions look for, and what a process must not do while the automaton is in a state: in codes of its variables. */
export function automatonEvents(automaton: PhaseAutomaton): {
  readonly codes: readonly AccessCode[];
  readonly forbidden: (process: string, state: number) => Forbidden;
} {
  const variables = variablesOf(automaton);
  return {
    codes: automaton.transitions.map((transition) => codeOf(transition, variables)),
    forbidden: (process, state) => forbiddenAt(automaton, variables, process, state),
  };
}

function sideFor(
  { transitions }: PhaseAutomaton,
  codes: readonly AccessCode[],
  process: string,
  blocks: boolean,
  forbidden: (process: string, state: number) => Forbidden,
): Side {
  const last = transitions.length - 1;
  const steps = transitions.flatMap((transition, k): SideStep[] => {
    const own = transition.process === process;
    const changes = k > 0 && transitions[k - 1]!.process !== transition.process;
    const boundary: SideStep[] = blocks && changes ? [{ kind: 'phase', after: forbidden(process, k) }] : [];
    const after = forbidden(process, k + 1);
    if (!own) return blocks || k === last ? boundary : [{ kind: 'phase', after }];
    const code = codes[k]!;
    const inUnit = 'variable' in transition && transition.inUnit;
    return [...boundary, { kind: 'access', code, inUnit, after, beginsPhase: !blocks && k < last }];
  });
  return { start: forbidden(process, 0), steps };
}

function codeOf(transition: PhaseTransition, variables: readonly string[]): AccessCode {
  if (!('variable' in transition)) return unitCodes[transition.kind];
  return accessCode(transition.kind, variables.indexOf(transition.variable));
}

function forbiddenAt(
  { transitions, stays }: PhaseAutomaton,
  variables: readonly string[],
  process: string,
  state: number,
): Forbidden {
  if (state >= transitions.length) return nothingForbidden;
  const events = stays
    .filter((stay) => stay.state === state && stay.process === process)
    .flatMap((stay) => stay.events);
  const accesses = events.reduce((codes, event) => {
    return event.kind === 'access' ? codes | (1 << accessCode(event.access, variables.indexOf(event.variable))) : codes;
  }, 0);
  return { endUnit: events.some(({ kind }) => kind === 'end-unit'), accesses };
}

function same(a: Forbidden, b: Forbidden): boolean {
  return a.endUnit === b.endUnit && a.accesses === b.accesses;
}

/** The automaton with processes and variables renamed. */
export function renameAutomaton(
  automaton: PhaseAutomaton,
  process: (name: string) => string,
  variable: (name: string) => string,
): PhaseAutomaton {
  return {
    ...automaton,
    transitions: automaton.transitions.map((transition) => ({
      ...transition,
      process: process(transition.process),
      ...('variable' in transition ? { variable: variable(transition.variable) } : {}),
    })),
    stays: automaton.stays.map((stay) => ({
      ...stay,
      process: process(stay.process),
      events: stay.events.map((event) =>
        event.kind === 'access' ? { ...event, variable: variable(event.variable) } : event,
      ),
    })),
  };
}

/** The text form of one way, without the line of the name. */
export function printTransitions({ transitions, stays }: PhaseAutomaton): string[] {
  return printSteps(
    transitions.map((transition) => [transition]),
    stays,
  );
}

/** The same for several ways. */
export function printSteps(
  steps: readonly (readonly PhaseTransition[])[],
  stays: readonly StayRestriction[],
): string[] {
  return steps.flatMap((ways, state) => [
    ...stays
      .filter((stay) => stay.state === state)
      .map(({ process, events }) => `stay ${process} not ${events.map(printEvent).join(' ')}`),
    ways.map(printTransition).join(' or '),
  ]);
}

export function printTransition(transition: PhaseTransition): string {
  const { process, kind } = transition;
  if (!('variable' in transition)) return `${process} ${kind}`;
  return `${process} ${kind} ${transition.variable}${transition.inUnit ? ' in-unit' : ''}`;
}

function printEvent(event: ForbiddenEvent): string {
  return event.kind === 'end-unit' ? 'end-unit' : `${event.access} ${event.variable}`;
}

/** What a run does, as far as an automaton can see. */
export interface ObservedEvent {
  readonly thread: string;
  readonly event:
    | { readonly kind: 'begin-unit' | 'end-unit' }
    | { readonly kind: AccessKind; readonly variable: string };
  readonly inUnit: boolean;
}

/** Does a run drive the automaton (over threads and declared variables) to its end? All ways to match are followed. */
export function acceptsRun(automaton: PhaseAutomaton, run: readonly ObservedEvent[]): boolean {
  const { transitions } = automaton;
  let states = new Set([0]);
  for (const seen of run) {
    const next = new Set<number>();
    for (const state of states) {
      const transition = transitions[state];
      if (!transition) return true;
      if (!isForbidden(automaton, seen.thread, state, seen.event)) next.add(state);
      if (seen.thread === transition.process && matches(transition, seen)) next.add(state + 1);
    }
    states = next;
  }
  return states.has(transitions.length);
}

function matches(transition: PhaseTransition, { event, inUnit }: ObservedEvent): boolean {
  if (!('variable' in transition)) return event.kind === transition.kind;
  if (!('variable' in event) || event.kind !== transition.kind) return false;
  return event.variable === transition.variable && (inUnit || !transition.inUnit);
}

/** Does a `stay` of this state forbid the process to do this? */
export function isForbidden(
  { stays }: PhaseAutomaton,
  process: string,
  state: number,
  event: ObservedEvent['event'] | undefined,
): boolean {
  if (!event) return false;
  const matches = (forbidden: ForbiddenEvent) => {
    if (forbidden.kind === 'end-unit' || !('variable' in event)) return forbidden.kind === event.kind;
    return forbidden.access === event.kind && forbidden.variable === event.variable;
  };
  return stays.some((stay) => stay.state === state && stay.process === process && stay.events.some(matches));
}
