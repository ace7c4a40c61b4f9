// What the kernel knows of programs (K1). Anything else, a new kind of action or a new field of a known one, is rejected:
// it might mean something that the rules do not cover. Also which steps can go wrong (K2), units per node (K10), and
// what kind of thing a lock expression is (K5).

import type {
  Action,
  Edge,
  Expression,
  FunctionGraph,
  LocalId,
  LockId,
  Program,
  Type,
} from '../../model/program/program.js';
import { outgoingEdges } from '../../model/program/program.js';

const programFields = 'kind source scheduling schedulingOrigin locks variables classes atomicSets functions processes';
const graphFields = 'name shortName parameters locals returnType nodeCount entry exit edges origin';
const actionFields = new Map(
  `skip; read location into; write location value; update location into condition value; assign local value; choose local low high; allocate local class;
   allocate-array local element length; assume condition; assert condition; acquire lock attempt; release lock; unavailable lock; begin-unit name;
   end-unit; call function arguments result; return value; spawn function arguments handle; join thread; label name;
   yield; wait lock timed; notify lock all`
    .split(/;\s+/)
    .map((line) => [line.split(' ')[0]!, `kind ${line}`]),
);

/** Why the rules do not cover this program; undefined if they do. */
export function unknownConstruct(program: Program): string | undefined {
  const actions = program.functions.flatMap(({ edges }) => edges.map(({ action }) => action));
  const unknown = actions.find(({ kind }) => !actionFields.has(kind));
  if (unknown) return `the kernel has no rule for ${unknown.kind}`;
  const hasOnly = (fields: string) => (part: object) =>
    Object.entries(part).every(([key, value]) => value === undefined || fields.split(' ').includes(key));
  const isKnown =
    hasOnly(programFields)(program) &&
    program.locks.every(hasOnly('name origin')) &&
    program.processes.every(hasOnly('name instances entry origin')) &&
    program.functions.every(hasOnly(graphFields)) &&
    actions.every((action) => hasOnly(actionFields.get(action.kind)!)(action));
  if (!isKnown || !['preemptive', 'cooperative'].includes(program.scheduling)) return 'a construct without a rule';
  return program.functions.every(unitDepths) ? undefined : 'units are not nested like blocks';
}

/** How many units of the function itself a node is in; undefined if that depends on the path. */
export function unitDepths(graph: FunctionGraph): readonly number[] | undefined {
  return depths(graph, ({ kind }) => (kind === 'begin-unit' ? 1 : kind === 'end-unit' ? -1 : 0));
}

function depths(graph: FunctionGraph, change: (action: Action) => number): readonly number[] | undefined {
  const found: number[] = [];
  found[graph.entry] = 0;
  const open = [graph.entry];
  for (let node = open.pop(); node !== undefined; node = open.pop())
    for (const { action, to } of outgoingEdges(graph)[node]!) {
      const depth = found[node]! + change(action);
      if (depth < 0 || (found[to] ?? depth) !== depth || (action.kind === 'return' && depth > 0)) return undefined;
      if (found[to] === undefined) open.push(to);
      found[to] = depth;
    }
  return found;
}

/** A declared lock; a local that may hold any of them; an object, which is none; or something else. */
export type LockKind = { readonly lock: LockId } | { readonly local: LocalId } | 'object' | 'unknown';

export function lockKind(expression: Expression, { locals }: FunctionGraph): LockKind {
  if (expression.kind === 'lock') return { lock: expression.lock };
  const kind = expression.kind === 'local' ? locals[expression.local]!.type.kind : expression.kind;
  if (expression.kind === 'local' && kind === 'lock') return { local: expression.local };
  return kind === 'class' || kind === 'array' || kind === 'constant' ? 'object' : 'unknown';
}

/** The local that a step changes. */
export function assignedLocal(action: Action): LocalId | undefined {
  if ('local' in action) return action.local;
  return action.kind === 'read' || action.kind === 'update'
    ? action.into
    : action.kind === 'call'
      ? action.result
      : 'handle' in action
        ? action.handle
        : undefined;
}

/** Can the step make its thread go wrong? Yes, unless it plainly cannot. */
export function canFail({ action }: Edge, graph: FunctionGraph, program: Program): boolean {
  const local = assignedLocal(action);
  if (local !== undefined && !isWide(graph.locals[local]!.type)) return true;
  if ('location' in action && action.location.kind !== 'variable') return true;
  switch (action.kind) {
    case 'read':
      return false;
    case 'write': {
      const { variable } = action.location as { variable: number };
      return action.value !== undefined && !(isLeaf(action.value) && isWide(program.variables[variable]!.type));
    }
    case 'assign':
      return !isLeaf(action.value);
    case 'assume':
      return !isCondition(action.condition);
    case 'acquire':
      return action.lock.kind !== 'lock';
    case 'release':
      return !isBalanced(program, graph, action.lock);
    case 'call':
    case 'spawn': {
      const { parameters, locals } = program.functions[action.function]!;
      return !action.arguments.every(isLeaf) || !parameters.every((parameter) => isWide(locals[parameter]!.type));
    }
    case 'return':
      return action.value !== undefined && !(isLeaf(action.value) && isWide(graph.returnType));
    default:
      return !['skip', 'unavailable', 'begin-unit', 'end-unit', 'label', 'yield', 'join'].includes(action.kind);
  }
}

/** Takes every value there is. */
function isWide(type: Type | undefined): boolean {
  return type?.kind !== 'int' || (type.low === undefined && type.high === undefined);
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

/** A declared lock of which the function gives back only what it acquired, and nobody does through a local. */
function isBalanced({ functions }: Program, graph: FunctionGraph, lock: Expression): boolean {
  const isOf = (action: Action) =>
    'lock' in action && lock.kind === 'lock' && action.lock.kind === 'lock' && action.lock.lock === lock.lock;
  const change = (action: Action) =>
    isOf(action) ? (action.kind === 'acquire' ? 1 : action.kind === 'release' ? -1 : 0) : 0;
  const isAlias = ({ action }: Edge) => action.kind === 'release' && action.lock.kind !== 'lock';
  return (
    lock.kind === 'lock' && !functions.some(({ edges }) => edges.some(isAlias)) && depths(graph, change) !== undefined
  );
}
