// Expressions of TypeScript as expressions of scripts. Types, assertions and parentheses disappear.

import type ts from 'typescript';
import type { Argument, Call, Expression, ObjectMember } from '../../../model/script/syntax.js';
import { type Context, spanOf } from './context.js';
import { lowerClass, lowerFunction } from './functions.js';
import { lowerTarget } from './patterns.js';

export function lowerExpression(context: Context, node: ts.Expression): Expression {
  const { ts } = context;
  const span = spanOf(context, node);
  const lower = (child: ts.Expression) => lowerExpression(context, child);
  if (isWrapper(ts, node)) return lower(node.expression);
  if (ts.isIdentifier(node))
    return node.text === 'undefined'
      ? { kind: 'literal', value: undefined, span }
      : { kind: 'identifier', name: node.text, span };
  if (ts.isStringLiteralLike(node)) return { kind: 'literal', value: node.text, span };
  if (ts.isNumericLiteral(node)) return { kind: 'literal', value: Number(node.text), span };
  if (ts.isBigIntLiteral(node)) return { kind: 'literal', value: BigInt(node.text.slice(0, -1)), span };
  if (ts.isTemplateExpression(node)) return lowerTemplate(context, node);
  if (ts.isArrayLiteralExpression(node))
    return { kind: 'array', elements: lowerArguments(context, node.elements), span };
  if (ts.isObjectLiteralExpression(node))
    return { kind: 'object', members: node.properties.flatMap((member) => lowerObjectMember(context, member)), span };
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node))
    return { kind: 'function', function: lowerFunction(context, node, node.name?.text ?? ''), span };
  if (ts.isClassExpression(node)) return { kind: 'class', class: lowerClass(context, node), span };
  if (ts.isPropertyAccessExpression(node))
    return chained(context, node, {
      kind: 'member',
      object: lower(node.expression),
      property: node.name.text,
      optional: node.questionDotToken !== undefined,
      span,
    });
  if (ts.isElementAccessExpression(node)) return chained(context, node, lowerElementAccess(context, node));
  if (ts.isCallExpression(node)) return chained(context, node, lowerCall(context, node));
  if (ts.isNewExpression(node))
    return { kind: 'new', callee: lower(node.expression), arguments: lowerArguments(context, node.arguments), span };
  if (ts.isConditionalExpression(node))
    return {
      kind: 'conditional',
      test: lower(node.condition),
      whenTrue: lower(node.whenTrue),
      whenFalse: lower(node.whenFalse),
      span,
    };
  if (ts.isBinaryExpression(node)) return lowerBinary(context, node);
  if (ts.isAwaitExpression(node)) return { kind: 'await', operand: lower(node.expression), span };
  if (ts.isYieldExpression(node)) {
    const operand = node.expression ? { operand: lower(node.expression) } : {};
    return { kind: 'yield', ...operand, delegate: node.asteriskToken !== undefined, span };
  }
  return lowerRest(context, node);
}

function isWrapper(compiler: typeof ts, node: ts.Expression): node is ts.ParenthesizedExpression {
  return (
    compiler.isParenthesizedExpression(node) ||
    compiler.isAsExpression(node) ||
    compiler.isNonNullExpression(node) ||
    compiler.isSatisfiesExpression(node) ||
    compiler.isTypeAssertionExpression(node) ||
    compiler.isExpressionWithTypeArguments(node)
  );
}

