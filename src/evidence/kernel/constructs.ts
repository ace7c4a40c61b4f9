// What the kernel knows of programs (K1). Anything else, a new kind of action or a new field of a known one, is rejected:
// it might mean something that the rules do not cover. Also which steps can go wrong (K2), units per node (K10), and
// what kind of thing a lock expression is (K5).

import {
  type Action,
  type Expression,
  type FunctionGraph,
  type LocalId,
  type LockId,
  outgoingEdges,
  type Program,
  type Type,
} from '../../model/program/program.js';

const programFields = 'kind source scheduling locks variables classes atomicSets functions processes';
const graphFields = 'name shortName parameters locals returnType nodeCount entry exit edges origin';
const actionFields: Readonly<Record<string, string>> = {
  skip: '',
  read: 'location into',
  write: 'location value',
  assign: 'local value',
  choose: 'local low high',
  allocate: 'local class',
  'allocate-array': 'local element length',
  assume: 'condition',
  assert: 'condition',
  acquire: 'lock',
  release: 'lock',
  'begin-unit': 'name',
  'end-unit': '',
  call: 'function arguments result',
  return: 'value',
  spawn: 'function arguments handle',
  join: 'thread',
  label: 'name',
  yield: '',
  wait: 'lock',
  notify: 'lock all',
};

/** Why the rules do not cover this program; undefined if they do. */
export function unknownConstruct(program: Program): string | undefined {
  const parts: [string, object, string][] = [['the program', program, programFields]];
  for (const lock of program.locks) parts.push([`lock ${lock.name}`, lock, 'name origin']);
  for (const process of program.processes)
    parts.push([`process ${process.name}`, process, 'name instances entry origin']);
  for (const graph of program.functions) {
    parts.push([graph.name, graph, graphFields]);
    for (const { action } of graph.edges) {
      if (actionFields[action.kind] === undefined) return `the kernel has no rule for ${action.kind}`;
      parts.push([`an action ${action.kind}`, action, `kind ${actionFields[action.kind]}`]);
    }
  }
  for (const [what, value, fields] of parts)
    for (const [key, content] of Object.entries(value))
      if (content !== undefined && !fields.split(' ').includes(key))
        return `the kernel has no rule for ${key} of ${what}`;
  if (program.scheduling !== 'preemptive' && program.scheduling !== 'cooperative') return 'unknown scheduling';
  return program.functions.find((graph) => !unitDepths(graph)) && 'units are not nested like blocks';
}

/** How many units of the function itself a node is in; undefined if that depends on the path. */
export function unitDepths(graph: FunctionGraph): readonly number[] | undefined {
  return depths(graph, ({ kind }) => (kind === 'begin-unit' ? 1 : kind === 'end-unit' ? -1 : 0));
}

function depths(graph: FunctionGraph, change: (action: Action) => number): readonly number[] | undefined {
  const found: number[] = [];
  found[graph.entry] = 0;
  const outgoing = outgoingEdges(graph);
  const open = [graph.entry];
  for (let node = open.pop(); node !== undefined; node = open.pop())
    for (const { action, to } of outgoing[node]!) {
      const depth = found[node]! + change(action);
      if (depth < 0 || (found[to] ?? depth) !== depth || (action.kind === 'return' && depth > 0)) return undefined;
      if (found[to] === undefined) open.push(to);
      found[to] = depth;
    }
  return found;
}

/** Is every release of the lock in this function one of a level that it acquired itself? */
function isBalanced(graph: FunctionGraph, lock: LockId): boolean {
  const isOf = (expression: Expression) => expression.kind === 'lock' && expression.lock === lock;
  const change = (action: Action) =>
    action.kind === 'acquire' && isOf(action.lock) ? 1 : action.kind === 'release' && isOf(action.lock) ? -1 : 0;
  return depths(graph, change) !== undefined;
}

/** A declared lock; a local that may hold any of them; an object, which is none; or something else. */
export type LockKind = { readonly lock: LockId } | { readonly local: LocalId } | 'object' | 'unknown';

export function lockKind(expression: Expression, graph: FunctionGraph): LockKind {
  if (expression.kind === 'lock') return { lock: expression.lock };
  if (expression.kind === 'constant') return 'object';
  if (expression.kind !== 'local') return 'unknown';
  const { kind } = graph.locals[expression.local]!.type;
  return kind === 'lock' ? { local: expression.local } : kind === 'class' || kind === 'array' ? 'object' : 'unknown';
}

/** The local that a step changes. */
export function assignedLocal(action: Action): LocalId | undefined {
  switch (action.kind) {
    case 'assign':
    case 'choose':
    case 'allocate':
    case 'allocate-array':
      return action.local;
    case 'read':
      return action.into;
    case 'call':
      return action.result;
    case 'spawn':
      return action.handle;
    default:
      return undefined;
  }
}

/** Can the step make its thread go wrong? Yes, unless it plainly cannot. */
export function canFail(action: Action, graph: FunctionGraph, program: Program): boolean {
  const fits = (type: Type | undefined) => type?.kind !== 'int' || (type.low === undefined && type.high === undefined);
  const local = assignedLocal(action);
  const stores = local === undefined || fits(graph.locals[local]!.type);
  switch (action.kind) {
    case 'skip':
    case 'begin-unit':
    case 'end-unit':
    case 'label':
    case 'yield':
    case 'join':
      return false;
    case 'read':
      return action.location.kind !== 'variable' || !stores;
    case 'write':
      if (action.location.kind !== 'variable') return true;
      return (
        action.value !== undefined && !(isLeaf(action.value) && fits(program.variables[action.location.variable]!.type))
      );
    case 'assign':
      return !stores || !isLeaf(action.value);
    case 'assume':
      return !isCondition(action.condition);
    case 'acquire':
      return action.lock.kind !== 'lock';
    case 'release':
      return action.lock.kind !== 'lock' || !isBalanced(graph, action.lock.lock) || releasesAliases(program);
    case 'call':
    case 'spawn': {
      const { parameters, locals } = program.functions[action.function]!;
      return (
        !stores || !action.arguments.every(isLeaf) || !parameters.every((parameter) => fits(locals[parameter]!.type))
      );
    }
    case 'return':
      return action.value !== undefined && !(isLeaf(action.value) && fits(graph.returnType));
    default:
      return true;
  }
}

function releasesAliases({ functions }: Program): boolean {
  return functions.some((graph) =>
    graph.edges.some(
      ({ action }) =>
        action.kind === 'release' && typeof lockKind(action.lock, graph) !== 'string' && action.lock.kind !== 'lock',
    ),
  );
}

function isLeaf(expression: Expression): boolean {
  if (expression.kind === 'constant') return Math.abs(expression.value) < 2 ** 31;
  return expression.kind === 'local' || expression.kind === 'lock';
}

/** Comparisons and connectives of leaves: evaluating them cannot fail. */
function isCondition(expression: Expression): boolean {
  if (expression.kind === 'unary') return expression.operator === '!' && isCondition(expression.operand);
  if (expression.kind !== 'binary') return true;
  return !'+-*/%'.includes(expression.operator) && isCondition(expression.left) && isCondition(expression.right);
}
