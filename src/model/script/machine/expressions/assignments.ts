// Assignments: plain, compound (`+=`, `??=`), `++`, and destructuring.

import type { Expression } from '../../syntax.js';
import type { Frame } from '../frame.js';
import type { Machine } from '../machine.js';
import { binary } from '../operators.js';
import { getProperty, propertyKey, setProperty } from '../properties.js';
import { plain, Thing, undefinedValue, type Value, withDeps } from '../value.js';
import { evaluate } from './evaluate.js';
import type { Member } from './members.js';
import { assignPattern } from './patterns.js';
import type { Evaluation, Suspension } from './suspension.js';
import { readVariable, writeVariable } from './variables.js';

export function* evaluateAssign(
  machine: Machine,
  frame: Frame,
  node: Extract<Expression, { kind: 'assign' }>,
): Evaluation {
  const { target, operator } = node;
  if (operator === '=') {
    if (target.kind === 'place' && target.expression.kind === 'member') {
      const place = yield* evaluatePlace(machine, frame, target.expression);
      const value = yield* evaluate(machine, frame, node.value);
      setProperty(machine, frame, place.object, place.property, value, target.span);
      return value;
    }
    const value = yield* evaluate(machine, frame, node.value);
    yield* assignPattern(machine, frame, target, value);
    return value;
  }
  const place =
    target.kind === 'place' && target.expression.kind === 'member'
      ? yield* evaluatePlace(machine, frame, target.expression)
      : undefined;
  const before = place
    ? getProperty(machine, frame, place.object, place.property, target.span)
    : target.kind === 'variable'
      ? readVariable(machine, frame, target.name, target.span)
      : undefinedValue;
  const store = (value: Value) => {
    if (place) setProperty(machine, frame, place.object, place.property, value, target.span);
    else if (target.kind === 'variable') writeVariable(machine, frame, target.name, value, target.span);
  };
  const plainOperator = operator.slice(0, -1);
  if (plainOperator === '&&' || plainOperator === '||' || plainOperator === '??') {
    const goesOn =
      plainOperator === '??' ? machine.isNullish(before) : machine.isTruthy(before) === (plainOperator === '&&');
    if (!goesOn) return before;
    const control = frame.control;
    frame.control |= before.deps;
    const value = yield* evaluate(machine, frame, node.value);
    store(value);
    frame.control = control | (frame.control & ~before.deps);
    return withDeps(value, before.deps);
  }
  const value = binary(machine, plainOperator, before, yield* evaluate(machine, frame, node.value));
  store(value);
  return value;
}

export function* evaluatePlace(
  machine: Machine,
  frame: Frame,
  node: Member,
): Generator<Suspension, { object: Value; property: string }, Value> {
  const object = node.object.kind === 'super' ? frame.self : yield* evaluate(machine, frame, node.object);
  if (typeof node.property === 'string') return { object, property: node.property };
  const property = propertyKey(yield* evaluate(machine, frame, node.property)).key;
  if (object.raw instanceof Thing && object.raw.kind === 'object') object.raw.isTable = true;
  return { object, property };
}

export function* evaluateUpdate(
  machine: Machine,
  frame: Frame,
  node: Extract<Expression, { kind: 'update' }>,
): Evaluation {
  const { target } = node;
  const one = plain(1);
  const operator = node.operator === '++' ? '+' : '-';
  if (target.kind === 'identifier') {
    const before = readVariable(machine, frame, target.name, target.span);
    const after = binary(machine, operator, before, one);
    writeVariable(machine, frame, target.name, after, target.span);
    return node.prefix ? after : before;
  }
  if (target.kind !== 'member') return undefinedValue;
  const { object, property } = yield* evaluatePlace(machine, frame, target);
  const before = getProperty(machine, frame, object, property, target.span);
  const after = binary(machine, operator, before, one);
  setProperty(machine, frame, object, property, after, target.span);
  return node.prefix ? after : before;
}
