// One function: its parameters, its lock if it is synchronized, its body, and the return at its closing brace.

import { type Recursion, runRecursion } from '../../../base/recursion.js';
import { GraphBuilder } from '../../../model/program/graph-builder.js';
import type { FunctionGraph } from '../../../model/program/program.js';
import { compactGraph } from './compact-graph.js';
import type { Declarations, DeclaredFunction } from './declarations.js';
import { FunctionContext } from './function-context.js';
import { bindLocal } from './lower-assignments.js';
import { acquireLock, closingBrace, lowerHolding } from './lower-control.js';
import { closeScope, lowerBlock } from './lower-statements.js';

export function lowerFunction(declarations: Declarations, declared: DeclaredFunction): FunctionGraph {
  const { syntax, name, returnType } = declared;
  const builder = new GraphBuilder({
    name,
    shortName: syntax.name.text,
    ...(returnType ? { returnType } : {}),
    origin: syntax.header,
  });
  const context = new FunctionContext(declarations, declared, builder);
  bindParameters(context);
  runRecursion(lowerBody(context));
  closeScope(context);
  lowerEnd(context);
  return compactGraph(builder.finish(), context.merged);
}

function bindParameters(context: FunctionContext): void {
  const { builder, declared } = context;
  declared.syntax.parameters.forEach(({ name }, i) => {
    const type = declared.parameters[i]!;
    bindLocal(context, { local: builder.parameter(name.text, type), type, name, parameter: true, used: false });
  });
}

function lowerBody(context: FunctionContext): Recursion<void> {
  const { synchronizedOn, isShared, header, body } = context.declared.syntax;
  if (!synchronizedOn) return lowerBlock(context, body);
  return lowerHolding(context, acquireLock(context, synchronizedOn, header, isShared), body);
}

function lowerEnd(context: FunctionContext): void {
  const { builder, declared, log, at } = context;
  const { name, body } = declared.syntax;
  if (declared.returnType && context.live) {
    const message = `\`${name.text}\` can end without returning a value`;
    log.error(closingBrace(body), 'HD0115', message, 'add a `return` at the end');
  }
  builder.edge(at, builder.exit, { kind: 'return' }, closingBrace(body));
}
