// The EML process P0 of 004, Fig. 1, as the EWPDS of Fig. 4: get, set and testAndSet are synchronized on one lock, main
// calls testAndSet in a unit. Rule numbers are the paper's minus one.

import type { ScopeSymbols } from '../../../../logic/nested-words/scope-template.js';
import type { PushdownModel } from '../../../../model/pushdown/pushdown-model.js';
import { readPushdownText } from '../../../../model/pushdown/text/read-text.js';

/** Without the brackets of the lock: those come from the scope. */
export const empireModel: PushdownModel = readPushdownText(
  'test.pds',
  `
  initial <p, e_main>
  <p, e_main> -> <p, n16>
  <p, n16> -> <p, n17> weight "["
  <p, n17> -> <p, e_testAndSet n18>
  <p, e_testAndSet> -> <p, n10>
  <p, n10> -> <p, e_get n11>
  <p, e_get> -> <p, x_get> weight R
  <p, x_get> -> <p>
  <p, n11> -> <p, n12>
  <p, n12> -> <p, e_set x_testAndSet>
  <p, e_set> -> <p, x_set> weight W
  <p, x_set> -> <p>
  <p, x_testAndSet> -> <p>
  <p, n18> -> <p, x_main> weight "]"
  <p, x_main> -> <p>
  <p, n11> -> <p, x_testAndSet>`,
);

export function symbolsNamed(names: readonly string[]): Set<number> {
  const { system } = empireModel;
  const all = Array.from({ length: system.symbolCount }, (_, symbol) => symbol);
  return new Set(all.filter((symbol) => names.includes(system.symbolName(symbol))));
}

export const empireLock: ScopeSymbols = {
  entries: symbolsNamed(['e_get', 'e_set', 'e_testAndSet']),
  exits: symbolsNamed(['x_get', 'x_set', 'x_testAndSet']),
};

/** Path 1: r1 … r14. */
export const path1: readonly number[] = Array.from({ length: 14 }, (_, i) => i);
