// Join-lock-well-formedness (section 3): on every path of a thread, locks are released innermost first, never acquired
// twice, and none is held at `$`; a spawned thread starts without locks. One top-down pass; the held locks of a node are
// a persistent stack, so that sharing keeps the pass linear.

import { type Diagnostic, diagnosticAt } from '../../base/diagnostic.js';
import type { SourceText } from '../../base/source-text.js';
import { symbolOfAction } from './action-symbol.js';
import type { ActionNode, ActionTree } from './action-tree.js';

interface Context {
  readonly held: HeldLock | undefined;
  readonly hasSpawned: boolean;
}

interface HeldLock {
  readonly lock: number;
  readonly below: HeldLock | undefined;
}

const threadStart: Context = { held: undefined, hasSpawned: false };

/** Errors for every node that breaks the locking rules, warnings for joins that wait for nobody. */
export function validateTree(source: SourceText, tree: ActionTree): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const contexts: Context[] = [threadStart];
  tree.nodes.forEach((node, id) => {
    const before = contexts[id]!;
    const problem = problemAt(node, before);
    if (problem) diagnostics.push(diagnosticAt(source, node.span, 'HD5002', problem));
    if (node.action.kind === 'join' && !before.hasSpawned) diagnostics.push(idleJoin(source, node));
    const after = contextAfter(node, before);
    node.children.forEach((child, i) => {
      contexts[child] = node.action.kind === 'spawn' && i === 1 ? threadStart : after;
    });
  });
  return diagnostics;
}

function problemAt({ action }: ActionNode, { held }: Context): string | undefined {
  const name = symbolOfAction(action);
  if (action.kind === 'acquire' && holds(held, action.lock)) return `\`${name}\` acquires a lock that is already held`;
  if (action.kind === 'release' && held?.lock !== action.lock)
    return `\`${name}\` releases a lock that is not the innermost held one${held ? ` (lock ${held.lock})` : ''}`;
  if (action.kind === 'end' && held) return `the thread ends while it holds lock ${held.lock}`;
  return undefined;
}

function holds(held: HeldLock | undefined, lock: number): boolean {
  for (let entry = held; entry; entry = entry.below) if (entry.lock === lock) return true;
  return false;
}

function contextAfter({ action }: ActionNode, { held, hasSpawned }: Context): Context {
  if (action.kind === 'acquire') return { held: { lock: action.lock, below: held }, hasSpawned };
  if (action.kind === 'release' && held?.lock === action.lock) return { held: held.below, hasSpawned };
  return action.kind === 'spawn' ? { held, hasSpawned: true } : { held, hasSpawned };
}

function idleJoin(source: SourceText, node: ActionNode): Diagnostic {
  return diagnosticAt(source, node.span, 'HD5003', 'this join waits for nobody: the thread has spawned no child yet', {
    severity: 'warning',
  });
}
