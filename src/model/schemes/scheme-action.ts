// The terminals of a scheme read as actions: `acq_1 rel_1 sp jo br term bot` as in trees, everything else of rank 0 or 1
// is a label.

import { actionOfSymbol } from '../trees/action-symbol.js';
import type { Action } from '../trees/action-tree.js';
import type { Scheme } from './scheme.js';

export interface SchemeActions {
  readonly byTerminal: ReadonlyMap<string, Action>;
  readonly locks: readonly number[];
  lockIndex(lock: number): number;
}

/** A text that says which terminal cannot be an action, when there is one. */
export function readSchemeActions(scheme: Scheme): SchemeActions | string {
  const byTerminal = new Map<string, Action>();
  const locks = new Set<number>();
  for (const [name, rank] of scheme.ranks) {
    const action = actionOfSymbol(name === 'term' ? '$' : name) ?? { kind: 'label', label: name };
    if (!ranksOf(action).includes(rank)) return `the terminal \`${name}\` with ${rank} argument(s) is not an action`;
    if (action.kind === 'acquire' || action.kind === 'release') locks.add(action.lock);
    byTerminal.set(name, action);
  }
  const sorted = [...locks].sort((a, b) => a - b);
  return { byTerminal, locks: sorted, lockIndex: (lock) => sorted.indexOf(lock) };
}

function ranksOf({ kind }: Action): readonly number[] {
  if (kind === 'spawn' || kind === 'branch') return [2];
  if (kind === 'label') return [0, 1];
  return kind === 'end' || kind === 'bottom' ? [0] : [1];
}

export function schemeAction({ byTerminal }: SchemeActions, terminal: string): Action {
  return byTerminal.get(terminal) ?? { kind: 'bottom' };
}

export function labelsOfScheme({ byTerminal }: SchemeActions): string[] {
  return [...byTerminal].flatMap(([name, { kind }]) => (kind === 'label' ? [name] : []));
}
