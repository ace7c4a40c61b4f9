// Enumerations and namespaces: objects that are made where they stand.

import type ts from 'typescript';
import type { Expression, ObjectMember, Statement } from '../../../model/script/syntax.js';
import { type Context, hasModifier, spanOf } from './context.js';
import { lowerExpression } from './expressions.js';
import { lowerBlock } from './statements.js';

export function lowerEnum(context: Context, node: ts.EnumDeclaration): Statement {
  const span = spanOf(context, node);
  const known = new Map<string, string | number>();
  let next: number | undefined = 0;
  const members = node.members.flatMap((member): ObjectMember[] => {
    const key = member.name.getText(context.file).replace(/['"]/g, '');
    const constant: string | number | undefined = member.initializer
      ? constantOf(context, member.initializer, known)
      : next;
    next = typeof constant === 'number' ? constant + 1 : undefined;
    if (constant !== undefined) known.set(key, constant);
    const value: Expression =
      constant === undefined && member.initializer
        ? lowerExpression(context, member.initializer)
        : { kind: 'literal', value: constant, span };
    // Numbers lead back to their names.
    const back: ObjectMember[] =
      typeof constant === 'number'
        ? [{ kind: 'property', key: String(constant), value: { kind: 'literal', value: key, span } }]
        : [];
    return [...back, { kind: 'property', key, value }];
  });
  return constant(node.name.text, { kind: 'object', members, span });
}

function constant(name: string, value: Expression): Statement {
  const { span } = value;
  return {
    kind: 'declare',
    variable: 'const',
    declarations: [{ pattern: { kind: 'variable', name, span }, value, span }],
    span,
  };
}

/** What an initialiser is when it is compiled: numbers, texts, members before it. */
function constantOf(
  context: Context,
  node: ts.Expression,
  known: ReadonlyMap<string, string | number>,
): string | number | undefined {
  const { ts } = context;
  const inner = (child: ts.Expression) => constantOf(context, child, known);
  if (ts.isParenthesizedExpression(node)) return inner(node.expression);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isIdentifier(node)) return known.get(node.text);
  if (ts.isPropertyAccessExpression(node)) return known.get(node.name.text);
  if (ts.isPrefixUnaryExpression(node)) {
    const operand = inner(node.operand);
    if (typeof operand !== 'number') return undefined;
    const sign = ts.tokenToString(node.operator);
    return sign === '-' ? -operand : sign === '~' ? ~operand : sign === '+' ? operand : undefined;
  }
  if (!ts.isBinaryExpression(node)) return undefined;
  const [left, right] = [inner(node.left), inner(node.right)];
  if (left === undefined || right === undefined) return undefined;
  return folded(ts.tokenToString(node.operatorToken.kind) ?? '', left, right);
}

function folded(operator: string, left: string | number, right: string | number): string | number | undefined {
  if (operator === '+' && (typeof left === 'string' || typeof right === 'string')) return `${left}${right}`;
  if (typeof left === 'string' || typeof right === 'string') return undefined;
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '|':
      return left | right;
    case '&':
      return left & right;
    case '^':
      return left ^ right;
    case '<<':
      return left << right;
    case '>>':
      return left >> right;
    default:
      return undefined;
  }
}

/** A function that runs the body at once, and gives what is exported; variables that may change are asked each time. */
export function lowerNamespace(context: Context, node: ts.ModuleDeclaration): Statement | undefined {
  const { ts } = context;
  const span = spanOf(context, node);
  const inner = node.body;
  if (!inner || !ts.isIdentifier(node.name)) return undefined;
  const statements = ts.isModuleBlock(inner) ? inner.statements : undefined;
  const nested = ts.isModuleDeclaration(inner) ? lowerNamespace(context, inner) : undefined;
  const body = statements ? lowerBlock(context, statements) : nested ? [nested] : [];
  if (body.length === 0) return undefined;
  if (isMerged(context, node))
    return {
      kind: 'expression',
      expression: { kind: 'opaque', reason: 'a namespace beside another declaration of its name', span },
      span,
    };
  const members = statements
    ? statements.flatMap((statement) => exportedBy(context, statement))
    : [property(ts.isModuleDeclaration(inner) ? inner.name.text : '', span)];
  const common = { module: context.module, parameters: [], generator: false, notConcurrent: false, span };
  const whole: Expression = { kind: 'object', members, span };
  const made = { ...common, name: node.name.text, async: false, arrow: true };
  const callee: Expression = {
    kind: 'function',
    function: { ...made, body: [...body, { kind: 'return', value: whole, span }] },
    span,
  };
  return constant(node.name.text, { kind: 'call', callee, arguments: [], optional: false, use: 'value', span });
}

function isMerged({ ts }: Context, node: ts.ModuleDeclaration): boolean {
  const around: ts.Node = node.parent;
  if (!ts.isSourceFile(around) && !ts.isModuleBlock(around)) return false;
  const isRival = (other: ts.Statement) =>
    other !== node &&
    (ts.isModuleDeclaration(other) ||
      ts.isClassDeclaration(other) ||
      ts.isFunctionDeclaration(other) ||
      ts.isEnumDeclaration(other)) &&
    other.name?.text === node.name.text;
  return around.statements.some(isRival);
}

function property(name: string, span: Statement['span']): ObjectMember {
  return { kind: 'property', key: name, value: { kind: 'identifier', name, span } };
}

function exportedBy(context: Context, node: ts.Statement): ObjectMember[] {
  const { ts } = context;
  const span = spanOf(context, node);
  if (!hasModifier(context, node, ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ name }): ObjectMember[] => {
      if (!ts.isIdentifier(name)) return [];
      const isConstant = (node.declarationList.flags & ts.NodeFlags.Const) !== 0;
      return [isConstant ? property(name.text, span) : getter(context, name.text, span)];
    });
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isModuleDeclaration(node);
  return isNamed && node.name ? [property(node.name.text, span)] : [];
}

function getter({ module }: Context, name: string, span: Statement['span']): ObjectMember {
  const body: Statement[] = [{ kind: 'return', value: { kind: 'identifier', name, span }, span }];
  const common = { name, module, parameters: [], async: false, generator: false, arrow: false };
  return { kind: 'getter', key: name, function: { ...common, body, notConcurrent: false, span } };
}
