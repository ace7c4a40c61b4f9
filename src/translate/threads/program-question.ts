// What can be asked about a program whose threads are replicated, as edges of its diagram into fresh shared states: a failed
// assertion (`assert`), a thread at a label (`a`), or two different threads at two labels (`a,b`).

import { nearestName } from '../../base/nearest-name.js';
import { isAtLabel, labelsOfTarget } from '../../model/program/labels.js';
import type { Program } from '../../model/program/program.js';
import type { Thread } from '../../model/program/state.js';
import type { Configuration, Edge, ThreadDiagram } from '../../model/threads/diagram.js';
import { holdsOnlyTaken, type ProgramUnfolding, type SharedState } from './program-to-threads.js';

export interface ProgramDiagram {
  readonly diagram: ThreadDiagram;
  /** Per edge: which of its thread's moves it stands for; -1 for the first half of a spawn, and for questions. */
  readonly moveOf: readonly number[];
  /** The local state in which each process starts. */
  readonly starts: readonly number[];
}

/** The questions that a program asks by itself. */
export function programTargets(program: Program): readonly string[] {
  return asserts(program) ? ['assert'] : [];
}

function asserts({ functions }: Program): boolean {
  return functions.some(({ edges }) => edges.some(({ action }) => action.kind === 'assert'));
}

/** Why the target makes no sense for the program, if so, and what may have been meant. */
export function problemWithTarget(program: Program, target: string): { message: string; help?: string } | undefined {
  const labels = labelsOfTarget(target);
  if (labels.length === 0) return asserts(program) ? undefined : { message: 'the model asserts nothing' };
  if (labels.length > 2) return { message: `'${target}' names more than two labels` };
  const known = labelNames(program);
  const unknown = labels.find((label) => !known.has(label));
  if (unknown === undefined) return undefined;
  const meant = nearestName(unknown, known);
  const help = meant === undefined ? `its labels are ${[...known].join(', ') || 'none'}` : `did you mean '${meant}'?`;
  return { message: `the model has no label '${unknown}'`, help };
}

function labelNames({ functions }: Program): Set<string> {
  const actions = functions.flatMap(({ edges }) => edges.map(({ action }) => action));
  return new Set(actions.flatMap((action) => (action.kind === 'label' ? [action.name] : [])));
}

/** The diagram of a finished unfolding, with what is asked, if anything. */
export function askDiagram(unfolding: ProgramUnfolding, target: string | undefined): ProgramDiagram {
  const { program, sharedStates, threads, initial, starts } = unfolding;
  const question = new QuestionEdges(unfolding);
  const asked = target === undefined ? undefined : { name: target, configuration: question.ask(target) };
  const diagram: ThreadDiagram = {
    kind: 'threads',
    sharedCount: sharedStates.length + question.names.length,
    localCount: threads.length + 1,
    edges: [...unfolding.edges, ...question.edges],
    initial: [initial],
    targets: asked ? [asked] : [],
    sharedNames: [...sharedStates.map((state) => sharedName(program, state)), ...question.names],
    threadNames: [...threads.map(({ process }) => program.processes[process]!.name), 'done'],
  };
  return { diagram, moveOf: [...unfolding.moveOf, ...question.moveOf], starts };
}

class QuestionEdges {
  readonly edges: Edge[] = [];
  readonly moveOf: number[] = [];
  /** Of the fresh shared states. */
  readonly names: string[] = [];
  /** A fresh local state, where threads go that have shown what was asked. */
  readonly #end: number;

  constructor(readonly unfolding: ProgramUnfolding) {
    this.#end = unfolding.threads.length;
  }

  /** Adds the edges that answer a question; returns where they lead. */
  ask(target: string): Configuration {
    const found = this.#freshShared(target);
    const [first, second] = labelsOfTarget(target);
    if (first === undefined) this.#failures(found);
    else {
      const last = second === undefined ? found : this.#freshShared(`${target} half`);
      this.unfolding.sharedStates.forEach((state, shared) => {
        this.#atLabel(shared, first, last, (thread) => holdsOnlyTaken(thread, state));
      });
      if (second !== undefined) this.#atLabel(last, second, found, () => true);
    }
    return { shared: found, bounded: [this.#end], unbounded: [] };
  }

  #freshShared(name: string): number {
    return this.unfolding.sharedStates.length + this.names.push(name) - 1;
  }

  #failures(found: number): void {
    const { edges, moveOf, failing } = this.unfolding;
    for (const index of failing) {
      this.edges.push({ ...edges[index]!, to: { shared: found, local: this.#end } });
      this.moveOf.push(moveOf[index]!);
    }
  }

  /** From every local state at the label that can be there. */
  #atLabel(shared: number, label: string, found: number, canBeHere: (thread: Thread) => boolean): void {
    const to = { shared: found, local: this.#end };
    const text = `at ${label}`;
    for (const local of this.#localsAt(label)) {
      if (!canBeHere(this.unfolding.threads[local]!)) continue;
      this.edges.push({ kind: 'move', from: { shared, local }, to, passive: [], text });
      this.moveOf.push(-1);
    }
  }

  readonly #known = new Map<string, readonly number[]>();

  #localsAt(label: string): readonly number[] {
    const known = this.#known.get(label);
    if (known) return known;
    const { program, threads } = this.unfolding;
    const found = threads.flatMap((thread, local) => (isAtLabel(program, thread, label) ? [local] : []));
    this.#known.set(label, found);
    return found;
  }
}

function sharedName(program: Program, { values, taken }: SharedState): string {
  const variables = program.variables.flatMap(({ name, type }, i) => (type ? [`${name}=${values[i]}`] : []));
  const locks = taken.map((address) => `${program.locks[address - 1]?.name ?? address} taken`);
  return [...variables, ...locks].join(' ');
}