/** Unary operators, keywords, and what scripts do not have. */
function lowerRest(context: Context, node: ts.Expression): Expression {
  const { ts, file } = context;
  const span = spanOf(context, node);
  const lower = (child: ts.Expression) => lowerExpression(context, child);
  if (ts.isPrefixUnaryExpression(node)) return lowerPrefix(context, node);
  if (ts.isPostfixUnaryExpression(node)) {
    const operator = node.operator === ts.SyntaxKind.PlusPlusToken ? '++' : '--';
    return { kind: 'update', operator, prefix: false, target: lower(node.operand), span };
  }
  if (ts.isTypeOfExpression(node)) return { kind: 'unary', operator: 'typeof', operand: lower(node.expression), span };
  if (ts.isVoidExpression(node)) return { kind: 'unary', operator: 'void', operand: lower(node.expression), span };
  if (ts.isDeleteExpression(node)) return { kind: 'unary', operator: 'delete', operand: lower(node.expression), span };
  if (ts.isTaggedTemplateExpression(node)) return lowerTagged(context, node);
  if (ts.isRegularExpressionLiteral(node)) return lowerRegularExpression(node.text, span);
  if (ts.isMetaProperty(node)) return { kind: 'opaque', reason: '', span };
  switch (node.kind) {
    case ts.SyntaxKind.TrueKeyword:
      return { kind: 'literal', value: true, span };
    case ts.SyntaxKind.FalseKeyword:
      return { kind: 'literal', value: false, span };
    case ts.SyntaxKind.NullKeyword:
      return { kind: 'literal', value: null, span };
    case ts.SyntaxKind.ThisKeyword:
      return { kind: 'this', span };
    case ts.SyntaxKind.SuperKeyword:
      return { kind: 'super', span };
    case ts.SyntaxKind.OmittedExpression:
      return { kind: 'literal', value: undefined, span };
    default:
      return { kind: 'opaque', reason: node.getText(file).startsWith('<') ? '' : ts.SyntaxKind[node.kind], span };
  }
}

/** `/a/g` is `new RegExp('a', 'g')`. */
function lowerRegularExpression(text: string, span: Expression['span']): Expression {
  const end = text.lastIndexOf('/');
  const literal = (value: string) => ({ spread: false, value: { kind: 'literal', value, span } as const });
  return {
    kind: 'new',
    callee: { kind: 'identifier', name: 'RegExp', span },
    arguments: [literal(text.slice(1, end)), literal(text.slice(end + 1))],
    span,
  };
}

function lowerPrefix(context: Context, node: ts.PrefixUnaryExpression): Expression {
  const { ts } = context;
  const span = spanOf(context, node);
  const operand = lowerExpression(context, node.operand);
  if (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken) {
    const operator = node.operator === ts.SyntaxKind.PlusPlusToken ? '++' : '--';
    return { kind: 'update', operator, prefix: true, target: operand, span };
  }
  return { kind: 'unary', operator: ts.tokenToString(node.operator) ?? '!', operand, span };
}

function lowerTemplate(context: Context, node: ts.TemplateExpression): Expression {
  return {
    kind: 'template',
    texts: [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)],
    parts: node.templateSpans.map(({ expression }) => lowerExpression(context, expression)),
    span: spanOf(context, node),
  };
}

/** sql`select ${x}` is a call with the text and the parts. */
function lowerTagged(context: Context, node: ts.TaggedTemplateExpression): Expression {
  const { ts } = context;
  const span = spanOf(context, node);
  const { template } = node;
  const texts = ts.isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
  const parts = ts.isNoSubstitutionTemplateLiteral(template)
    ? []
    : template.templateSpans.map(({ expression }) => lowerExpression(context, expression));
  const text: Expression = { kind: 'literal', value: texts.join('?'), span };
  const values = [text, ...parts].map((value) => ({ spread: false, value }));
  const use = useOf(context, node);
  const callee = lowerExpression(context, node.tag);
  return { kind: 'call', callee, arguments: values, optional: false, use, texts, span };
}

function lowerElementAccess(context: Context, node: ts.ElementAccessExpression): Expression {
  const key = lowerExpression(context, node.argumentExpression);
  return {
    kind: 'member',
    object: lowerExpression(context, node.expression),
    property: key.kind === 'literal' ? String(key.value) : (wellKnown(key) ?? key),
    optional: node.questionDotToken !== undefined,
    span: spanOf(context, node),
  };
}

