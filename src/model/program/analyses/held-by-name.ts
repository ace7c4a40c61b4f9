// The locks that a function holds at its nodes by name, innermost last, as far as all paths agree. What its caller holds,
// and what is taken through locals, is not in it.

import { declaredLock, type FunctionGraph, type LockId, outgoingEdges } from '../program.js';

type Stack = readonly LockId[];

/** Nobody knows where paths disagree: nothing is held for sure. */
export function locksHeldByName(graph: FunctionGraph): (node: number) => Stack {
  const outgoing = outgoingEdges(graph);
  const stacks = new Map<number, Stack>([[graph.entry, []]]);
  const open = [graph.entry];
  for (let node = open.pop(); node !== undefined; node = open.pop())
    for (const { action, to } of outgoing[node]!) {
      const isExclusive = 'lock' in action && !('shared' in action);
      const lock = isExclusive ? declaredLock(action.lock) : undefined;
      const known = stacks.get(to);
      const after = common(known, stackAfter(stacks.get(node)!, action.kind, lock));
      if (known?.join() === after.join()) continue;
      stacks.set(to, after);
      open.push(to);
    }
  return (node) => stacks.get(node) ?? [];
}

function stackAfter(stack: Stack, kind: string, lock: LockId | undefined): Stack {
  if (lock === undefined) return stack;
  if (kind === 'acquire') return [...stack, lock];
  const last = kind === 'release' ? stack.lastIndexOf(lock) : -1;
  return last === -1 ? stack : stack.toSpliced(last, 1);
}

function common(known: Stack | undefined, stack: Stack): Stack {
  return known === undefined || known.join() === stack.join() ? stack : [];
}
