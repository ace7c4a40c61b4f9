// Turns the question whether two threads can be at two labels at once into one about a failed assertion, so that a search
// for assertions answers it: at a label of the pair a thread may raise a flag, check that the other flag is down, and stay
// there for ever. Both flags are up only if two threads stand at the labels at the same time. New edges come after the
// old ones, so every step of the program keeps its number; leaving out the new steps gives an execution of the program.

import type { Edge, Expression, FunctionGraph, Program, VariableId } from '../../model/program/program.js';

export interface ObservedProgram {
  readonly program: Program;
  /** Is the edge one that was added? */
  isObservation(edge: Edge): boolean;
}

export function observeLabels(program: Program, [first, second]: readonly [string, string]): ObservedProgram {
  const added = new Set<Edge>();
  const flags = [program.variables.length, program.variables.length + 1] as const;
  const observe = (graph: FunctionGraph) => {
    const observer = new Observer(graph);
    for (const { action, from, origin } of graph.edges) {
      if (action.kind !== 'label') continue;
      if (action.name === first) observer.add(from, origin, flags[0], flags[1]);
      if (action.name === second) observer.add(from, origin, flags[1], flags[0]);
    }
    for (const edge of observer.added) added.add(edge);
    return observer.graph();
  };
  const observed: Program = {
    ...program,
    variables: [...program.variables, flag('first', program), flag('second', program)],
    functions: program.functions.map(observe),
  };
  return { program: observed, isObservation: (edge) => added.has(edge) };
}

/** The name has a space, so it cannot clash with one in a source. */
function flag(role: string, program: Program): Program['variables'][number] {
  const origin = program.processes[0]?.origin ?? { start: 0, end: 0 };
  return { name: `${role} label`, type: { kind: 'bool' }, initial: 0, volatile: true, origin };
}

class Observer {
  readonly added: Edge[] = [];
  #nodes: number;

  constructor(readonly original: FunctionGraph) {
    this.#nodes = original.nodeCount;
  }

  /** Raise `mine`, read `others` and assert that it is down; the last node has no way out. */
  add(node: number, origin: Edge['origin'], mine: VariableId, others: VariableId): void {
    const seen = this.original.locals.length;
    const raised: Expression = { kind: 'constant', value: 1 };
    const isDown: Expression = { kind: 'unary', operator: '!', operand: { kind: 'local', local: seen } };
    const actions: Edge['action'][] = [
      { kind: 'write', location: { kind: 'variable', variable: mine }, value: raised },
      { kind: 'read', location: { kind: 'variable', variable: others }, into: seen },
      { kind: 'assert', condition: isDown },
    ];
    let from = node;
    for (const action of actions) {
      const to = this.#nodes++;
      this.added.push({ from, to, action, origin });
      from = to;
    }
  }

  graph(): FunctionGraph {
    if (this.added.length === 0) return this.original;
    return {
      ...this.original,
      nodeCount: this.#nodes,
      locals: [...this.original.locals, { name: '%seen', type: { kind: 'bool' } }],
      edges: [...this.original.edges, ...this.added],
    };
  }
}
