// Small programs for what is not a pair of whole units: the lock operations of a deadlock, a wait with its condition.

import { GraphBuilder } from '../../../model/program/graph-builder.js';
import type { Action, Expression, FunctionGraph, Program, Type } from '../../../model/program/program.js';
import type { SyntaxNode } from '../syntax/syntax-node.js';
import { spanOf } from './pair-program.js';

export type Step =
  | { readonly kind: 'act'; readonly action: Action; readonly node: SyntaxNode }
  /** The value of variable 0 is read and tested. */
  | {
      readonly kind: 'if' | 'while';
      readonly value: number;
      readonly node: SyntaxNode;
      readonly body: readonly Step[];
    };

export interface ScriptProcess {
  readonly name: string;
  readonly instances: number;
  readonly node: SyntaxNode;
  readonly steps: readonly Step[];
}

export interface Script {
  readonly locks: readonly string[];
  /** One variable with the values 0 to 3, or none. */
  readonly variable?: { readonly name: string; readonly initial: number };
  readonly processes: readonly ScriptProcess[];
  /** The variable is a plain field: accesses to it can race. */
  readonly plain?: boolean;
}

const intType: Type = { kind: 'int', low: 0, high: 3 };

export function scriptProgram({ locks, variable, processes, plain = false }: Script): Program {
  const origin = spanOf(processes[0]!.node);
  return {
    kind: 'program',
    source: processes[0]!.node.source,
    scheduling: 'preemptive',
    locks: locks.map((name) => ({ name, origin })),
    variables: variable
      ? [{ name: variable.name, type: intType, initial: variable.initial, volatile: !plain, origin }]
      : [],
    classes: [],
    atomicSets: variable ? [{ name: '*', variables: [0] }] : [],
    functions: processes.map(functionOf),
    processes: processes.map(({ name, instances, node }, entry) => ({ name, instances, entry, origin: spanOf(node) })),
  };
}

function functionOf({ name, node, steps }: ScriptProcess): FunctionGraph {
  const origin = spanOf(node);
  const builder = new GraphBuilder({ name: `${name}.main`, shortName: 'main', origin });
  const end = build(builder, builder.entry, steps);
  builder.edge(end, builder.exit, { kind: 'return' }, origin);
  return builder.finish();
}

function build(builder: GraphBuilder, start: number, steps: readonly Step[]): number {
  let at = start;
  for (const step of steps) {
    if (step.kind === 'act') at = builder.step(at, step.action, spanOf(step.node));
    else at = buildTest(builder, at, step);
  }
  return at;
}

function buildTest(builder: GraphBuilder, head: number, step: Extract<Step, { kind: 'if' | 'while' }>): number {
  const span = spanOf(step.node);
  const local = builder.temporary(intType);
  const tested = builder.step(head, { kind: 'read', location: { kind: 'variable', variable: 0 }, into: local }, span);
  const equals: Expression = {
    kind: 'binary',
    operator: '==',
    left: { kind: 'local', local },
    right: { kind: 'constant', value: step.value },
  };
  const body = builder.step(tested, { kind: 'assume', condition: equals }, span, 'then');
  const after = builder.step(
    tested,
    { kind: 'assume', condition: { kind: 'unary', operator: '!', operand: equals } },
    span,
    'else',
  );
  const end = build(builder, body, step.body);
  builder.edge(end, step.kind === 'while' ? head : after, { kind: 'skip' }, span);
  return after;
}

export function lockAction(kind: 'acquire' | 'release' | 'wait', lock: number): Action {
  return { kind, lock: { kind: 'lock', lock } };
}

export function notifyAction(lock: number, all: boolean): Action {
  return { kind: 'notify', lock: { kind: 'lock', lock }, all };
}

export function setAction(value: number): Action {
  return { kind: 'write', location: { kind: 'variable', variable: 0 }, value: { kind: 'constant', value } };
}

export function act(action: Action, node: SyntaxNode): Step {
  return { kind: 'act', action, node };
}
