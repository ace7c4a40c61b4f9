// Expressions, evaluated from left to right as the language says: `total += await size()` reads `total` first.

import type { Span } from '../../../base/source-text.js';
import { isDeed } from '../children.js';

import type { Argument, Call, Expression, FunctionNode, Pattern } from '../syntax.js';
import { callValue, construct, constructBase, runFields } from './calls.js';
import { nameThing, variableCell } from './cells.js';
import { declareClass } from './classes.js';
import { throwError } from './flow/errors.js';
import { itemsOf, spread } from './flow/iteration.js';
import type { Frame, Scope } from './frame.js';
import { type Machine, touchAll } from './machine.js';
import { lookUp } from './modules.js';
import { binary, unary } from './operators.js';
import { callOutside, isOutsideCall } from './outside/calls.js';
import { awaitAnswer } from './outside/operations.js';
import { chosenKey, deleteProperty, getProperty, propertyKey, putIn, replaced, setProperty } from './properties.js';
import {
  type Dependences,
  isThing,
  none,
  plain,
  Thing,
  termOf,
  Unknown,
  undefinedValue,
  type Value,
  withDeps,
} from './value.js';

/** What a body waits for: the settlement of an awaited value, or the consumer of what it yields. */
export interface Suspension {
  readonly kind: 'await' | 'yield';
  readonly value: Value;
  readonly span: Span;
}

export type Evaluation = Generator<Suspension, Value, Value>;

/** Thrown by `?.` up to the end of its chain. */
const cut: Value = { raw: undefined, deps: none };

