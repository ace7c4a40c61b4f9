// What a common word must contain: events of the processes in order, and what each process must not do while the next one is
// waited for. A pattern in one role, or a phase automaton.

import type { AccessPattern } from '../../../../logic/access-patterns/pattern.js';
import { automatonEvents, type PhaseAutomaton } from '../../../../logic/access-patterns/phase-automaton.js';
import {
  type AccessCode,
  accessCode,
  type Forbidden,
  nothingForbidden,
} from '../../../../logic/access-patterns/side.js';

export interface ChainEvent {
  readonly process: number;
  readonly code: AccessCode;
  readonly inUnit: boolean;
}

export interface EventChain {
  readonly events: readonly ChainEvent[];
  /** By the number of events so far and process. */
  readonly forbidden: readonly (readonly Forbidden[])[];
}

/** `u`: which process plays u. All events of a process are in one unit. */
export function patternChain(pattern: AccessPattern, u: 0 | 1, variables: readonly number[]): EventChain {
  const processes = pattern.events.map(({ role }) => (role === 'u' ? u : 1 - u));
  const isAmid = (matched: number, process: number) =>
    processes.indexOf(process) < matched && matched <= processes.lastIndexOf(process);
  const events = pattern.events.map(({ kind, variable }, i) => ({
    process: processes[i]!,
    code: accessCode(kind, variables[variable]!),
    inUnit: processes.filter((process) => process === processes[i]).length > 1,
  }));
  const forbidden = events.map((_, matched) =>
    [0, 1].map((process) => (isAmid(matched, process) ? { endUnit: true, accesses: 0 } : nothingForbidden)),
  );
  return { events, forbidden };
}

/** `threads`: the names of the processes in the automaton. */
export function automatonChain(automaton: PhaseAutomaton, threads: readonly string[]): EventChain {
  const { codes, forbidden } = automatonEvents(automaton);
  const events = automaton.transitions.map((transition, i) => ({
    process: threads.indexOf(transition.process),
    code: codes[i]!,
    inUnit: 'variable' in transition && transition.inUnit,
  }));
  return { events, forbidden: events.map((_, state) => threads.map((thread) => forbidden(thread, state))) };
}
