// Expressions, evaluated from left to right as the language says: `total += await size()` reads `total` first.

import { isDeed } from '../../children.js';
import type { Expression } from '../../syntax.js';
import { construct } from '../calls.js';
import { declareClass } from '../classes.js';
import { itemsOf } from '../flow/iteration.js';
import { type Frame, isOfSetup } from '../frame.js';
import { type Machine, touchAll } from '../machine.js';
import { binary, unary } from '../operators.js';
import { awaitAnswer } from '../outside/operations.js';
import { deleteProperty } from '../properties.js';
import { none, plain, Thing, termOf, Unknown, undefinedValue, withDeps } from '../value.js';
import { evaluateAssign, evaluatePlace, evaluateUpdate } from './assignments.js';
import { endOfChain, evaluateArguments, evaluateCall, evaluateList, evaluateMember } from './members.js';
import { evaluateObject } from './objects.js';
import type { Evaluation } from './suspension.js';
import { makeClosure, readVariable } from './variables.js';

export function* evaluate(machine: Machine, frame: Frame, node: Expression): Evaluation {
  if (!isOfSetup(frame.unit) && isDeed(node)) machine.reached.add(node);
  switch (node.kind) {
    case 'literal':
      return plain(node.value);
    case 'identifier':
      return readVariable(machine, frame, node.name, node.span);
    case 'this':
      return frame.self;
    case 'await': {
      const operand = yield* evaluate(machine, frame, node.operand);
      return yield { kind: 'await', value: awaitAnswer(machine, frame, operand, node.span), span: node.span };
    }
    case 'call':
      return yield* evaluateCall(machine, frame, node);
    case 'member':
      return (yield* evaluateMember(machine, frame, node)).value;
    case 'chain':
      return endOfChain(yield* evaluate(machine, frame, node.expression));
    case 'assign':
      return yield* evaluateAssign(machine, frame, node);
    case 'binary': {
      const left = yield* evaluate(machine, frame, node.left);
      const right = yield* evaluate(machine, frame, node.right);
      return binary(machine, node.operator, left, right);
    }
    case 'logical':
      return yield* evaluateLogical(machine, frame, node);
    case 'conditional': {
      const condition = yield* evaluate(machine, frame, node.test);
      const chosen = machine.isTruthy(condition) ? node.whenTrue : node.whenFalse;
      return withDeps(yield* under(machine, frame, condition.deps, chosen), condition.deps);
    }
    case 'unary':
      return yield* evaluateUnary(machine, frame, node);
    case 'update':
      return yield* evaluateUpdate(machine, frame, node);
    case 'function':
      return makeClosure(machine, frame, node.function);
    case 'object':
      return yield* evaluateObject(machine, frame, node);
    case 'array': {
      const array = machine.newThing('array', 'Array');
      const { values, deps } = yield* evaluateList(machine, frame, node.elements);
      array.items = values;
      return { raw: array, deps };
    }
    case 'template':
      return yield* evaluateTemplate(machine, frame, node);
    case 'new': {
      const callee = yield* evaluate(machine, frame, node.callee);
      const values = yield* evaluateArguments(machine, frame, node.arguments);
      const text = machine.sourceText(frame.module, node.callee.span);
      return construct(machine, frame, callee, values, { span: node.span, use: 'value', text });
    }
    case 'class':
      return declareClass(machine, frame, node.class);
    case 'sequence': {
      let last = undefinedValue;
      for (const expression of node.expressions) last = yield* evaluate(machine, frame, expression);
      return last;
    }
    case 'yield':
      return yield* evaluateYield(machine, frame, node);
    case 'super':
      return frame.home?.prototype ? plain(frame.home.prototype) : undefinedValue;
    case 'opaque':
      if (node.reason !== '') machine.gap(`${node.reason} is not modelled`, frame, node.span);
      return plain(
        new Unknown(machine.sourceText(frame.module, node.span).slice(0, 40), { external: node.reason === 'import()' }),
      );
  }
}

function* under(machine: Machine, frame: Frame, deps: bigint, node: Expression): Evaluation {
  const before = frame.control;
  frame.control |= deps;
  const value = yield* evaluate(machine, frame, node);
  frame.control = before | (frame.control & ~deps);
  return value;
}

function* evaluateLogical(machine: Machine, frame: Frame, node: Extract<Expression, { kind: 'logical' }>): Evaluation {
  const left = yield* evaluate(machine, frame, node.left);
  const goesOn = node.operator === '??' ? machine.isNullish(left) : machine.isTruthy(left) === (node.operator === '&&');
  if (!goesOn) return left;
  return withDeps(yield* under(machine, frame, left.deps, node.right), left.deps);
}

function* evaluateUnary(machine: Machine, frame: Frame, node: Extract<Expression, { kind: 'unary' }>): Evaluation {
  const { operator, operand } = node;
  if (operator === 'delete' && operand.kind === 'member') {
    const { object, property } = yield* evaluatePlace(machine, frame, operand);
    deleteProperty(machine, frame, object, property, operand.span);
    return plain(true);
  }
  if (operator !== '!') return unary(machine, operator, yield* evaluate(machine, frame, operand));
  machine.want = !machine.want;
  const value = yield* evaluate(machine, frame, operand);
  const holds = machine.isTruthy(value);
  machine.want = !machine.want;
  return { raw: !holds, deps: value.deps };
}

function* evaluateTemplate(
  machine: Machine,
  frame: Frame,
  node: Extract<Expression, { kind: 'template' }>,
): Evaluation {
  let text = node.texts[0]!;
  let deps = none;
  let isKnown = true;
  for (const [index, part] of node.parts.entries()) {
    const value = yield* evaluate(machine, frame, part);
    deps |= value.deps;
    touchAll(machine.turns, value);
    if (value.raw instanceof Unknown || value.raw instanceof Thing) isKnown = false;
    text += value.raw instanceof Unknown || value.raw instanceof Thing ? `\${${termOf(value.raw)}}` : String(value.raw);
    text += node.texts[index + 1]!;
  }
  return { raw: isKnown ? text : new Unknown(`\`${text}\``, { type: { kind: 'string' } }), deps };
}

function* evaluateYield(machine: Machine, frame: Frame, node: Extract<Expression, { kind: 'yield' }>): Evaluation {
  const value = node.operand ? yield* evaluate(machine, frame, node.operand) : undefinedValue;
  if (!node.delegate) return yield { kind: 'yield', value, span: node.span };
  for (const item of itemsOf(machine, frame, value, node.span))
    yield { kind: 'yield', value: withDeps(item, value.deps), span: node.span };
  return undefinedValue;
}
