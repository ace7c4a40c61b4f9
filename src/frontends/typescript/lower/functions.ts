// Functions and classes.

import type ts from 'typescript';
import type { ClassMember, ClassNode, FunctionNode, Parameter, Statement } from '../../../model/script/syntax.js';
import { type Context, hasModifier, isNotConcurrent, isUnit, spanOf } from './context.js';
import { lowerExpression, lowerKey, named } from './expressions.js';
import { lowerBinding } from './patterns.js';
import { lowerBlock } from './statements.js';
import { lowerType } from './types.js';

export function lowerFunction(
  context: Context,
  node: ts.FunctionLikeDeclaration,
  name: string,
  commented: ts.Node = node,
): FunctionNode {
  const { ts } = context;
  return {
    name,
    module: context.module,
    // A static block has none.
    parameters: (node.parameters ?? [])
      .filter((p) => p.name.getText(context.file) !== 'this')
      .map((p) => parameter(context, p)),
    body: bodyOf(context, node.body),
    async: hasModifier(context, node, ts.SyntaxKind.AsyncKeyword),
    generator: 'asteriskToken' in node && node.asteriskToken !== undefined,
    arrow: ts.isArrowFunction(node),
    ...(node.type ? { returns: lowerType(context, node.type) } : {}),
    notConcurrent: isNotConcurrent(context, commented),
    ...(isUnit(context, commented) ? { unit: true as const } : {}),
    span: spanOf(context, node),
  };
}

function bodyOf(context: Context, body: ts.ConciseBody | undefined): Statement[] {
  if (!body) return [];
  if (context.ts.isBlock(body)) return lowerBlock(context, body.statements);
  return [{ kind: 'return', value: lowerExpression(context, body), span: spanOf(context, body) }];
}

function parameter(context: Context, node: ts.ParameterDeclaration): Parameter {
  const { ts } = context;
  const fieldKinds = [
    ts.SyntaxKind.PrivateKeyword,
    ts.SyntaxKind.PublicKeyword,
    ts.SyntaxKind.ProtectedKeyword,
    ts.SyntaxKind.ReadonlyKeyword,
  ];
  return {
    pattern: lowerBinding(context, node.name),
    ...(node.initializer ? { fallback: lowerExpression(context, node.initializer) } : {}),
    rest: node.dotDotDotToken !== undefined,
    optional: node.questionToken !== undefined,
    ...(node.type ? { type: lowerType(context, node.type) } : {}),
    field: fieldKinds.some((kind) => hasModifier(context, node, kind)),
  };
}

export function lowerClass(context: Context, node: ts.ClassLikeDeclaration): ClassNode {
  const { ts } = context;
  const base = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  const construct = node.members.find((member) => ts.isConstructorDeclaration(member) && member.body !== undefined);
  return {
    name: node.name?.text ?? '',
    module: context.module,
    ...(base ? { base: lowerExpression(context, base.expression) } : {}),
    ...(construct && ts.isConstructorDeclaration(construct)
      ? { construct: lowerFunction(context, construct, 'constructor') }
      : {}),
    members: node.members.flatMap((member) => classMember(context, member)),
    notConcurrent: isNotConcurrent(context, node),
    span: spanOf(context, node),
  };
}

function classMember(context: Context, node: ts.ClassElement): ClassMember[] {
  const { ts } = context;
  const span = spanOf(context, node);
  if (ts.isClassStaticBlockDeclaration(node)) {
    const block = lowerFunction(context, node as unknown as ts.MethodDeclaration, 'static');
    return [{ kind: 'block', key: '', static: true, public: false, function: block, span }];
  }
  if (!node.name || hasModifier(context, node, ts.SyntaxKind.DeclareKeyword)) return [];
  const key = lowerKey(context, node.name);
  const common = {
    key,
    static: hasModifier(context, node, ts.SyntaxKind.StaticKeyword),
    public: isPublic(context, node, key),
    span,
  };
  const name = typeof key === 'string' ? key : '';
  if (ts.isPropertyDeclaration(node)) {
    const value = node.initializer ? { value: named(lowerExpression(context, node.initializer), name) } : {};
    const type = node.type ? { type: lowerType(context, node.type) } : {};
    return [{ ...common, kind: 'field', ...value, ...type }];
  }
  if (ts.isMethodDeclaration(node) && node.body)
    return [{ ...common, kind: 'method', function: lowerFunction(context, node, name) }];
  if (ts.isGetAccessor(node)) return [{ ...common, kind: 'getter', function: lowerFunction(context, node, name) }];
  if (ts.isSetAccessor(node)) return [{ ...common, kind: 'setter', function: lowerFunction(context, node, name) }];
  return [];
}

function isPublic(context: Context, node: ts.ClassElement, key: ClassMember['key']): boolean {
  const { ts } = context;
  if (hasModifier(context, node, ts.SyntaxKind.PrivateKeyword)) return false;
  if (hasModifier(context, node, ts.SyntaxKind.ProtectedKeyword)) return false;
  return typeof key === 'string' && !key.startsWith('#') && !key.startsWith('_');
}
