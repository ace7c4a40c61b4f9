// What stands to the left: names, places, and what takes arrays and objects apart.

import type ts from 'typescript';
import type { Pattern, PatternElement } from '../../../model/script/syntax.js';
import { type Context, spanOf } from './context.js';
import { lowerExpression, lowerKey } from './expressions.js';

export function lowerBinding(context: Context, node: ts.BindingName): Pattern {
  const { ts } = context;
  const span = spanOf(context, node);
  if (ts.isIdentifier(node)) return { kind: 'variable', name: node.text, span };
  if (ts.isArrayBindingPattern(node)) {
    const parts = node.elements.filter((element) => ts.isOmittedExpression(element) || !element.dotDotDotToken);
    const elements = parts.map((part) => (ts.isOmittedExpression(part) ? undefined : bindingElement(context, part)));
    return { kind: 'array-pattern', elements, ...restOf(context, node.elements), span };
  }
  const properties = node.elements
    .filter((element) => !element.dotDotDotToken)
    .map((element) => {
      const key = element.propertyName ?? element.name;
      const isName = ts.isPropertyName(key);
      return { key: isName ? lowerKey(context, key) : '', ...bindingElement(context, element) };
    });
  return { kind: 'object-pattern', properties, ...restOf(context, node.elements), span };
}

function bindingElement(context: Context, element: ts.BindingElement): PatternElement {
  const pattern = lowerBinding(context, element.name);
  return element.initializer ? { pattern, fallback: lowerExpression(context, element.initializer) } : { pattern };
}

function restOf(context: Context, elements: readonly (ts.BindingElement | ts.OmittedExpression)[]) {
  const { ts } = context;
  const last = elements.at(-1);
  if (!last || ts.isOmittedExpression(last) || !last.dotDotDotToken) return {};
  return { rest: lowerBinding(context, last.name) };
}

/** The left side of an assignment. */
export function lowerTarget(context: Context, node: ts.Expression): Pattern {
  const { ts } = context;
  const span = spanOf(context, node);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node))
    return lowerTarget(context, node.expression);
  if (ts.isIdentifier(node)) return { kind: 'variable', name: node.text, span };
  if (ts.isArrayLiteralExpression(node)) return lowerArrayTarget(context, node);
  if (ts.isObjectLiteralExpression(node)) return lowerObjectTarget(context, node);
  return { kind: 'place', expression: lowerExpression(context, node), span };
}

function lowerArrayTarget(context: Context, node: ts.ArrayLiteralExpression): Pattern {
  const { ts } = context;
  const last = node.elements.at(-1);
  const rest = last && ts.isSpreadElement(last) ? { rest: lowerTarget(context, last.expression) } : {};
  const parts = node.elements.filter((element) => !ts.isSpreadElement(element));
  const elements = parts.map((part) => (ts.isOmittedExpression(part) ? undefined : targetElement(context, part)));
  return { kind: 'array-pattern', elements, ...rest, span: spanOf(context, node) };
}

function lowerObjectTarget(context: Context, node: ts.ObjectLiteralExpression): Pattern {
  const { ts } = context;
  const properties = node.properties.flatMap((member) => {
    if (ts.isShorthandPropertyAssignment(member)) {
      const pattern: Pattern = { kind: 'variable', name: member.name.text, span: spanOf(context, member) };
      const fallback = member.objectAssignmentInitializer;
      return [
        { key: member.name.text, pattern, ...(fallback ? { fallback: lowerExpression(context, fallback) } : {}) },
      ];
    }
    if (!ts.isPropertyAssignment(member)) return [];
    return [{ key: lowerKey(context, member.name), ...targetElement(context, member.initializer) }];
  });
  const spread = node.properties.find(ts.isSpreadAssignment);
  const rest = spread ? { rest: lowerTarget(context, spread.expression) } : {};
  return { kind: 'object-pattern', properties, ...rest, span: spanOf(context, node) };
}

function targetElement(context: Context, node: ts.Expression): PatternElement {
  const { ts } = context;
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    return { pattern: lowerTarget(context, node.left), fallback: lowerExpression(context, node.right) };
  return { pattern: lowerTarget(context, node) };
}
