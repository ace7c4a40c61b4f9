// Many sides in one automaton, a trie: sides with a common beginning share states, so one saturation of a process
// answers for all of them. A state says what the process may do next: make an access that a side waits for, or guess
// that the next phase begins.

import { type AccessCode, type Forbidden, type Side, type SideStep, sideKey, stepKey } from './side.js';

export type SideStateId = number;

export interface SideAccess {
  readonly code: AccessCode;
  readonly inUnit: boolean;
  readonly beginsPhase: boolean;
  readonly target: SideStateId;
}

export interface SideState {
  readonly phase: number;
  readonly forbidden: Forbidden;
  readonly accesses: readonly SideAccess[];
  readonly phases: readonly SideStateId[];
  /** A side ends here: nothing more is asked of the process. */
  readonly accepting: boolean;
  /** The last thing that led here; a process that got here by its own access, in the last phase, may stop at once. */
  readonly enteredBy: 'start' | 'access' | 'phase' | 'access that begins a phase';
  /** Bit set of the codes of the next accesses, in this phase or (none before them) a later one. */
  readonly upcoming: number;
  /** Those of them that may come after the end of the unit: some phase before them does not forbid it. */
  readonly upcomingAfterUnit: number;
}

export interface SideAutomaton {
  readonly states: readonly SideState[];
  /** Patterns end with a single access that somebody makes after those of another. */
  readonly endsWithOneAccess: boolean;
  /** Where a side that was given at construction is accepted. */
  stateOf(side: Side): SideStateId;
  /** The first state from which everything goes on as from this one. */
  nerodeClass(state: SideStateId): SideStateId;
  /** Where the way that leads from `nerodeClass(state)` to `target` leads from `state`. */
  transport(state: SideStateId, target: SideStateId): SideStateId;
}

export const initialSideState: SideStateId = 0;

type Draft = {
  phase: number;
  forbidden: Forbidden;
  accesses: SideAccess[];
  phases: SideStateId[];
  accepting: boolean;
  enteredBy: SideState['enteredBy'];
  upcoming: number;
  upcomingAfterUnit: number;
  children: Map<string, SideStateId>;
};

/** All sides must start with the same restrictions. */
export function sideAutomaton(sides: readonly Side[], endsWithOneAccess = false): SideAutomaton {
  const states: Draft[] = [];
  const add = (phase: number, forbidden: Forbidden, enteredBy: SideState['enteredBy']): SideStateId => {
    const empty = {
      accesses: [],
      phases: [],
      accepting: false,
      upcoming: 0,
      upcomingAfterUnit: 0,
      children: new Map(),
    };
    return states.push({ phase, forbidden, enteredBy, ...empty }) - 1;
  };
  const child = (state: SideStateId, step: Side['steps'][number]): SideStateId => {
    const parent = states[state]!;
    const key = stepKey(step);
    const known = parent.children.get(key);
    if (known !== undefined) return known;
    const begins = step.kind === 'phase' || step.beginsPhase;
    const target = add(parent.phase + (begins ? 1 : 0), step.after, entryOf(step));
    parent.children.set(key, target);
    if (step.kind === 'phase') parent.phases.push(target);
    else parent.accesses.push({ code: step.code, inUnit: step.inUnit, beginsPhase: step.beginsPhase, target });
    return target;
  };

  add(0, sides[0]!.start, 'start');
  const ends = new Map<string, SideStateId>();
  for (const side of sides) {
    const end = side.steps.reduce(child, initialSideState);
    states[end]!.accepting = true;
    ends.set(sideKey(side), end);
  }
  // Children have larger numbers than their parents, so one pass from the back suffices.
  for (const state of [...states].reverse()) {
    for (const { code } of state.accesses) state.upcoming |= 1 << code;
    for (const target of state.phases) state.upcoming |= states[target]!.upcoming;
    if (!state.forbidden.endUnit) state.upcomingAfterUnit = state.upcoming;
    else for (const target of state.phases) state.upcomingAfterUnit |= states[target]!.upcomingAfterUnit;
  }
  return { states, endsWithOneAccess, stateOf: (side) => ends.get(sideKey(side))!, ...nerodeClasses(states) };
}

function entryOf(step: SideStep): SideState['enteredBy'] {
  if (step.kind === 'phase') return 'phase';
  return step.beginsPhase ? 'access that begins a phase' : 'access';
}

/** States whose subtries are alike, by the texts of those. */
function nerodeClasses(states: readonly Draft[]): Pick<SideAutomaton, 'nerodeClass' | 'transport'> {
  const texts: string[] = [];
  for (let id = states.length - 1; id >= 0; id--) {
    const { phase, forbidden, accepting, enteredBy, children } = states[id]!;
    const below = [...children].map(([step, child]) => `${step}>${texts[child]}`).sort();
    texts[id] =
      `(${phase === 0} ${forbidden.endUnit} ${forbidden.accesses} ${accepting} ${enteredBy} ${below.join(' ')})`;
  }
  const first = new Map<string, SideStateId>();
  texts.forEach((text, id) => {
    if (!first.has(text)) first.set(text, id);
  });
  const like = texts.map((text) => first.get(text)!);
  const transports = states.map((_, id) => transportBetween(states, like[id]!, id));
  return { nerodeClass: (state) => like[state]!, transport: (state, target) => transports[state]!.get(target)! };
}

function transportBetween(
  states: readonly Draft[],
  from: SideStateId,
  to: SideStateId,
): ReadonlyMap<SideStateId, SideStateId> {
  const found = new Map([[from, to]]);
  for (const [source, target] of found)
    for (const [step, child] of states[source]!.children) found.set(child, states[target]!.children.get(step)!);
  return found;
}
