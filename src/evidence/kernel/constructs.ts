// What the kernel knows of programs (K1). Anything else, a new kind of action or a new field of a known one, is rejected:
// it might mean something that the rules do not cover. Also which steps can go wrong (K2), and units per node (K10).

import type { Action, Edge, Expression, FunctionGraph, LocalId, Program, Type } from '../../model/program/program.js';
import { outgoingEdges } from '../../model/program/program.js';

const programFields = 'kind source scheduling schedulingOrigin locks variables classes atomicSets functions processes';
const graphFields = 'name shortName parameters locals returnType nodeCount entry exit edges origin';
const actionFields = new Map(
  `skip; read location into; write location value; update location into condition value; assign local value;
   choose local low high; allocate local class; allocate-array local element length; assume condition;
   assert condition; acquire lock attempt; release lock; unavailable lock; begin-unit name; end-unit;
   call function arguments result; return value; spawn function arguments handle; join thread; label name; yield;
   wait lock timed; notify lock all`
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
    actions.every((action) => hasOnly(actionFields.get(action.kind)!)(action)) &&
    actions.every((action) => !('lock' in action) || ['lock', 'local', 'constant'].includes(action.lock.kind));
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

/** The local that a step changes. */
export function assignedLocal(action: Action): LocalId | undefined {
  if ('local' in action) return action.local;
  if (action.kind === 'read' || action.kind === 'update') return action.into;
  return action.kind === 'call' ? action.result : action.kind === 'spawn' ? action.handle : undefined;
}

const harmless =
  'skip read write assign assume acquire release unavailable begin-unit end-unit call return spawn join label yield'.split(
    ' ',
  );

/** Can the step make its thread go wrong? Yes, unless it plainly cannot: total expressions, into places for any value. */
export function canFail(action: Action, graph: FunctionGraph, program: Program): boolean {
  if (!harmless.includes(action.kind)) return true;
  if ('location' in action && action.location.kind !== 'variable') return true;
  if (action.kind === 'release' && !isBalanced(program, graph, action.lock)) return true;
  if ('lock' in action && action.lock.kind !== 'lock') return true;
  const local = assignedLocal(action);
  const types = local === undefined ? [] : [graph.locals[local]!.type];
  const values: (Expression | undefined)[] = 'value' in action ? [action.value] : [];
  if (action.kind === 'assume') values.push(action.condition);
  if (action.kind === 'return' && graph.returnType) types.push(graph.returnType);
  if (action.kind === 'write' && action.location.kind === 'variable')
    types.push(program.variables[action.location.variable]!.type ?? { kind: 'bool' });
  if (action.kind === 'call' || action.kind === 'spawn') {
    const { parameters, locals } = program.functions[action.function]!;
    types.push(...parameters.map((parameter) => locals[parameter]!.type));
    values.push(...action.arguments);
  }
  return types.some(isNarrow) || !values.every((value) => value === undefined || isTotal(value));
}

/** Does not take every value there is. */
function isNarrow(type: Type): boolean {
  return type.kind === 'int' && (type.low !== undefined || type.high !== undefined);
}

/** Constants, locals, and comparisons and connectives of them: evaluating these cannot fail. */
function isTotal(expression: Expression): boolean {
  if (expression.kind === 'constant') return Math.abs(expression.value) < 2 ** 31;
  if (expression.kind === 'unary') return expression.operator === '!' && isTotal(expression.operand);
  if (expression.kind !== 'binary') return true;
  return !'+-*/%'.includes(expression.operator) && isTotal(expression.left) && isTotal(expression.right);
}

/** A declared lock of which the function gives back only what it acquired, and nobody does through a local. */
function isBalanced({ functions }: Program, graph: FunctionGraph, lock: Expression): boolean {
  const isOf = (action: Action) =>
    'lock' in action && lock.kind === 'lock' && action.lock.kind === 'lock' && action.lock.lock === lock.lock;
  const change = (action: Action) =>
    isOf(action) ? Number(action.kind === 'acquire') - Number(action.kind === 'release') : 0;
  const isAlias = ({ action }: Edge) => action.kind === 'release' && action.lock.kind !== 'lock';
  return !functions.some(({ edges }) => edges.some(isAlias)) && depths(graph, change) !== undefined;
}
