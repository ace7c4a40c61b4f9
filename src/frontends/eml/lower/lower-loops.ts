// Loops. `for (let i = 0; i < n; i += 1) body` is a `while` whose body ends in the last part of the header, also after `continue`.

import type { Recursion } from '../../../base/recursion.js';
import type { SimpleSyntax, StatementSyntax, TestSyntax } from '../syntax/syntax.js';
import type { FunctionContext, Loop } from './function-context.js';
import { lowerPath, lowerTest } from './lower-control.js';
import { closeScope, lowerStatement, reportDead } from './lower-statements.js';

interface LoopSyntax {
  readonly test: TestSyntax;
  readonly step?: SimpleSyntax;
  readonly body: StatementSyntax;
}

export function* lowerLoop(context: FunctionContext, { test, step, body }: LoopSyntax): Recursion<void> {
  const { builder, live, at } = context;
  const head = step ? builder.node() : at;
  const loop: Loop = { head, after: builder.node(), undoDepth: context.undos.length, left: false };
  const [enter, leave] = lowerTest(context, test, ['enter', 'leave']);
  if (live && !enter.live) reportDead(context, body);
  context.loops.push(loop);
  yield lowerPath(context, enter, body, head);
  context.loops.pop();
  if (step) {
    context.at = head;
    context.live = enter.live;
    lowerStatement(context, step);
    context.mergeInto(at);
  }
  context.at = leave.node;
  context.live = leave.live;
  context.mergeInto(loop.after);
  context.at = loop.after;
  context.live = leave.live || loop.left;
}

export function* lowerFor(
  context: FunctionContext,
  syntax: Extract<StatementSyntax, { kind: 'for' }>,
): Recursion<void> {
  context.names.enter();
  if (syntax.first) lowerStatement(context, syntax.first);
  yield lowerLoop(context, syntax);
  closeScope(context);
}
