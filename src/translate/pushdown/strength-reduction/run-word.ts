// The nested word of a run (004, section 4.1): a push is a call, a pop a return. Internal and return positions read
// the symbol on the rule's left, call positions the callee's entry: the paper's templates are written over entries,
// and one call site may call several procedures.

import type { NestedWord } from '../../../logic/nested-words/nested-word.js';
import type { PushdownSystem, Rule } from '../../../model/pushdown/pushdown-system.js';

export function wordOfRun({ rules }: PushdownSystem, run: readonly number[]): NestedWord {
  return run.map((number) => {
    const rule = rules.get(number);
    if (rule.push.length === 2) return { kind: 'call', symbol: calleeEntry(rule) };
    return { kind: rule.push.length === 1 ? 'internal' : 'return', symbol: rule.symbol };
  });
}

export function calleeEntry({ push, symbol }: Rule): number {
  return push[0] ?? symbol;
}
