// A phase automaton bound to threads, as methods decide it: the threads that it names, with those that must run for them, each
// sliced to the cone that they share, and with its side of the automaton.

import {
  automatonSides,
  concernsUnits,
  type PhaseAutomaton,
  variablesOf,
  watchesUnits,
} from '../../../logic/access-patterns/phase-automaton.js';
import { passiveSide, type Side } from '../../../logic/access-patterns/side.js';
import { sideAutomaton } from '../../../logic/access-patterns/side-automaton.js';
import type { Program } from '../../../model/program/program.js';
import type { AskedSlice } from '../decide/decider.js';
import { wholeCone } from '../reduce/cone.js';
import type { Cone } from '../reduce/cone-filter.js';
import { sliceProcess } from '../slice/slice.js';
import type { StaticThread } from '../threads/thread-forest.js';
import { type ThreadQuestion, type ThreadQuestions, threadCone } from '../threads/thread-questions.js';
import type { BoundAutomaton } from './automaton-bindings.js';

export interface AskedThread extends AskedSlice {
  /** What of its automaton is the end of its side. */
  readonly accepting: number;
}

export interface AutomatonQuestion {
  readonly automaton: PhaseAutomaton;
  readonly group: ThreadQuestion;
  readonly cone: Cone;
  /** In the order of the group's threads. */
  readonly asked: readonly AskedThread[];
  /** Phases may be guessed late, as for the built-in patterns. */
  readonly lateGuess: boolean;
}

/** `isWhole`: with every lock of the program. Or why the threads cannot be followed. */
export function automatonQuestion(
  questions: ThreadQuestions,
  bound: BoundAutomaton,
  isWhole: boolean,
): AutomatonQuestion | string {
  const { automaton } = bound;
  const group = groupOf(questions, bound);
  if (typeof group === 'string') return group;
  const cone = coneOf(questions.program, group, automaton, isWhole);
  const { sides, blocks } = automatonSides(automaton);
  const passive = passiveSide(phasesOf([...sides.values()][0]!));
  const asked = group.threads.map(({ name }, i): AskedThread => {
    const side = sides.get(name) ?? passive;
    const own = sideAutomaton([side]);
    return { slice: sliceProcess(group.flows[i]!, cone), name, automaton: own, accepting: own.stateOf(side) };
  });
  return { automaton, group, cone, asked, lateGuess: blocks && !watchesUnits(automaton) };
}

function coneOf(program: Program, group: ThreadQuestion, automaton: PhaseAutomaton, isWhole: boolean): Cone {
  const names = variablesOf(automaton);
  const variables = names.map((name) => program.variables.findIndex((variable) => variable.name === name));
  const units = concernsUnits(automaton);
  if (!isWhole) return threadCone(group, variables, units);
  const { locks } = wholeCone(group.flows[0]!, variables);
  return { variables, locks: [...locks, ...group.locks], ...(units ? { allUnits: true } : {}) };
}

/** The threads of an automaton, with those that must run for them; or why they cannot be followed. */
function groupOf(questions: ThreadQuestions, { threads }: BoundAutomaton): ThreadQuestion | string {
  const { forest, program } = questions;
  if (program.functions.some(({ edges }) => edges.some(({ action }) => action.kind === 'update')))
    return 'automata do not take atomic updates, which read and write in one step';
  const asked: StaticThread[] = [];
  for (const [i, { name }] of threads.entries()) {
    const first = forest.threads.find(({ name: known }) => known === name.replace(/#\d+$/, '#1'))!;
    const known = forest.threads.find((thread) => thread.name === name);
    if (!known && forest.isThreading(first)) return `${name} is one of three or more instances that start threads`;
    // Further instances of a process that starts nobody differ in nothing but their name.
    asked.push(known ?? { ...first, name, id: -1 - i });
  }
  return questions.question(asked);
}

function phasesOf({ steps }: Side): number {
  return 1 + steps.filter((step) => step.kind === 'phase' || step.beginsPhase).length;
}
