// Expressions, from left to right: their accesses are emitted, their value says where it comes from.

import type { ClassInfo, FieldInfo } from '../symbols/class-info.js';
import { isStatic } from '../symbols/class-info.js';
import { plainType, readType, unknownType } from '../symbols/java-type.js';
import { type SyntaxNode, unparenthesized } from '../syntax/syntax-node.js';
import { readCell, readElement, readField, writeElement, writeField } from './accesses.js';
import { lowerCall } from './calls.js';
import { lowerCreation } from './creations.js';
import { contentRead } from './library/iterations.js';
import { deepestNesting, type Lowering } from './lowering.js';
import { mergeValues } from './meeting-paths.js';
import { noSources, union, type Value } from './shared-object.js';
import { lowerCondition } from './statements/conditions.js';
import { bindPattern, lowerSwitch } from './statements/switches.js';
import { mayFail } from './statements/throws.js';

export interface EvaluationOptions {
  /** Nobody looks at the value. */
  readonly unused?: boolean;
}

const unknownValue: Value = { type: unknownType, sources: noSources };

export function evaluate(low: Lowering, written: SyntaxNode, options: EvaluationOptions = {}): Value {
  if (low.isTooLarge) return unknownValue;
  if (++low.nesting > deepestNesting) {
    low.unknown(written, 'this is nested too deeply');
    low.nesting--;
    return unknownValue;
  }
  const value = dispatch(low, unparenthesized(written), options);
  low.nesting--;
  return value;
}

function dispatch(low: Lowering, node: SyntaxNode, options: EvaluationOptions): Value {
  switch (node.type) {
    case 'identifier':
      return evaluateName(low, node);
    case 'this':
      return low.frame.self ?? unknownValue;
    case 'field_access':
      return evaluateFieldAccess(low, node);
    case 'array_access':
      return readElement(low, node);
    case 'method_invocation':
      return lowerCall(low, node, options.unused ?? false);
    case 'object_creation_expression':
    case 'array_creation_expression':
    case 'array_initializer':
      return lowerCreation(low, node);
    case 'assignment_expression':
      return lowerAssignment(low, node, options.unused ?? false);
    case 'update_expression':
      return lowerUpdate(low, node, options.unused ?? false);
    case 'binary_expression':
      return evaluateBinary(low, node);
    case 'unary_expression':
      return { ...evaluate(low, node.field('operand')!), type: plainType('?') };
    case 'ternary_expression':
      return evaluateTernary(low, node);
    case 'cast_expression': {
      const value = evaluate(low, node.field('value')!);
      if (!/^(int|long|boolean|double|float|char|byte|short)$/.test(node.field('type')?.text ?? ''))
        mayFail(low, 'ClassCastException', node);
      return value.object ? value : { ...value, type: readType(node.field('type')) };
    }
    case 'instanceof_expression':
      return evaluateInstanceof(low, node);
    case 'lambda_expression':
    case 'method_reference':
      return evaluateCallable(low, node);
    case 'switch_expression':
      return lowerSwitch(low, node, options);
    case 'class_literal':
      return evaluateClassLiteral(low, node);
    case 'true':
    case 'false':
    case 'null_literal':
      return {
        type: plainType('boolean'),
        sources: noSources,
        constant: node.type === 'null_literal' ? 'null' : node.type,
        text: node.text,
      };
    case 'string_literal':
      return { type: plainType('String'), sources: noSources, text: node.text, constant: 'text' };
    case 'ERROR':
      low.unknown(node, 'this could not be parsed');
      return unknownValue;
    default:
      if (/_literal$/.test(node.type))
        return { type: plainType('int'), sources: noSources, constant: node.text, text: node.text };
      return node.children
        .map((child) => evaluate(low, child))
        .reduce((a, b) => ({ ...b, sources: union(a.sources, b.sources) }), unknownValue);
  }
}

function evaluateName(low: Lowering, node: SyntaxNode): Value {
  const local = low.locals.get(node.text);
  if (local) return local.text === undefined ? { ...local, text: node.text } : local;
  const found = fieldByName(low, node.text);
  return found ? readField(low, found.owner, found.field, node) : { ...unknownValue, text: node.text };
}

/** A field by its simple name, with the object whose field it is. */
function fieldByName(low: Lowering, name: string): { field: FieldInfo; owner: Value | undefined } | undefined {
  const { project, fields } = low.world;
  const { cls } = low.frame;
  const field = fields.visibleField(cls, name);
  if (!field) return undefined;
  if (isStatic(field)) return { field, owner: undefined };
  return { field, owner: selfFor(low, field.owner, project.lineage(cls).includes(field.owner)) };
}

/** `this` of the class that declares a member: our own, or that of the object around us. */
export function selfFor(low: Lowering, owner: ClassInfo, isOwn: boolean): Value | undefined {
  if (isOwn) return low.frame.self;
  const { enclosing } = low.frame;
  const cls = enclosing?.object?.cls;
  return cls && low.world.project.lineage(cls).includes(owner) ? enclosing : undefined;
}

