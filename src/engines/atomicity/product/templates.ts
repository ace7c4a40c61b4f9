// What an edge may mean to a side in a state: phases guessed to begin before it, an access that matches. This depends on
// the kind of edge only, so it is worked out once for all processes.

import { derivedBy } from '../../../base/derived.js';
import { unitCodes } from '../../../logic/access-patterns/side.js';
import type { SideAutomaton, SideStateId } from '../../../logic/access-patterns/side-automaton.js';

/** A side state after guessing that `phases` new phases begin. */
export interface Guess {
  readonly state: SideStateId;
  readonly phases: number;
}

/** What taking an edge of some class may mean in a side state: phases guessed before it, an access that matches. */
export interface MoveTemplate extends Guess {
  readonly effect: 'none' | 'acquire' | 'release' | 'use' | 'call';
  /** The access is one that a side waited for; `state` is the state after it. */
  readonly matches: boolean;
  /** The access begins a phase of its own accord. */
  readonly beginsPhase: boolean;
}

/** Edges that mean the same to a side automaton: by label, and for accesses by code and whether it is in a unit. */
export type EdgeClass = number;

export const plainClass: EdgeClass = 0;
export const switchClass: EdgeClass = 1;
export const acquireClass: EdgeClass = 2;
export const releaseClass: EdgeClass = 3;
export const useClass: EdgeClass = 4;
export const callClass: EdgeClass = 5;
export const firstAccessClass: EdgeClass = 6;
export const beginUnitClass: EdgeClass = firstAccessClass + 2 * unitCodes['begin-unit'];
export const endUnitClass: EdgeClass = firstAccessClass + 2 * unitCodes['end-unit'];

/** The templates of one class of edges, by side state, made when they are asked for. */
export class TemplateRow {
  readonly #known: (readonly MoveTemplate[] | undefined)[] = [];

  constructor(readonly make: (state: SideStateId) => readonly MoveTemplate[]) {}

  of(state: SideStateId): readonly MoveTemplate[] {
    return (this.#known[state] ??= this.make(state));
  }
}

export class MoveTemplates {
  readonly #later: readonly (readonly Guess[])[];
  /** By edge class and whether phases may begin before the edge. */
  readonly #rows: (TemplateRow | undefined)[] = [];

  constructor(
    readonly automaton: SideAutomaton,
    readonly cooperative: boolean,
    readonly lateGuess: boolean,
  ) {
    this.#later = automaton.states.map((_, state) => laterStates(automaton, state));
  }

  /** States that guesses lead to, one phase or more later. */
  later(state: SideStateId): readonly Guess[] {
    return this.#later[state]!;
  }

  row(edgeClass: EdgeClass, mayBegin: boolean): TemplateRow {
    const make = (state: SideStateId) => this.#make(edgeClass, state, mayBegin);
    return (this.#rows[edgeClass * 2 + (mayBegin ? 1 : 0)] ??= new TemplateRow(make));
  }

  #make(edgeClass: EdgeClass, state: SideStateId, mayBegin: boolean): MoveTemplate[] {
    const guesses = mayBegin ? this.#guessesBefore(edgeClass, state) : [{ state, phases: 0 }];
    return guesses.flatMap((guess) => this.#templatesAfter(edgeClass, guess));
  }

  #guessesBefore(edgeClass: EdgeClass, state: SideStateId): Guess[] {
    const here = { state, phases: 0 };
    const later = this.later(state);
    const isSwitch = edgeClass === acquireClass || edgeClass === useClass || edgeClass === switchClass;
    if (this.cooperative && !isSwitch) return [here];
    if (!this.lateGuess) return [here, ...later];
    if (isSwitch) return [here, ...later.filter((next) => !this.#rests(next.state))];
    if (edgeClass < firstAccessClass) return [here];
    const wanted = 1 << codeOf(edgeClass);
    return [here, ...later.filter((next) => (this.automaton.states[next.state]!.upcoming & wanted) !== 0)];
  }

  /**
   * Is all that is left to come the last access of somebody else? Since boundaries come after what gives locks back, that one only
   * takes locks before it. So whatever could be done meanwhile could have been done before the boundary: who gets here stops.
   */
  #rests(state: SideStateId): boolean {
    const { accesses, phases } = this.automaton.states[state]!;
    return this.automaton.endsWithOneAccess && !this.cooperative && accesses.length + phases.length === 0;
  }

  #templatesAfter(edgeClass: EdgeClass, guess: Guess): MoveTemplate[] {
    const { forbidden, accesses } = this.automaton.states[guess.state]!;
    const plain: MoveTemplate = { ...guess, effect: 'none', matches: false, beginsPhase: false };
    if (edgeClass === acquireClass) return [{ ...plain, effect: 'acquire' }];
    if (edgeClass === releaseClass) return [{ ...plain, effect: 'release' }];
    if (edgeClass === useClass) return [{ ...plain, effect: 'use' }];
    if (edgeClass === callClass) return [{ ...plain, effect: 'call' }];
    if (edgeClass < firstAccessClass) return [plain];
    const code = codeOf(edgeClass);
    const inUnit = (edgeClass - firstAccessClass) % 2 === 1;
    const passes = edgeClass === endUnitClass ? !forbidden.endUnit : ((forbidden.accesses >> code) & 1) === 0;
    const matching = accesses.filter((access) => access.code === code && (inUnit || !access.inUnit));
    return [
      ...(passes ? [plain] : []),
      ...matching.map(({ target, beginsPhase }) => ({ ...plain, state: target, matches: true, beginsPhase })),
    ];
  }
}

export const moveTemplates = derivedBy(
  (cooperative: boolean, lateGuess: boolean) => `${cooperative} ${lateGuess}`,
  (automaton: SideAutomaton, cooperative, lateGuess) => new MoveTemplates(automaton, cooperative, lateGuess),
);

function codeOf(edgeClass: EdgeClass): number {
  return (edgeClass - firstAccessClass) >> 1;
}

function laterStates(automaton: SideAutomaton, state: SideStateId): Guess[] {
  const found: Guess[] = [];
  const open = [{ state, phases: 0 }];
  for (let at = open.pop(); at; at = open.pop())
    for (const target of automaton.states[at.state]!.phases) {
      const next = { state: target, phases: at.phases + 1 };
      found.push(next);
      open.push(next);
    }
  return found;
}
