// One function: its parameters, its lock if it is synchronized, its body, and the return at its closing brace.

import { type Recursion, runRecursion } from '../../../base/recursion.js';
import { GraphBuilder } from '../../../model/program/graph-builder.js';
import type { Action, FunctionGraph } from '../../../model/program/program.js';
import type { FunctionValue, OpenCall, OpenCalls, Passed } from '../functions/function-value.js';
import type { Instance, ShapeId } from '../functions/instances.js';
import type { Name } from '../syntax/syntax.js';
import { compactGraph } from './compact-graph.js';
import type { Declarations, DeclaredFunction } from './declarations.js';
import { type Binding, FunctionContext } from './function-context.js';
import { bindLocal } from './lower-assignments.js';
import { acquireLock, closingBrace, describeFunction, lowerHolding } from './lower-control.js';
import { closeScope, lowerBlock } from './lower-statements.js';
import type { DeclaredType } from './types.js';

export function lowerInstance(declarations: Declarations, instance: Instance): FunctionGraph {
  const { code, shapes, isCut } = instance;
  const builder = builderOf(code, `${code.name}${shapeNames(declarations, instance)}`);
  if (isCut) return neverReturns(builder);
  return lowerFunction(new FunctionContext(declarations, code, builder), shapes);
}

export interface OpenGraph {
  readonly graph: FunctionGraph;
  readonly calls: OpenCalls;
}

/** For whatever functions it is called with. */
export function lowerOpen(declarations: Declarations, code: DeclaredFunction): OpenGraph {
  const calls = new Map<Action, OpenCall>();
  const context = new FunctionContext(declarations, code, builderOf(code, code.name), calls);
  return { graph: lowerFunction(context, []), calls };
}

function builderOf({ syntax, returnType }: DeclaredFunction, name: string): GraphBuilder {
  const typed = returnType ? { returnType } : {};
  return new GraphBuilder({ name, shortName: syntax.name.text, ...typed, origin: syntax.header });
}

/** `each[main$3]`: the code of the functions that it is called with. */
function shapeNames({ instances }: Declarations, { shapes, isCut }: Instance): string {
  if (isCut) return '[…]';
  const names = shapes.flatMap((id) => instances.shape(id)?.code.syntax.name.text ?? []);
  return names.length === 0 ? '' : `[${names.join(',')}]`;
}

function neverReturns(builder: GraphBuilder): FunctionGraph {
  builder.edge(builder.entry, builder.entry, { kind: 'skip' }, builder.signature.origin);
  return builder.finish();
}

function lowerFunction(context: FunctionContext, shapes: readonly ShapeId[]): FunctionGraph {
  bindParameters(context, shapes);
  runRecursion(lowerBody(context));
  closeScope(context);
  lowerEnd(context);
  return compactGraph(context.builder.finish(), context.merged);
}

function bindParameters(context: FunctionContext, shapes: readonly ShapeId[]): void {
  const { captures, parameters, syntax } = context.declared;
  captures.forEach(({ name, type }, i) => {
    const binding = bindingOf(context, name, type, i, shapes);
    const captured = binding.kind === 'local' ? { ...binding, isCaptured: true as const } : binding;
    context.names.declare(name.text, { ...captured, used: true });
  });
  // A parameter may hide what is captured, though nothing in the function speaks of that then.
  context.names.enter();
  syntax.parameters.forEach(({ name }, i) => {
    bindLocal(context, bindingOf(context, name, parameters[i]!, captures.length + i, shapes));
  });
}

function bindingOf(
  context: FunctionContext,
  name: Name,
  type: DeclaredType,
  parameter: number,
  shapes: readonly ShapeId[],
): Binding {
  const common = { name, parameter: true, used: false };
  if (type.kind === 'function') {
    const value: FunctionValue = context.openCalls
      ? { kind: 'open', type, parameter }
      : functionOfShape(context, name.text, shapes[parameter]!);
    return { kind: 'function', type, value, ...common };
  }
  return { kind: 'local', type, local: context.builder.parameter(name.text, type), ...common };
}

/** A function of this shape, with a parameter for each hole. */
function functionOfShape(context: FunctionContext, name: string, id: ShapeId): FunctionValue {
  const { code, captured } = context.declarations.instances.shape(id)!;
  const values = captured.map((shape, i): Passed => {
    const { name: inner, type } = code.captures[i]!;
    const full = `${name}$${inner.text}`;
    if (type.kind === 'function') return functionOfShape(context, full, shape);
    return { kind: 'data', value: { kind: 'local', local: context.builder.parameter(full, type) } };
  });
  return { kind: 'closure', code, captured: values };
}

function lowerBody(context: FunctionContext): Recursion<void> {
  const { synchronizedOn, isShared, header, body } = context.declared.syntax;
  if (!synchronizedOn) return lowerBlock(context, body);
  return lowerHolding(context, acquireLock(context, synchronizedOn, header, isShared), body);
}

function lowerEnd(context: FunctionContext): void {
  const { builder, declared, log, at } = context;
  const { body } = declared.syntax;
  if (declared.returnType && context.live) {
    const message = `${describeFunction(declared)} can end without returning a value`;
    log.error(closingBrace(body), 'HD0115', message, 'add a `return` at the end');
  }
  builder.edge(at, builder.exit, { kind: 'return' }, closingBrace(body));
}