function lowerCall(context: Context, node: ts.CallExpression): Expression {
  const { ts } = context;
  const span = spanOf(context, node);
  if (node.expression.kind === ts.SyntaxKind.ImportKeyword) return lowerImport(context, node);
  return {
    kind: 'call',
    callee: lowerExpression(context, node.expression),
    arguments: lowerArguments(context, node.arguments),
    optional: node.questionDotToken !== undefined,
    use: useOf(context, node),
    ...(isDropped(context, node) ? { dropped: true as const } : {}),
    span,
  };
}

/** The module that `import('m')` asks for, if the text says which. */
export function importedBy(compiler: typeof ts, node: ts.Node): string | undefined {
  if (!compiler.isCallExpression(node) || node.expression.kind !== compiler.SyntaxKind.ImportKeyword) return undefined;
  const [first] = node.arguments;
  return first && compiler.isStringLiteralLike(first) ? first.text : undefined;
}

export function importName(from: string): string {
  return `import ${from}`;
}

/** A promise of the module, which is there. */
function lowerImport(context: Context, node: ts.CallExpression): Expression {
  const span = spanOf(context, node);
  const from = importedBy(context.ts, node);
  if (from === undefined) return { kind: 'opaque', reason: 'import()', span };
  const value: Expression = { kind: 'identifier', name: importName(from), span };
  const object: Expression = { kind: 'identifier', name: 'Promise', span };
  const callee: Expression = { kind: 'member', object, property: 'resolve', optional: false, span };
  return { kind: 'call', callee, arguments: [{ spread: false, value }], optional: false, use: 'value', span };
}

/** `f();`, `await f();`, `void f();` */
function isDropped({ ts }: Context, call: ts.Expression): boolean {
  let { parent } = call;
  while (ts.isAwaitExpression(parent) || ts.isVoidExpression(parent) || ts.isParenthesizedExpression(parent))
    parent = parent.parent;
  return ts.isExpressionStatement(parent);
}

/** Looks at what stands around a call. */
function useOf({ ts }: Context, call: ts.Expression): Call['use'] {
  let node: ts.Node = call;
  while (isTransparent(ts, node.parent, node)) node = node.parent;
  const { parent } = node;
  if (ts.isAwaitExpression(parent)) return 'awaited';
  if (ts.isForOfStatement(parent) && parent.expression === node && parent.awaitModifier) return 'awaited';
  if (ts.isReturnStatement(parent)) return 'returned';
  if (ts.isArrowFunction(parent) && parent.body === node) return 'returned';
  if (ts.isYieldExpression(parent)) return 'returned';
  const isReceiver = ts.isPropertyAccessExpression(parent) && parent.expression === node;
  if (isReceiver && ['then', 'catch', 'finally'].includes(parent.name.text)) {
    const outer = ts.isCallExpression(parent.parent) ? useOf({ ts } as Context, parent.parent) : 'promise';
    return outer === 'value' || outer === 'receiver' ? 'promise' : outer;
  }
  if (isReceiver && ts.isCallExpression(parent.parent) && parent.parent.expression === parent) return 'receiver';
  if (ts.isVoidExpression(parent) || ts.isArrayLiteralExpression(parent)) return 'promise';
  return 'value';
}

function isTransparent(compiler: typeof ts, parent: ts.Node, node: ts.Node): boolean {
  return (
    compiler.isParenthesizedExpression(parent) ||
    compiler.isAsExpression(parent) ||
    compiler.isNonNullExpression(parent) ||
    compiler.isSatisfiesExpression(parent) ||
    (compiler.isConditionalExpression(parent) && parent.condition !== node) ||
    (compiler.isBinaryExpression(parent) && parent.right === node && isLogical(parent.operatorToken.getText()))
  );
}

const isLogical = (operator: string) => operator === '&&' || operator === '||' || operator === '??';

