// Type annotations as hints: only their shape as written, nothing is resolved by the compiler's checker.

import type ts from 'typescript';
import type { TypeHint } from '../../../model/script/syntax.js';
import type { Context } from './context.js';

const unknown: TypeHint = { kind: 'unknown' };

export function lowerType(context: Context, node: ts.TypeNode | undefined, depth = 0): TypeHint {
  const { ts } = context;
  if (!node || depth > 12) return unknown;
  const inner = (child: ts.TypeNode | undefined) => lowerType(context, child, depth + 1);
  if (ts.isParenthesizedTypeNode(node)) return inner(node.type);
  if (ts.isArrayTypeNode(node)) return { kind: 'array', element: inner(node.elementType) };
  if (ts.isTupleTypeNode(node)) return { kind: 'array', element: unknown };
  if (ts.isFunctionTypeNode(node))
    return { kind: 'function', returns: inner(node.type), takes: node.parameters.map(({ type }) => inner(type)) };
  if (ts.isTypeOperatorNode(node)) return inner(node.type);
  if (ts.isUnionTypeNode(node)) return { kind: 'union', members: node.types.map(inner) };
  if (ts.isIntersectionTypeNode(node)) return intersection(node.types.map(inner));
  if (ts.isTypeLiteralNode(node)) return { kind: 'object', members: lowerMembers(context, node.members, depth + 1) };
  if (ts.isTypeReferenceNode(node)) return reference(context, node, inner);
  if (ts.isLiteralTypeNode(node)) return literal(context, node);
  switch (node.kind) {
    case ts.SyntaxKind.StringKeyword:
      return { kind: 'string' };
    case ts.SyntaxKind.NumberKeyword:
    case ts.SyntaxKind.BigIntKeyword:
      return { kind: 'number' };
    case ts.SyntaxKind.BooleanKeyword:
      return { kind: 'boolean' };
    case ts.SyntaxKind.VoidKeyword:
      return { kind: 'void' };
    case ts.SyntaxKind.UndefinedKeyword:
      return { kind: 'null' };
    default:
      return unknown;
  }
}

function reference(
  { file, module }: Context,
  node: ts.TypeReferenceNode,
  inner: (child: ts.TypeNode | undefined) => TypeHint,
): TypeHint {
  const name = node.typeName.getText(file);
  const first = node.typeArguments?.[0];
  if (name === 'Promise' || name === 'PromiseLike') return { kind: 'promise', element: inner(first) };
  if (['Array', 'ReadonlyArray', 'Iterable', 'AsyncIterable'].includes(name))
    return { kind: 'array', element: inner(first) };
  if (['Readonly', 'Required', 'Partial', 'NonNullable', 'Awaited'].includes(name)) return inner(first);
  return { kind: 'reference', name, module, arguments: node.typeArguments?.map(inner) ?? [] };
}

function literal({ ts }: Context, node: ts.LiteralTypeNode): TypeHint {
  const { literal } = node;
  if (literal.kind === ts.SyntaxKind.NullKeyword) return { kind: 'null' };
  if (ts.isStringLiteral(literal)) return { kind: 'literal', value: literal.text };
  if (ts.isNumericLiteral(literal)) return { kind: 'literal', value: Number(literal.text) };
  if (literal.kind === ts.SyntaxKind.TrueKeyword) return { kind: 'literal', value: true };
  if (literal.kind === ts.SyntaxKind.FalseKeyword) return { kind: 'literal', value: false };
  return unknown;
}

function intersection(members: readonly TypeHint[]): TypeHint {
  const objects = members.flatMap((member) => (member.kind === 'object' ? [member.members] : []));
  const named = members.find((member) => member.kind === 'reference');
  return objects.length > 0 ? { kind: 'object', members: Object.assign({}, ...objects) } : (named ?? unknown);
}

/** Methods and properties of an interface, a type literal or an ambient class. */
export function lowerMembers(
  context: Context,
  members: Iterable<ts.TypeElement | ts.ClassElement>,
  depth = 0,
): Record<string, TypeHint> {
  const { ts, file } = context;
  const found: Record<string, TypeHint> = {};
  for (const member of members) {
    const name = member.name?.getText(file).replace(/^['"]|['"]$/g, '');
    if (name === undefined) continue;
    if (ts.isMethodSignature(member) || ts.isMethodDeclaration(member))
      found[name] = {
        kind: 'function',
        returns: lowerType(context, member.type, depth + 1),
        takes: member.parameters.map(({ type }) => lowerType(context, type, depth + 1)),
      };
    else if (ts.isPropertySignature(member) || ts.isPropertyDeclaration(member))
      found[name] = optional(lowerType(context, member.type, depth + 1), member.questionToken !== undefined);
    else if (ts.isGetAccessor(member)) found[name] = lowerType(context, member.type, depth + 1);
  }
  return found;
}

function optional(type: TypeHint, mayBeAbsent: boolean): TypeHint {
  return mayBeAbsent ? { kind: 'union', members: [type, { kind: 'null' }] } : type;
}
