// Statements: a walk that extends the graph from the current node. Locals and control flow have files of their own.

import type { Recursion } from '../../../base/recursion.js';
import type { BlockSyntax, SimpleSyntax, StatementSyntax } from '../syntax/syntax.js';
import type { FunctionContext } from './function-context.js';
import { lowerAssign, lowerLet } from './lower-assignments.js';
import { lowerPerform } from './lower-calls.js';
import {
  lowerAtomicBlock,
  lowerChoose,
  lowerIf,
  lowerJump,
  lowerReturn,
  lowerSynchronized,
  lowerUnit,
} from './lower-control.js';
import { evaluateAs } from './lower-expressions.js';
import { lowerFor, lowerLoop } from './lower-loops.js';
import { lowerPlace } from './lower-places.js';
import { lowerJoinAny } from './lower-promises.js';
import { boolType, threadType } from './types.js';

/** The statements of a block, in a scope of their own. */
export function* lowerBlock(context: FunctionContext, { statements }: BlockSyntax): Recursion<void> {
  let wasLive = context.live;
  context.names.enter();
  for (const statement of statements) {
    if (wasLive && !context.live) {
      reportDead(context, statement);
      wasLive = false;
    }
    const nested = lowerStatement(context, statement);
    if (nested) yield nested;
  }
  closeScope(context);
}

export function closeScope(context: FunctionContext): void {
  for (const { used, parameter, name } of context.names.leave()) {
    if (!used && !parameter) context.log.warning(name.span, 'HD0152', `\`${name.text}\` is never used`);
  }
}

export function reportDead(context: FunctionContext, statement: StatementSyntax): void {
  context.log.warning(statement.span, 'HD0151', 'this is never reached');
}

/** Lowers a simple statement; for a compound one, answers the lowering that is still to run. */
export function lowerStatement(context: FunctionContext, statement: StatementSyntax): Recursion<void> | undefined {
  switch (statement.kind) {
    case 'block':
      return lowerBlock(context, statement);
    case 'if':
      return lowerIf(context, statement);
    case 'while':
      return lowerLoop(context, statement);
    case 'for':
      return lowerFor(context, statement);
    case 'choose':
      return lowerChoose(context, statement);
    case 'atomic':
      return lowerAtomicBlock(context, statement);
    case 'unit':
      return lowerUnit(context, statement);
    case 'synchronized':
      return lowerSynchronized(context, statement);
    default:
      lowerSimple(context, statement);
      return undefined;
  }
}

function lowerSimple(context: FunctionContext, statement: SimpleSyntax): void {
  switch (statement.kind) {
    case 'access':
      return lowerAccess(context, statement);
    case 'skip':
      return context.emit({ kind: 'skip' }, statement.span);
    case 'yield':
      return context.emit({ kind: 'yield', ...(statement.external ? { external: true } : {}) }, statement.span);
    case 'label':
      return context.emit({ kind: 'label', name: statement.name.text }, statement.span);
    case 'let':
      return lowerLet(context, statement);
    case 'assign':
      return lowerAssign(context, statement);
    case 'perform':
      return lowerPerform(context, statement.call);
    case 'assert':
    case 'assume': {
      const condition = evaluateAs(context, statement.condition, boolType).value;
      return context.emit({ kind: statement.kind, condition }, statement.span);
    }
    case 'join': {
      const thread = statement.thread && evaluateAs(context, statement.thread, threadType).value;
      return context.emit({ kind: 'join', ...(thread ? { thread } : {}) }, statement.span);
    }
    case 'join-any':
      return lowerJoinAny(context, statement);
    case 'return':
      return lowerReturn(context, statement);
    case 'break':
    case 'continue':
      return lowerJump(context, statement);
  }
}

/** `read v`, `write v`, `update v`: an access without a value. */
function lowerAccess(context: FunctionContext, statement: StatementSyntax & { kind: 'access' }): void {
  const place = lowerPlace(context, statement.place);
  const { name, span } = statement.place;
  if (place.kind === 'shared') {
    context.emit({ kind: statement.access, location: place.location }, statement.span);
  } else if (place.kind === 'local') {
    place.binding.used = true;
    context.log.error(span, 'HD0117', `\`${name.text}\` is local, and only shared variables are read and written`);
  } else if (place.value.type.kind !== 'unknown') {
    const what = place.value.type.kind === 'function' ? 'function' : 'lock';
    context.log.error(span, 'HD0117', `\`${name.text}\` is a ${what}, not a variable`);
  }
}