/** The outermost link of a chain with `?.` says where it ends. */
function chained(context: Context, node: ts.Expression, link: Expression): Expression {
  const { ts } = context;
  if (!(node.flags & ts.NodeFlags.OptionalChain)) return link;
  const { parent } = node;
  const goesOn =
    (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent) || ts.isCallExpression(parent)) &&
    parent.expression === node &&
    (parent.flags & ts.NodeFlags.OptionalChain) !== 0;
  return goesOn ? link : { kind: 'chain', expression: link, span: link.span };
}

function lowerBinary(context: Context, node: ts.BinaryExpression): Expression {
  const { ts } = context;
  const span = spanOf(context, node);
  const operator = ts.tokenToString(node.operatorToken.kind) ?? ',';
  if (operator === ',') {
    const expressions = [lowerExpression(context, node.left), lowerExpression(context, node.right)];
    return { kind: 'sequence', expressions, span };
  }
  const isAssignment =
    node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment && node.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
  const right = lowerExpression(context, node.right);
  if (isAssignment) return { kind: 'assign', operator, target: lowerTarget(context, node.left), value: right, span };
  const left = ts.isPrivateIdentifier(node.left)
    ? ({ kind: 'literal', value: node.left.text, span } as const)
    : lowerExpression(context, node.left);
  if (operator === '&&' || operator === '||' || operator === '??')
    return { kind: 'logical', operator, left, right, span };
  return { kind: 'binary', operator, left, right, span };
}

function lowerArguments(context: Context, nodes: readonly ts.Expression[] | undefined): Argument[] {
  const { ts } = context;
  return (nodes ?? []).map((node) =>
    ts.isSpreadElement(node)
      ? { spread: true, value: lowerExpression(context, node.expression) }
      : { spread: false, value: lowerExpression(context, node) },
  );
}

function lowerObjectMember(context: Context, node: ts.ObjectLiteralElementLike): ObjectMember[] {
  const { ts } = context;
  if (ts.isSpreadAssignment(node)) return [{ kind: 'spread', value: lowerExpression(context, node.expression) }];
  if (ts.isShorthandPropertyAssignment(node)) {
    const value: Expression = { kind: 'identifier', name: node.name.text, span: spanOf(context, node) };
    return [{ kind: 'property', key: node.name.text, value }];
  }
  const key = lowerKey(context, node.name);
  if (ts.isPropertyAssignment(node)) {
    const value = named(lowerExpression(context, node.initializer), key);
    return [{ kind: 'property', key, value }];
  }
  const lowered = lowerFunction(context, node, typeof key === 'string' ? key : '');
  if (ts.isGetAccessor(node)) return [{ kind: 'getter', key, function: lowered }];
  if (ts.isSetAccessor(node)) return [{ kind: 'setter', key, function: lowered }];
  return [{ kind: 'property', key, value: { kind: 'function', function: lowered, span: lowered.span } }];
}

/** A function without a name is called by what it is assigned to. */
export function named(value: Expression, name: string | Expression): Expression {
  if (value.kind !== 'function' || value.function.name !== '' || typeof name !== 'string') return value;
  return { ...value, function: { ...value.function, name } };
}

/** `[Symbol.asyncIterator]` is a name like any other. */
function wellKnown(key: Expression): string | undefined {
  if (key.kind !== 'member' || typeof key.property !== 'string') return undefined;
  const isSymbol = key.object.kind === 'identifier' && key.object.name === 'Symbol';
  return isSymbol ? `[Symbol.${key.property}]` : undefined;
}

export function lowerKey(context: Context, name: ts.PropertyName): string | Expression {
  const { ts } = context;
  if (ts.isComputedPropertyName(name)) {
    const key = lowerExpression(context, name.expression);
    return key.kind === 'literal' ? String(key.value) : (wellKnown(key) ?? key);
  }
  return name.text;
}