export function* evaluate(machine: Machine, frame: Frame, node: Expression): Evaluation {
  if (frame.unit.id !== 0 && isDeed(node)) machine.reached.add(node);
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
      return yield* evaluate(machine, frame, node.expression);
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

function readVariable(machine: Machine, frame: Frame, name: string, span: Span): Value {
  const found = lookUp(machine, frame, name, span);
  if (!('binding' in found)) return found.value;
  const { binding, scope } = found;
  if (!binding.initialised) return throwError(machine, frame, 'ReferenceError', `${name} is not initialised`);
  if (binding.constant) return binding.value;
  if (scope.activation === frame.activation) {
    if (scope.captured) machine.turns.touch(variableCell(scope, name).key, false);
    return binding.value;
  }
  return machine.readValue(frame, variableCell(scope, name), binding.value, span);
}

function writeVariable(machine: Machine, frame: Frame, name: string, value: Value, span: Span): void {
  const found = lookUp(machine, frame, name, span);
  if (!('binding' in found)) return;
  const { binding, scope } = found;
  const before = binding.value.raw;
  binding.value = value;
  binding.initialised = true;
  if (isThing(value.raw)) nameThing(machine, value.raw, name);
  const cell = variableCell(scope, name);
  if (scope.activation === frame.activation) {
    if (scope.captured) machine.turns.touch(cell.key, true);
    return;
  }
  machine.write(frame, cell, 'set', value, before, span);
  putIn(machine, cell.key, value.raw);
  replaced(machine, frame, before, value, span);
}

/** Others may come to see these variables. */
function capture(scope: Scope): void {
  for (let next: Scope | undefined = scope; next && !next.captured; next = next.parent) next.captured = true;
}

export function makeClosure(machine: Machine, frame: Frame, node: FunctionNode): Value {
  const thing = machine.newThing('function', node.name);
  capture(frame.scope);
  thing.closure = {
    node,
    scope: frame.scope,
    self: frame.self,
    ...(frame.home ? { home: frame.home } : {}),
  };
  return plain(thing);
}

type Member = Extract<Expression, { kind: 'member' }>;

interface MemberAccess {
  readonly object: Value;
  readonly property: string;
  readonly value: Value;
  readonly isCut: boolean;
}

function* evaluateMember(
  machine: Machine,
  frame: Frame,
  node: Member,
  forCall = false,
): Generator<Suspension, MemberAccess, Value> {
  const inner = node.object;
  let object: Value;
  if (inner.kind === 'member' || inner.kind === 'call') {
    object = yield* evaluate(machine, frame, inner);
    if (object === cut) return { object, property: '', value: cut, isCut: true };
  } else if (inner.kind === 'super') {
    object = frame.self;
  } else object = yield* evaluate(machine, frame, inner);
  if (node.optional && machine.isNullish(object)) return { object, property: '', value: cutWith(object), isCut: true };
  const key =
    typeof node.property === 'string'
      ? { key: node.property, deps: none }
      : propertyKey(chosenKey(machine, object, yield* evaluate(machine, frame, node.property)));
  if (inner.kind === 'super') {
    const method = frame.home?.prototype?.properties.get(key.key) ?? undefinedValue;
    return { object, property: key.key, value: method, isCut: false };
  }
  if (forCall && object.raw instanceof Unknown && isOutsideCall(machine, object.raw, key.key))
    return { object, property: key.key, value: undefinedValue, isCut: false };
  const value = withDeps(getProperty(machine, frame, object, key.key, node.span), key.deps);
  return { object, property: key.key, value, isCut: false };
}

function cutWith({ deps }: Value): Value {
  return deps === none ? cut : { raw: undefined, deps };
}

function* evaluateCall(machine: Machine, frame: Frame, node: Call): Evaluation {
  const { callee } = node;
  const text = machine.sourceText(frame.module, callee.span);
  const site = { span: node.span, use: node.use, text };
  if (callee.kind === 'super') return yield* callSuper(machine, frame, node);
  if (callee.kind !== 'member') {
    const target = yield* evaluate(machine, frame, callee);
    if (node.optional && machine.isNullish(target)) return cutWith(target);
    const values = yield* evaluateArguments(machine, frame, node.arguments);
    if (target.raw instanceof Unknown)
      return withDeps(callOutside(machine, frame, target.raw, undefined, values, site), target.deps);
    return callValue(machine, frame, target, undefinedValue, values, site);
  }
  const access = yield* evaluateMember(machine, frame, callee, true);
  if (access.isCut || (node.optional && access.value.raw === undefined && !(access.object.raw instanceof Unknown)))
    return access.isCut ? access.value : cutWith(access.value);
  const values = yield* evaluateArguments(machine, frame, node.arguments);
  const { object, property, value } = access;
  if (object.raw instanceof Unknown && value.raw === undefined)
    return withDeps(callOutside(machine, frame, object.raw, property, values, site), object.deps);
  if (value.raw instanceof Unknown)
    return withDeps(callOutside(machine, frame, value.raw, undefined, values, site), value.deps);
  const looked = object.raw instanceof Unknown ? machine.lazyThings.get(object.raw.identity) : undefined;
  return callValue(machine, frame, value, looked ? { raw: looked, deps: object.deps } : object, values, site);
}

function* callSuper(machine: Machine, frame: Frame, node: Call): Evaluation {
  const values = yield* evaluateArguments(machine, frame, node.arguments);
  const type = frame.scope.find('%class')?.binding.value.raw;
  const instance = frame.self.raw;
  if (!(type instanceof Thing) || !type.classOf || !(instance instanceof Thing)) return undefinedValue;
  const { prototype } = instance;
  constructBase(machine, frame, type.classOf.base, instance, values, { span: node.span, use: 'value', text: 'super' });
  instance.prototype = prototype;
  runFields(machine, frame, type, instance);
  return undefinedValue;
}

function* evaluateArguments(
  machine: Machine,
  frame: Frame,
  nodes: readonly Argument[],
): Generator<Suspension, Value[], Value> {
  return (yield* evaluateList(machine, frame, nodes)).values;
}

function* evaluateList(
  machine: Machine,
  frame: Frame,
  nodes: readonly Argument[],
): Generator<Suspension, { readonly values: Value[]; readonly deps: Dependences }, Value> {
  const values: Value[] = [];
  let all = none;
  for (const { spread: isSpread, value: node } of nodes) {
    const value = yield* evaluate(machine, frame, node);
    all |= value.deps;
    if (!isSpread) values.push(value);
    else {
      const { items, deps } = spread(machine, frame, value, node.span);
      all |= deps;
      for (const item of items) {
        values.push(withDeps(item, value.deps));
        all |= item.deps;
      }
    }
  }
  return { values, deps: all };
}

function* evaluateAssign(machine: Machine, frame: Frame, node: Extract<Expression, { kind: 'assign' }>): Evaluation {
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

function* evaluatePlace(
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

function* evaluateUpdate(machine: Machine, frame: Frame, node: Extract<Expression, { kind: 'update' }>): Evaluation {
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

function* evaluateObject(machine: Machine, frame: Frame, node: Extract<Expression, { kind: 'object' }>): Evaluation {
  const thing = machine.newThing('object', 'Object');
  let deps = none;
  for (const member of node.members) {
    if (member.kind === 'spread') {
      const value = yield* evaluate(machine, frame, member.value);
      deps |= value.deps;
      copyProperties(machine, frame, thing, value, node.span);
      continue;
    }
    const key =
      typeof member.key === 'string' ? member.key : propertyKey(yield* evaluate(machine, frame, member.key)).key;
    if (member.kind === 'property') {
      const value = yield* evaluate(machine, frame, member.value);
      deps |= value.deps;
      thing.properties.set(key, value);
    } else {
      thing.accessors ??= new Map();
      const accessor = makeClosure(machine, frame, member.function).raw as Thing;
      thing.accessors.set(key, {
        ...thing.accessors.get(key),
        ...(member.kind === 'getter' ? { get: accessor } : { set: accessor }),
      });
    }
  }
  return { raw: thing, deps };
}

export function copyProperties(machine: Machine, frame: Frame, target: Thing, { raw, deps }: Value, span: Span): void {
  if (raw instanceof Unknown) {
    const known = machine.lazyThings.get(raw.identity);
    target.lazy = raw;
    for (const [name, property] of known?.properties ?? []) target.properties.set(name, withDeps(property, deps));
    return;
  }
  if (!(raw instanceof Thing)) return;
  machine.turns.touch(`${raw.id}.*`, false);
  if (raw.lazy && raw.kind === 'object') target.lazy = raw.lazy;
  raw.items.forEach((item, index) => {
    target.properties.set(String(index), item);
  });
  for (const name of [...raw.properties.keys()])
    target.properties.set(name, getProperty(machine, frame, { raw, deps }, name, span));
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
  for (const item of itemsOf(machine, frame, value, node.span)) yield { kind: 'yield', value: item, span: node.span };
  return undefinedValue;
}

// Patterns.

export function* bindPattern(
  machine: Machine,
  frame: Frame,
  pattern: Pattern,
  value: Value,
  variable: 'var' | 'let' | 'const',
): Generator<Suspension, void, Value> {
  yield* matchPattern(machine, frame, pattern, value, (name, part) =>
    frame.scope.declare(name, part, variable === 'const'),
  );
}

export function* assignPattern(
  machine: Machine,
  frame: Frame,
  pattern: Pattern,
  value: Value,
): Generator<Suspension, void, Value> {
  yield* matchPattern(machine, frame, pattern, value, (name, part, span) =>
    writeVariable(machine, frame, name, part, span),
  );
}

function* matchPattern(
  machine: Machine,
  frame: Frame,
  pattern: Pattern,
  value: Value,
  bind: (name: string, value: Value, span: Span) => void,
): Generator<Suspension, void, Value> {
  const inner = function* (
    element: { pattern: Pattern; fallback?: Expression },
    part: Value,
  ): Generator<Suspension, void, Value> {
    const isMissing = element.fallback && part.raw === undefined;
    const chosen = isMissing ? withDeps(yield* evaluate(machine, frame, element.fallback!), part.deps) : part;
    yield* matchPattern(machine, frame, element.pattern, chosen, bind);
  };
  switch (pattern.kind) {
    case 'variable':
      return bind(pattern.name, value, pattern.span);
    case 'place': {
      if (pattern.expression.kind !== 'member') return;
      const { object, property } = yield* evaluatePlace(machine, frame, pattern.expression);
      return setProperty(machine, frame, object, property, value, pattern.span);
    }
    case 'array-pattern': {
      const items = itemsOf(machine, frame, value, pattern.span).map((item) => withDeps(item, value.deps));
      for (const [index, element] of pattern.elements.entries())
        if (element) yield* inner(element, items[index] ?? { raw: undefined, deps: value.deps });
      if (pattern.rest) {
        const rest = machine.newThing('array', 'Array');
        rest.items = items.slice(pattern.elements.length);
        yield* matchPattern(machine, frame, pattern.rest, { raw: rest, deps: value.deps }, bind);
      }
      return;
    }
    case 'object-pattern': {
      for (const property of pattern.properties) {
        const key =
          typeof property.key === 'string'
            ? property.key
            : propertyKey(yield* evaluate(machine, frame, property.key)).key;
        yield* inner(property, getProperty(machine, frame, value, key, property.pattern.span));
      }
      if (pattern.rest) {
        const rest = machine.newThing('object', 'Object');
        copyProperties(machine, frame, rest, value, pattern.span);
        for (const { key } of pattern.properties) if (typeof key === 'string') rest.properties.delete(key);
        yield* matchPattern(machine, frame, pattern.rest, { raw: rest, deps: value.deps }, bind);
      }
    }
  }
}
