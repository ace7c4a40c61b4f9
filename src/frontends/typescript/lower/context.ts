// What all parts of the lowering share: the compiler (handed in, so that nothing here loads it), the file, and spans.

import type ts from 'typescript';
import type { Span } from '../../../base/source-text.js';

export type Compiler = typeof ts;

export interface Context {
  readonly ts: Compiler;
  readonly file: ts.SourceFile;
  readonly module: number;
}

export function spanOf({ file }: Context, node: ts.Node): Span {
  return { start: node.getStart(file), end: node.end };
}

export function hasModifier({ ts }: Context, node: ts.Node, kind: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some((modifier) => modifier.kind === kind) ?? false);
}

/** `// heddle: not-concurrent` in the comments right above. */
export function isNotConcurrent(context: Context, node: ts.Node): boolean {
  return isMarked(context, node, /heddle:\s*not-concurrent/);
}

/** `// heddle: unit`: what belongs together is one run of this function, not the whole call. */
export function isUnit(context: Context, node: ts.Node): boolean {
  return isMarked(context, node, /heddle:\s*unit\b/);
}

function isMarked({ ts, file }: Context, node: ts.Node, mark: RegExp): boolean {
  const comments = ts.getLeadingCommentRanges(file.text, node.getFullStart()) ?? [];
  return comments.some(({ pos, end }) => mark.test(file.text.slice(pos, end)));
}
