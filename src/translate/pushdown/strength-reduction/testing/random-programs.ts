// Random programs of one process with nested synchronized blocks, units, calls (recursion included), loops, branches and
// early returns, which release what they hold on their way out.

import type { Rng } from '../../../../base/rng.js';
import { SourceText } from '../../../../base/source-text.js';
import { GraphBuilder } from '../../../../model/program/graph-builder.js';
import type { Action, FunctionGraph, NodeId, Program } from '../../../../model/program/program.js';

const nowhere = { start: 0, end: 0 };
const lockNames = ['l', 'm'];
const variableNames = ['x', 'y'];

export function randomProgram(rng: Rng): Program {
  const functionCount = rng.between(1, 3);
  return {
    kind: 'program',
    source: new SourceText('random.eml', ''),
    scheduling: 'preemptive',
    locks: lockNames.map((name) => ({ name, origin: nowhere })),
    variables: variableNames.map((name) => ({ name, initial: 0, volatile: false, origin: nowhere })),
    classes: [],
    atomicSets: [{ name: '*', variables: [0, 1] }],
    functions: Array.from({ length: functionCount }, (_, f) => randomFunction(rng, f, functionCount)),
    processes: [{ name: 'P', instances: 1, entry: 0, origin: nowhere }],
  };
}

function randomFunction(rng: Rng, id: number, functionCount: number): FunctionGraph {
  const name = `f${id}`;
  const writer = new FunctionWriter(rng, new GraphBuilder({ name, shortName: name, origin: nowhere }), functionCount);
  return writer.write();
}

class FunctionWriter {
  /** What a return must undo, innermost last. */
  readonly #closing: Action[] = [];

  constructor(
    readonly rng: Rng,
    readonly builder: GraphBuilder,
    readonly functionCount: number,
  ) {}

  write(): FunctionGraph {
    const end = this.#block(this.builder.entry, 2);
    this.#edge(end, this.builder.exit, { kind: 'return' });
    return this.builder.finish();
  }

  /** Statements from a node on; returns the node after them. */
  #block(start: NodeId, depth: number): NodeId {
    let node = start;
    for (let i = this.rng.between(1, 3); i > 0; i--) node = this.#statement(node, depth);
    return node;
  }

  #statement(start: NodeId, depth: number): NodeId {
    const choice = this.rng.below(depth > 0 ? 8 : 3);
    if (choice < 2) return this.builder.step(start, this.#access(), nowhere);
    if (choice === 2) return this.#call(start);
    if (choice < 5) return this.#scope(start, depth, ...this.#lockActions());
    if (choice === 5) return this.#scope(start, depth, { kind: 'begin-unit' }, { kind: 'end-unit' });
    if (choice === 6) return this.#branch(start, depth);
    return this.#earlyReturn(start);
  }

  #access(): Action {
    const location = { kind: 'variable', variable: this.rng.below(variableNames.length) } as const;
    return this.rng.chance(0.5) ? { kind: 'read', location } : { kind: 'write', location };
  }

  #call(start: NodeId): NodeId {
    const callee = this.rng.below(this.functionCount);
    return this.builder.step(start, { kind: 'call', function: callee, arguments: [] }, nowhere);
  }

  #lockActions(): [Action, Action] {
    const lock = { kind: 'lock', lock: this.rng.below(lockNames.length) } as const;
    return [
      { kind: 'acquire', lock },
      { kind: 'release', lock },
    ];
  }

  #scope(start: NodeId, depth: number, open: Action, close: Action): NodeId {
    this.#closing.push(close);
    const end = this.#block(this.builder.step(start, open, nowhere), depth - 1);
    this.#closing.pop();
    return this.builder.step(end, close, nowhere);
  }

  /** A choice with or without a second branch, or a loop. */
  #branch(start: NodeId, depth: number): NodeId {
    const end = this.#block(this.builder.step(start, { kind: 'skip' }, nowhere), depth - 1);
    if (this.rng.chance(0.4)) {
      this.#edge(end, start, { kind: 'skip' });
      return this.builder.step(start, { kind: 'skip' }, nowhere);
    }
    this.#edge(start, end, { kind: 'skip' });
    return end;
  }

  #earlyReturn(start: NodeId): NodeId {
    let node = this.builder.step(start, { kind: 'skip' }, nowhere);
    for (const close of [...this.#closing].reverse()) node = this.builder.step(node, close, nowhere);
    this.#edge(node, this.builder.exit, { kind: 'return' });
    return this.builder.step(start, { kind: 'skip' }, nowhere);
  }

  #edge(from: NodeId, to: NodeId, action: Action): void {
    this.builder.edge(from, to, action, nowhere);
  }
}