function evaluateFieldAccess(low: Lowering, node: SyntaxNode): Value {
  const object = node.field('object')!;
  const name = node.field('field')?.text ?? '?';
  if (name === 'this') return outerThis(low, object.text);
  const cls = classNamed(low, object);
  const field = cls && low.world.project.fieldOf(cls, name);
  if (cls)
    return field && isStatic(field) ? readField(low, undefined, field, node) : { ...unknownValue, text: node.text };
  const owner = object.type === 'super' ? low.frame.self : evaluate(low, object);
  const declaring = owner?.object?.cls ?? (owner && low.world.project.resolve(owner.type, low.frame.cls));
  const member = declaring && low.world.project.fieldOf(declaring, name);
  if (member) return { ...readField(low, owner, member, node), text: `${owner?.text ?? ''}.${name}` };
  return { type: plainType(name === 'length' ? 'int' : '?'), sources: owner?.sources ?? noSources, text: node.text };
}

function outerThis(low: Lowering, name: string): Value {
  const { self, enclosing, cls } = low.frame;
  return (cls.name === name ? self : enclosing) ?? self ?? unknownValue;
}

/** The given class that a name means, if it does not mean a local or field. */
export function classNamed(low: Lowering, node: SyntaxNode): ClassInfo | undefined {
  if (node.type !== 'identifier' && node.type !== 'field_access') return undefined;
  const first = node.text.split('.')[0]!.trim();
  if (low.locals.has(first) || low.world.fields.visibleField(low.frame.cls, first)) return undefined;
  return low.world.project.resolveName(node.text.replace(/\s/g, ''), low.frame.cls);
}

function lowerAssignment(low: Lowering, node: SyntaxNode, unused: boolean): Value {
  const operator = node.field('operator')?.text ?? '=';
  const left = unparenthesized(node.field('left')!);
  const place = placeOf(low, left);
  const steps = unused && /^[+-]=$/.test(operator);
  const old = operator === '=' ? undefined : readPlace(low, place, left, steps);
  const right = evaluate(low, node.field('right')!);
  const value = old ? { ...right, type: old.type, sources: union(old.sources, right.sources), text: node.text } : right;
  writePlace(low, place, old ? withoutIdentity(value) : value, node, steps);
  return place.kind === 'field' ? asPublished(low, place.owner, place.field, value) : value;
}

/** `local = field = new …`: by now it is what others find in the field. */
function asPublished(low: Lowering, owner: Value | undefined, field: FieldInfo, value: Value): Value {
  const object = value.fresh && !owner?.fresh ? low.world.objects.held(owner?.object, field) : undefined;
  if (!object) return value;
  const { fresh: _, ...rest } = value;
  return { ...rest, object };
}

function lowerUpdate(low: Lowering, node: SyntaxNode, unused: boolean): Value {
  const left = unparenthesized(node.children[0]!);
  const place = placeOf(low, left);
  const old = readPlace(low, place, left, unused);
  writePlace(low, place, withoutIdentity(old), node, unused);
  return withoutIdentity(old);
}

function withoutIdentity({ type, sources }: Value): Value {
  return { type, sources };
}

type Place =
  | { readonly kind: 'local'; readonly name: string }
  | { readonly kind: 'field'; readonly owner: Value | undefined; readonly field: FieldInfo }
  | { readonly kind: 'element'; readonly array: Value; readonly index: Value; readonly node: SyntaxNode }
  | { readonly kind: 'elsewhere' };

function placeOf(low: Lowering, node: SyntaxNode): Place {
  if (node.type === 'identifier') {
    if (low.locals.has(node.text)) return { kind: 'local', name: node.text };
    const found = fieldByName(low, node.text);
    return found ? { kind: 'field', ...found } : { kind: 'local', name: node.text };
  }
  if (node.type === 'array_access') {
    const array = evaluate(low, node.field('array')!);
    const index = evaluate(low, node.field('index')!);
    mayFail(low, 'ArrayIndexOutOfBoundsException', node);
    return { kind: 'element', array, index, node };
  }
  if (node.type !== 'field_access') return { kind: 'elsewhere' };
  const object = node.field('object')!;
  const name = node.field('field')?.text ?? '?';
  const cls = classNamed(low, object);
  const owner = cls ? undefined : object.type === 'super' ? low.frame.self : evaluate(low, object);
  const declaring = cls ?? owner?.object?.cls ?? (owner && low.world.project.resolve(owner.type, low.frame.cls));
  const field = declaring && low.world.project.fieldOf(declaring, name);
  return field ? { kind: 'field', owner, field } : { kind: 'elsewhere' };
}

function readPlace(low: Lowering, place: Place, node: SyntaxNode, steps: boolean): Value {
  if (place.kind === 'local') return low.locals.get(place.name) ?? unknownValue;
  if (place.kind === 'field') return readField(low, place.owner, place.field, node, steps);
  return place.kind === 'element' ? readCell(low, place.array, place.index, node) : unknownValue;
}

