// Statements. Declarations that exist for the type checker only disappear.

import type ts from 'typescript';
import type { Declaration, Expression, Statement } from '../../../model/script/syntax.js';
import { type Context, hasModifier, spanOf } from './context.js';
import { lowerExpression, named } from './expressions.js';
import { lowerClass, lowerFunction } from './functions.js';
import { lowerEnum, lowerNamespace } from './namespaces.js';
import { lowerBinding, lowerTarget } from './patterns.js';
import { lowerType } from './types.js';

export function lowerBlock(context: Context, nodes: readonly ts.Statement[]): Statement[] {
  const body: Statement[] = [];
  for (const [index, node] of nodes.entries()) {
    body.push(...[lowerStatement(context, node) ?? []].flat());
    const resources = resourcesIn(context, node);
    if (resources.length === 0) continue;
    // What is behind `using` is tried, and in the end each resource is given back, the last one first.
    const span = spanOf(context, node);
    const rest: Statement = { kind: 'block', body: lowerBlock(context, nodes.slice(index + 1)), span };
    body.push({ kind: 'try', body: rest, finalizer: { kind: 'block', body: resources.reverse(), span }, span });
    break;
  }
  return body;
}

/** How what `using` or `await using` declares is given back. */
function resourcesIn(context: Context, node: ts.Statement): Statement[] {
  const { ts } = context;
  if (!ts.isVariableStatement(node)) return [];
  const kind = node.declarationList.flags & ts.NodeFlags.BlockScoped;
  const isAwaited = kind === ts.NodeFlags.AwaitUsing;
  if (!isAwaited && kind !== ts.NodeFlags.Using) return [];
  return node.declarationList.declarations.flatMap(({ name }): Statement[] => {
    const span = spanOf(context, name);
    const object: Expression = { kind: 'identifier', name: name.getText(context.file), span };
    const dispose = (property: string): Expression => ({ kind: 'member', object, property, optional: true, span });
    const end = (callee: Expression, use: 'awaited' | 'value'): Expression => ({
      kind: 'chain',
      expression: { kind: 'call', callee, arguments: [], optional: true, use, span },
      span,
    });
    const expression = isAwaited
      ? ({ kind: 'await', operand: end(dispose('[Symbol.asyncDispose]'), 'awaited'), span } as const)
      : end(dispose('[Symbol.dispose]'), 'value');
    return [{ kind: 'expression', expression, span }];
  });
}

function body(context: Context, node: ts.Statement): Statement {
  return lowerStatement(context, node) ?? { kind: 'empty', span: spanOf(context, node) };
}

export function lowerStatement(context: Context, node: ts.Statement): Statement | undefined {
  const { ts } = context;
  const span = spanOf(context, node);
  const expression = (child: ts.Expression) => lowerExpression(context, child);
  if (hasModifier(context, node, ts.SyntaxKind.DeclareKeyword)) return undefined;
  if (ts.isBlock(node)) return { kind: 'block', body: lowerBlock(context, node.statements), span };
  if (ts.isExpressionStatement(node)) return { kind: 'expression', expression: expression(node.expression), span };
  if (ts.isVariableStatement(node)) return lowerVariables(context, node.declarationList, node);
  if (ts.isFunctionDeclaration(node)) {
    if (!node.body) return undefined;
    return { kind: 'function', function: lowerFunction(context, node, node.name?.text ?? 'default'), span };
  }
  if (ts.isClassDeclaration(node)) return { kind: 'class', class: lowerClass(context, node), span };
  if (ts.isReturnStatement(node))
    return { kind: 'return', ...(node.expression ? { value: expression(node.expression) } : {}), span };
  if (ts.isThrowStatement(node)) return { kind: 'throw', value: expression(node.expression), span };
  if (ts.isIfStatement(node)) {
    const whenFalse = node.elseStatement ? { whenFalse: body(context, node.elseStatement) } : {};
    return {
      kind: 'if',
      test: expression(node.expression),
      whenTrue: body(context, node.thenStatement),
      ...whenFalse,
      span,
    };
  }
  if (ts.isTryStatement(node)) return lowerTry(context, node);
  return lowerLoop(context, node) ?? lowerOther(context, node);
}

