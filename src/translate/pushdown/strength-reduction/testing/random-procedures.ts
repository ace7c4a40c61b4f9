// Random systems that look like programs: procedures with an entry, a node and an exit symbol, calls to entries, pops at
// exits, and scopes that some procedures open. The first procedure, where runs start, opens none.

import type { Rng } from '../../../../base/rng.js';
import type { ScopeSymbols } from '../../../../logic/nested-words/scope-template.js';
import { numberedSystem, type PushdownSystem } from '../../../../model/pushdown/pushdown-system.js';

export interface RandomProcedures {
  readonly system: PushdownSystem;
  readonly scopes: readonly ScopeSymbols[];
}

export function randomProcedures(rng: Rng, scopeCount: number): RandomProcedures {
  const procedures = rng.between(2, 4);
  const system = numberedSystem(rng.between(1, 2), 3 * procedures);
  for (let f = 0; f < procedures; f++) addRules(rng, system, f, procedures);
  const scopes = Array.from({ length: scopeCount }, () => {
    const members = Array.from({ length: procedures }, (_, f) => f).filter((f) => f > 0 && rng.chance(0.6));
    return { entries: new Set(members.map((f) => 3 * f)), exits: new Set(members.map((f) => 3 * f + 2)) };
  });
  return { system, scopes };
}

function addRules(rng: Rng, { rules, stateCount }: PushdownSystem, f: number, procedures: number): void {
  const [entry, node, exit] = [3 * f, 3 * f + 1, 3 * f + 2];
  const state = () => rng.below(stateCount);
  for (const [from, to] of [
    [entry, node],
    [node, exit],
  ] as const) {
    for (let i = rng.between(1, 2); i > 0; i--) {
      const push = rng.chance(0.5) ? [3 * rng.below(procedures), to] : [to];
      rules.add(state(), from, state(), push);
    }
  }
  for (let s = 0; s < stateCount; s++) rules.add(s, exit, state(), []);
}
