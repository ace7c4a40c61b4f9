// The terminals that stand for actions in trees and recursion schemes: `acq_1 rel_1 sp jo br label_1 $ bot`.

import type { Action } from './action-tree.js';

export function symbolOfAction(action: Action): string {
  switch (action.kind) {
    case 'acquire':
      return `acq_${action.lock}`;
    case 'release':
      return `rel_${action.lock}`;
    case 'label':
      return action.label;
    default:
      return fixedSymbols[action.kind];
  }
}

const fixedSymbols = { spawn: 'sp', join: 'jo', branch: 'br', end: '$', bottom: 'bot' } as const;

const fixedActions: ReadonlyMap<string, Action> = new Map([
  ['sp', { kind: 'spawn' }],
  ['jo', { kind: 'join' }],
  ['br', { kind: 'branch' }],
  ['$', { kind: 'end' }],
  ['bot', { kind: 'bottom' }],
]);

/** The action of a terminal, labels left out: which terminals are labels depends on the kind of model. */
export function actionOfSymbol(symbol: string): Action | undefined {
  const numbered = /^(acq|rel)_([1-9]\d{0,8})$/.exec(symbol);
  if (!numbered) return fixedActions.get(symbol);
  return { kind: numbered[1] === 'acq' ? 'acquire' : 'release', lock: Number(numbered[2]) };
}

export function isTreeLabel(symbol: string): boolean {
  return /^label_[1-9]\d{0,8}$/.test(symbol);
}

/** How many arguments the action's node may have. */
export function arityOfAction(action: Action): { readonly least: number; readonly most: number } {
  switch (action.kind) {
    case 'spawn':
    case 'branch':
      return { least: 2, most: 2 };
    case 'end':
    case 'bottom':
      return { least: 0, most: 0 };
    case 'label':
      return { least: 0, most: 1 };
    default:
      return { least: 1, most: 1 };
  }
}