function lowerLoop(context: Context, node: ts.Statement): Statement | undefined {
  const { ts } = context;
  const span = spanOf(context, node);
  const expression = (child: ts.Expression) => lowerExpression(context, child);
  if (ts.isWhileStatement(node))
    return { kind: 'while', test: expression(node.expression), body: body(context, node.statement), span };
  if (ts.isDoStatement(node))
    return { kind: 'do-while', test: expression(node.expression), body: body(context, node.statement), span };
  if (ts.isForStatement(node)) return lowerFor(context, node);
  if (!ts.isForOfStatement(node) && !ts.isForInStatement(node)) return undefined;
  const { initializer } = node;
  const isList = ts.isVariableDeclarationList(initializer);
  const target = isList ? lowerBinding(context, initializer.declarations[0]!.name) : lowerTarget(context, initializer);
  const common = {
    ...(isList ? { variable: variableKind(context, initializer) } : {}),
    target,
    of: expression(node.expression),
    body: body(context, node.statement),
    span,
  };
  if (ts.isForInStatement(node)) return { kind: 'for-in', ...common };
  return { kind: 'for-of', await: node.awaitModifier !== undefined, ...common };
}

function lowerFor(context: Context, node: ts.ForStatement): Statement {
  const { ts } = context;
  const { initializer, condition, incrementor } = node;
  const first = initializer && forStart(context, initializer);
  return {
    kind: 'for',
    ...(first ? { first } : {}),
    ...(condition ? { test: lowerExpression(context, condition) } : {}),
    ...(incrementor ? { update: lowerExpression(context, incrementor) } : {}),
    body: body(context, node.statement),
    span: spanOf(context, node),
  };
  function forStart(inside: Context, start: ts.ForInitializer): Statement {
    if (ts.isVariableDeclarationList(start)) return lowerVariables(inside, start, start);
    return { kind: 'expression', expression: lowerExpression(inside, start), span: spanOf(inside, start) };
  }
}

function lowerTry(context: Context, node: ts.TryStatement): Statement {
  const { tryBlock, catchClause, finallyBlock } = node;
  const parameter = catchClause?.variableDeclaration?.name;
  return {
    kind: 'try',
    body: body(context, tryBlock),
    ...(parameter ? { parameter: lowerBinding(context, parameter) } : {}),
    ...(catchClause ? { handler: body(context, catchClause.block) } : {}),
    ...(finallyBlock ? { finalizer: body(context, finallyBlock) } : {}),
    span: spanOf(context, node),
  };
}

function lowerOther(context: Context, node: ts.Statement): Statement | undefined {
  const { ts } = context;
  const span = spanOf(context, node);
  if (ts.isBreakStatement(node) || ts.isContinueStatement(node)) {
    const kind = ts.isBreakStatement(node) ? 'break' : 'continue';
    return { kind, ...(node.label ? { label: node.label.text } : {}), span };
  }
  if (ts.isLabeledStatement(node))
    return { kind: 'label', name: node.label.text, body: body(context, node.statement), span };
  if (ts.isSwitchStatement(node)) {
    const cases = node.caseBlock.clauses.map((clause) => ({
      ...(ts.isCaseClause(clause) ? { test: lowerExpression(context, clause.expression) } : {}),
      body: lowerBlock(context, clause.statements),
    }));
    return { kind: 'switch', on: lowerExpression(context, node.expression), cases, span };
  }
  if (ts.isExportAssignment(node)) {
    const value = named(lowerExpression(context, node.expression), 'default');
    const pattern = { kind: 'variable', name: 'default', span } as const;
    return { kind: 'declare', variable: 'const', declarations: [{ pattern, value, span }], span };
  }
  if (ts.isEnumDeclaration(node)) return lowerEnum(context, node);
  if (ts.isModuleDeclaration(node)) return lowerNamespace(context, node);
  const reason = ts.isWithStatement(node) ? 'with' : undefined;
  return reason === undefined ? undefined : { kind: 'expression', expression: { kind: 'opaque', reason, span }, span };
}

function variableKind({ ts }: Context, list: ts.VariableDeclarationList): 'var' | 'let' | 'const' {
  if (list.flags & ts.NodeFlags.Let) return 'let';
  return list.flags & ts.NodeFlags.BlockScoped ? 'const' : 'var';
}

function lowerVariables(context: Context, list: ts.VariableDeclarationList, commented: ts.Node): Statement {
  const declarations = list.declarations.map((node) => lowerDeclaration(context, node, commented));
  return { kind: 'declare', variable: variableKind(context, list), declarations, span: spanOf(context, list) };
}

function lowerDeclaration(context: Context, node: ts.VariableDeclaration, commented: ts.Node): Declaration {
  const { ts } = context;
  const { initializer } = node;
  const span = spanOf(context, node);
  const pattern = lowerBinding(context, node.name);
  const type = node.type ? { type: lowerType(context, node.type) } : {};
  if (!initializer) return { pattern, ...type, span };
  const name = pattern.kind === 'variable' ? pattern.name : '';
  if (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)) {
    const value = lowerFunction(context, initializer, name, commented);
    return { pattern, value: { kind: 'function', function: value, span: value.span }, ...type, span };
  }
  return { pattern, value: lowerExpression(context, initializer), ...type, span };
}
