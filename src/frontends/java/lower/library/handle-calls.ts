// Calls on handles of variables and on field updaters: accesses of the field (or array) that they were looked up for, of the
// object that is named first. What tests and writes does so in one step; a plain write of the same field comes before or
// after such a step, never in between.

import { methodEffect } from '../../summaries/library.js';
import { type MethodEffect, readEffect } from '../../summaries/library-type.js';
import { type FieldInfo, isStatic } from '../../symbols/class-info.js';
import { isHandleType } from '../../symbols/handle-targets.js';
import { type JavaType, simpleName } from '../../symbols/java-type.js';
import type { SyntaxNode } from '../../syntax/syntax-node.js';
import { access, isElsewhere } from '../accesses.js';
import { evaluate } from '../expressions.js';
import { foundAt } from '../found-objects.js';
import { invoke } from '../inlining.js';
import type { Lowering } from '../lowering.js';
import type { Target } from '../meeting-paths.js';
import { publish } from '../ownership.js';
import {
  noSources,
  type SharedLocation,
  type SharedObject,
  type Sources,
  union,
  type Value,
} from '../shared-object.js';
import { inStep } from './atomic-steps.js';

interface Step {
  readonly name: string;
  readonly effect: MethodEffect;
  /** Nothing: an object that is not followed, or one that nobody else sees. */
  readonly location: SharedLocation | undefined;
  readonly field: FieldInfo | undefined;
  readonly owner: Value | undefined;
  readonly type: JavaType;
  /** Without the object and the index. */
  readonly values: readonly Value[];
  /** An access like one that is written as `o.f`: it orders nothing. */
  readonly isPlain: boolean;
  readonly node: SyntaxNode;
}

export function handleCall(
  low: Lowering,
  receiver: Value,
  name: string,
  values: readonly Value[],
  node: SyntaxNode,
  unused: boolean,
): Value | undefined {
  const step = stepOf(low, receiver, name, values, node);
  return step === 'unknown'
    ? { type: receiver.type, sources: union(...values.map(({ sources }) => sources)) }
    : step && perform(low, step, unused);
}

/** `if (N.compareAndSet(this, old, next))`: a step on one side, nothing on the other. */
export function handleCondition(low: Lowering, receiver: Value, node: SyntaxNode, yes: Target, no: Target): boolean {
  if (!isHandle(low, receiver) || !/CompareAndSet|compareAndSet/.test(node.field('name')?.text ?? '')) return false;
  const values = (node.field('arguments')?.children ?? []).map((argument) => evaluate(low, argument));
  const step = stepOf(low, receiver, node.field('name')!.text, values, node);
  const before = low.snapshot();
  const from = low.at;
  low.branch(noSources, node, no, undefined);
  low.restore(before, from);
  if (step && step !== 'unknown') perform(low, step, false);
  low.jump(yes, node, { kind: 'branch', tests: noSources, side: 'then' });
  return true;
}

function isHandle({ world, frame }: Lowering, { type }: Value): boolean {
  return isHandleType(type.name) && !world.project.resolve(type, frame.cls);
}

function stepOf(
  low: Lowering,
  receiver: Value,
  name: string,
  values: readonly Value[],
  node: SyntaxNode,
): Step | 'unknown' | undefined {
  const effect = isHandle(low, receiver) ? effectOf(name) : undefined;
  if (!effect) return undefined;
  const isPlain = simpleName(receiver.type.name) === 'VarHandle' && /^(get|set)$/.test(name);
  const field = receiver.object?.field;
  const target = field && low.world.fields.handledBy(field);
  const [first, second, ...others] = values;
  const made = { name, effect, isPlain, node };
  if (target?.kind === 'field') {
    const isClass = isStatic(target.field);
    const owner = isClass ? undefined : first;
    const location = owner?.fresh ? undefined : low.world.objects.fieldLocation(owner?.object, target.field);
    const rest = isClass ? values : values.slice(1);
    return { ...made, location, field: target.field, owner, type: target.field.type, values: rest };
  }
  if (target && first && second) {
    const isOther = isElsewhere(low, first, second);
    const location = first.object && !isOther ? low.world.objects.contentLocation(first.object) : undefined;
    const type = { ...first.type, dimensions: Math.max(0, first.type.dimensions - 1) };
    return { ...made, location, field: undefined, owner: undefined, type, values: others };
  }
  if (values.some(({ object }) => object?.exact || object?.cls))
    low.unknown(node, 'what this handle stands for is not known');
  return 'unknown';
}

const modes = /(Plain|Opaque|Acquire|Release|Volatile)$/;

function effectOf(name: string): MethodEffect | undefined {
  if (name.startsWith('getAndBitwise')) return readEffect('c element');
  const effect = methodEffect('AtomicValue', name.replace(modes, ''));
  return effect?.isGuess ? undefined : effect;
}

function perform(low: Lowering, step: Step, unused: boolean): Value {
  const { effect, location, field, owner, type, values, node } = step;
  const given = union(...values.map(({ sources }) => sources));
  if (!location) return onUnseen(low, step, given);
  low.assumptions.add('A3');
  const isTest = effect.tests || (effect.commutes && !unused);
  const isBlind = effect.commutes && unused;
  const [expected = noSources] = values.map(({ sources }) => sources);
  const options = {
    atomic: !step.isPlain,
    tests: isTest && !isBlind,
    commutes: isBlind,
    counts: effect.commutes,
    validates: /ompareAnd/.test(step.name),
    expected,
    stored: values.at(-1)?.sources ?? noSources,
  };
  let read: Sources = noSources;
  const body = () => {
    if (effect.reads || (effect.tests && !isBlind)) read = new Set([access(low, 'read', location, node, options)]);
    const made = effect.lambda ? runCode(low, values, type, read, node) : noSources;
    const constant = effect.tests ? undefined : values.at(-1)?.constant;
    const fresh = values.at(-1)?.fresh ?? false;
    if (effect.writes)
      access(low, 'write', location, node, { ...options, data: union(given, read, made), constant, fresh });
  };
  if (effect.writes) inStep(low, location, node, body);
  else body();
  const held = field && low.world.objects.held(owner?.object, field);
  const stored = values.at(-1);
  if (effect.writes && held && stored?.fresh) publish(low, stored, held);
  const isElement = effect.element && !effect.lambda;
  return {
    type: isElement ? type : { name: '?', args: [], dimensions: 0 },
    sources: union(read, owner?.sources ?? noSources),
    ...(isElement && held ? { object: held } : {}),
    ...(isElement ? foundAt(low, location) : {}),
  };
}

/** The function of `updateAndGet` and its like, with the old value. */
function runCode(low: Lowering, values: readonly Value[], type: JavaType, read: Sources, node: SyntaxNode): Sources {
  const old: Value = { type, sources: read };
  const others = values.filter(({ callable }) => !callable);
  return union(
    ...values.flatMap(({ callable }) => (callable ? [invoke(low, callable, '', [old, ...others], node).sources] : [])),
  );
}

/** Only values flow. */
function onUnseen(low: Lowering, { effect, field, owner, type, values, node }: Step, given: Sources): Value {
  const known = (field && owner?.fresh && low.freshFields.get(field)) || noSources;
  if (effect.lambda) runCode(low, values, type, known, node);
  if (effect.writes && field && owner?.fresh) low.freshFields.set(field, union(known, given));
  const object: SharedObject | undefined =
    field && low.world.project.resolve(type, field.owner)
      ? low.world.objects.opaque(type, field.owner, field.name)
      : undefined;
  return { type, sources: union(known, given, owner?.sources ?? noSources), ...(object ? { object } : {}) };
}
