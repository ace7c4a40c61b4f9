// Can this action make its thread go wrong? From the types alone, by intervals: "no" is a proof, "yes" may be too careful.
// Whoever asks must not miss a failure: under cooperative scheduling a thread that goes wrong gives the processor away.

import { maxInt, minInt } from '../evaluate.js';
import {
  type Action,
  declaredLock,
  type Expression,
  type FunctionGraph,
  type LocalId,
  type Location,
  type LockId,
  type Program,
  type Type,
} from '../program.js';

interface Interval {
  readonly low: number;
  readonly high: number;
}

/** What a function holds for sure. */
export interface HeldByName {
  /** Innermost last. */
  readonly locks: readonly LockId[];
  /** Nobody takes locks in other ways than by name, which could be further in. */
  readonly isInnermost: boolean;
}

const truths: Interval = { low: 0, high: 1 };
const references: Interval = { low: 0, high: maxInt };

export function mayFail(program: Program, graph: FunctionGraph, action: Action, held: HeldByName): boolean {
  const local = (id: LocalId) => graph.locals[id]!.type;
  const fits = (type: Type | undefined, value: Expression | undefined) =>
    value === undefined || includes(intervalOf(type), valuesOf(graph, value));
  switch (action.kind) {
    case 'skip':
    case 'yield':
    case 'label':
    case 'begin-unit':
    case 'end-unit':
    case 'allocate':
    case 'unavailable':
      return false;
    // Promises: too careful costs nothing, no engine that asks takes them.
    case 'join':
      return action.into !== undefined;
    case 'join-any':
    case 'inspect':
    case 'deferred':
    case 'settle':
    case 'fail':
      return true;
    case 'read': {
      if (action.location.kind !== 'variable') return true;
      const into = action.into === undefined ? undefined : intervalOf(local(action.into));
      return into !== undefined && !includes(into, intervalOf(typeAt(program, action.location)));
    }
    case 'write':
      return action.location.kind !== 'variable' || !fits(typeAt(program, action.location), action.value);
    case 'update': {
      if (action.location.kind !== 'variable') return true;
      const into = action.into === undefined ? undefined : intervalOf(local(action.into));
      const cannotRead = into !== undefined && !includes(into, intervalOf(typeAt(program, action.location)));
      const cannotTest = action.condition !== undefined && valuesOf(graph, action.condition) === undefined;
      return cannotRead || cannotTest || !fits(typeAt(program, action.location), action.value);
    }
    case 'assign':
      return !fits(local(action.local), action.value);
    case 'choose': {
      const [low, high] = [valuesOf(graph, action.low), valuesOf(graph, action.high)];
      if (!low || !high || low.high > high.low) return true;
      return !includes(intervalOf(local(action.local)), { low: low.low, high: high.high });
    }
    case 'allocate-array':
      return (valuesOf(graph, action.length)?.low ?? -1) < 0;
    case 'assume':
      return valuesOf(graph, action.condition) === undefined;
    case 'assert':
      return (valuesOf(graph, action.condition)?.low ?? 0) === 0;
    case 'acquire':
      return action.lock.kind !== 'lock';
    case 'release':
    case 'wait':
    case 'notify':
      return !isHeld(action, held);
    case 'call':
    case 'spawn': {
      const callee = program.functions[action.function]!;
      return action.arguments.some((value, i) => !fits(callee.locals[callee.parameters[i]!]!.type, value));
    }
    case 'return':
      return !fits(graph.returnType, action.value);
  }
}

/** Is the lock held, and for a wait the innermost one? */
function isHeld(
  action: Extract<Action, { kind: 'release' | 'wait' | 'notify' }>,
  { locks, isInnermost }: HeldByName,
): boolean {
  const { kind, lock } = action;
  const shared = action.kind === 'release' && action.shared;
  const named = declaredLock(lock);
  if (named === undefined) return false;
  if (shared) return false;
  return kind === 'wait' ? isInnermost && locks.at(-1) === named : locks.includes(named);
}

function typeAt(program: Program, location: Extract<Location, { kind: 'variable' }>): Type | undefined {
  return program.variables[location.variable]!.type;
}

/** The values of a place; one without a type holds 0 for ever. */
function intervalOf(type: Type | undefined): Interval {
  if (type?.kind === 'int') return { low: type.low ?? minInt, high: type.high ?? maxInt };
  return type?.kind === 'bool' ? truths : references;
}

function includes(outer: Interval, inner: Interval | undefined): boolean {
  return inner !== undefined && outer.low <= inner.low && inner.high <= outer.high;
}

/** Undefined if the evaluation may fail. */
function valuesOf(graph: FunctionGraph, expression: Expression): Interval | undefined {
  switch (expression.kind) {
    case 'constant':
      return { low: expression.value, high: expression.value };
    case 'local':
      return intervalOf(graph.locals[expression.local]!.type);
    case 'lock':
      return references;
    case 'unary': {
      const operand = valuesOf(graph, expression.operand);
      if (expression.operator === '!') return operand && truths;
      return operand && inRange({ low: -operand.high, high: -operand.low });
    }
    case 'binary': {
      const [left, right] = [valuesOf(graph, expression.left), valuesOf(graph, expression.right)];
      return left && right && combine(expression.operator, left, right);
    }
  }
}

function combine(operator: string, left: Interval, right: Interval): Interval | undefined {
  const size = Math.max(Math.abs(left.low), Math.abs(left.high));
  switch (operator) {
    case '+':
      return inRange({ low: left.low + right.low, high: left.high + right.high });
    case '-':
      return inRange({ low: left.low - right.high, high: left.high - right.low });
    case '*': {
      const corners = [left.low, left.high].flatMap((a) => [a * right.low, a * right.high]);
      return inRange({ low: Math.min(...corners), high: Math.max(...corners) });
    }
    case '/':
    case '%':
      return right.low <= 0 && right.high >= 0 ? undefined : inRange({ low: -size, high: size });
    default:
      return truths;
  }
}

function inRange(interval: Interval): Interval | undefined {
  return interval.low < minInt || interval.high > maxInt ? undefined : interval;
}