function writePlace(low: Lowering, place: Place, value: Value, node: SyntaxNode, steps: boolean): void {
  if (place.kind === 'local') low.locals.set(place.name, withType(value, low.locals.get(place.name)));
  else if (place.kind === 'field') writeField(low, place.owner, place.field, value, node, steps);
  else if (place.kind === 'element') writeElement(low, place.array, place.index, value, node);
}

function withType(value: Value, old: Value | undefined): Value {
  return old && (value.type.name === '?' || value.constant === 'null') ? { ...value, type: old.type } : value;
}

function evaluateBinary(low: Lowering, node: SyntaxNode): Value {
  const operator = node.field('operator')?.text;
  if (operator === '&&' || operator === '||') return evaluateShortCircuit(low, node);
  const sides = [node.field('left')!, node.field('right')!].map((side) => {
    const value = evaluate(low, side);
    // Joining texts asks the object for its content.
    const isJoined = operator === '+' && value.object?.library && value.object.library.policy !== 'immutable';
    return isJoined ? contentRead(low, value, side, false) : value;
  });
  if (/^[/%]$/.test(operator ?? '') && !/^[1-9]/.test(node.field('right')!.text))
    mayFail(low, 'ArithmeticException', node);
  if (/^[<>=!]/.test(operator ?? ''))
    low.meet(
      sides.map((side) => side.sources),
      /^[=!]=$/.test(operator ?? ''),
    );
  if (/^[<>]=?$/.test(operator ?? '')) orderBy(low, sides[0], sides[1]);
  const sources = union(...sides.map((side) => side.sources));
  const isNullTest = /^[=!]=$/.test(operator ?? '') && sides.every(({ constant }) => constant === 'null');
  return {
    ...(isNullTest ? { constant: String(operator === '==') } : {}),
    type: plainType(/^[<>=!]/.test(operator ?? '') ? 'boolean' : (sides[0]?.type.name ?? '?')),
    sources,
    text: `${sides[0]?.text ?? '?'} ${operator} ${sides[1]?.text ?? '?'}`,
  };
}

/** By what belongs to two objects, or by two indices. */
function orderBy(low: Lowering, left: Value | undefined, right: Value | undefined): void {
  low.order(left?.about, right?.about);
  if (left?.about === undefined && right?.about === undefined) low.order(left?.text, right?.text);
}

function evaluateShortCircuit(low: Lowering, node: SyntaxNode): Value {
  const [yes, no, after] = [low.target(), low.target(), low.target()];
  const [first, firstEdge] = [low.accesses.length, low.edges.length];
  lowerCondition(low, node, yes, no);
  // What was read before, and is tested here, decides as well.
  const tested = low.edges.slice(firstEdge).flatMap(({ action }) => (action.kind === 'branch' ? [action.tests] : []));
  low.enter(yes);
  low.jump(after, node);
  low.enter(no);
  low.jump(after, node);
  low.enter(after);
  const read = low.accesses.slice(first).flatMap(({ kind, id }) => (kind === 'read' ? [id] : []));
  return { type: plainType('boolean'), sources: union(new Set(read), ...tested) };
}

function evaluateTernary(low: Lowering, node: SyntaxNode): Value {
  const [yes, no, after] = [low.side(), low.side(), low.target()];
  const before = low.control;
  lowerCondition(low, node.field('condition')!, yes, no);
  const results: Value[] = [];
  for (const [target, side] of [
    [yes, node.field('consequence')!],
    [no, node.field('alternative')!],
  ] as const) {
    low.enter(target);
    if (low.at !== undefined) {
      const value = evaluate(low, side);
      const decided = new Set([...low.control].filter((id) => !before.has(id)));
      results.push({ ...value, sources: union(value.sources, decided) });
    }
    low.jump(after, node);
  }
  low.enter(after);
  return results.length === 0 ? unknownValue : results.reduce(mergeValues);
}

function evaluateInstanceof(low: Lowering, node: SyntaxNode): Value {
  const value = evaluate(low, node.field('left')!);
  const name = node.field('name')?.text;
  if (name !== undefined) low.locals.set(name, { ...value, type: readType(node.field('right')) });
  bindPattern(low, node, value);
  return { type: plainType('boolean'), sources: value.sources };
}

function evaluateCallable(low: Lowering, node: SyntaxNode): Value {
  const { cls, self, enclosing } = low.frame;
  const base = { node, cls, self, enclosing, locals: new Map(low.locals) };
  if (node.type === 'lambda_expression') return { type: plainType('λ'), sources: noSources, callable: base };
  const object = node.children[0];
  const receiver = object && object.type !== 'super' && !classNamed(low, object) ? evaluate(low, object) : undefined;
  return { type: plainType('λ'), sources: noSources, callable: { ...base, ...(receiver ? { receiver } : {}) } };
}

function evaluateClassLiteral(low: Lowering, node: SyntaxNode): Value {
  const cls = node.children[0] && low.world.project.resolveName(node.children[0].text, low.frame.cls);
  const object = cls && low.world.objects.classObject(cls);
  return { type: plainType('Class'), sources: noSources, ...(object ? { object } : {}), text: node.text };
}
