// `for (let i = 0; i < n; i += 1) body`: a `while` whose body ends in the last statement of the header, also after `continue`.

import type { Recursion } from '../../../base/recursion.js';
import type { StatementSyntax } from '../syntax/syntax.js';
import type { FunctionContext, Loop } from './function-context.js';
import { lowerPath, lowerTest } from './lower-control.js';
import { closeScope, lowerStatement, reportDead } from './lower-statements.js';

export function* lowerFor(
  context: FunctionContext,
  { first, test, step, body }: Extract<StatementSyntax, { kind: 'for' }>,
): Recursion<void> {
  const { builder } = context;
  context.names.enter();
  if (first) lowerStatement(context, first);
  const head = context.at;
  const loop: Loop = { head: builder.node(), after: builder.node(), undoDepth: context.undos.length, left: false };
  const { live } = context;
  const [enter, leave] = lowerTest(context, test, ['enter', 'leave']);
  if (live && !enter.live) reportDead(context, body);
  context.loops.push(loop);
  yield lowerPath(context, enter, body, loop.head);
  context.loops.pop();
  context.at = loop.head;
  context.live = enter.live;
  if (step) lowerStatement(context, step);
  context.mergeInto(head);
  context.at = leave.node;
  context.live = leave.live;
  context.mergeInto(loop.after);
  context.at = loop.after;
  context.live = leave.live || loop.left;
  closeScope(context);
}
