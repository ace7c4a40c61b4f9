// Which variables a body is typed under candidate types for. What a rule's body needs of a variable that it never applies
// follows from what it hands the variable to, so it may simply be assumed: HorSat2 does that where a rule applies none.
// Elsewhere assumptions that no argument meets would pile up; only trees of few base types are left to them.

import type { Scheme } from '../scheme.js';
import type { BaseDomain } from './base-domain.js';
import type { Flow } from './flow.js';
import type { Occurrences } from './occurrences.js';

/** Of so few base types none is much use as a candidate. */
const fewBases = 2;

export interface Candidates {
  /** Per rule and parameter: is its body typed under candidates for it? */
  readonly inBody: readonly (readonly boolean[])[];
  /** Per rule and parameter: needed in the body, or for a term that is handed on. */
  readonly ofRule: readonly (readonly boolean[])[];
}

export function findCandidates(scheme: Scheme, occurrences: Occurrences, flow: Flow, domain: BaseDomain): Candidates {
  const uses = usesOf(scheme, occurrences, flow);
  const inBody = uses.map((parameters) => {
    const appliesAny = parameters.some(({ isApplied }) => isApplied);
    return parameters.map(({ isApplied, bases }) => {
      if (!domain.basesAreDemands || isApplied) return true;
      return appliesAny && (bases.size === 0 || bases.size > fewBases);
    });
  });
  return { inBody, ofRule: handedOn(occurrences, flow, inBody) };
}

interface Use {
  isApplied: boolean;
  /** The demands with which the variable is visited: none where it does not stand for trees. */
  readonly bases: Set<number>;
}

function usesOf(scheme: Scheme, occurrences: Occurrences, flow: Flow): readonly (readonly Use[])[] {
  const uses = scheme.rules.map(({ parameters }) =>
    parameters.map((): Use => ({ isApplied: false, bases: new Set() })),
  );
  for (const [id, { rule, head, args }] of occurrences.all.entries()) {
    if (head.kind !== 'variable') continue;
    const use = uses[rule]![head.index]!;
    if (args.length > 0) use.isApplied = true;
    else for (const demand of flow.demands[id]!) use.bases.add(demand);
  }
  return uses;
}

/** What nobody calls needs no candidates. */
function handedOn({ all }: Occurrences, { bindings, isUsed }: Flow, inBody: Candidates['inBody']): boolean[][] {
  const needed = inBody.map((parameters) => parameters.map(() => false));
  const pending: (readonly [rule: number, parameter: number])[] = [];
  const add = (rule: number, parameter: number) => {
    if (needed[rule]![parameter] || !isUsed[rule]![parameter]) return;
    needed[rule]![parameter] = true;
    pending.push([rule, parameter]);
  };
  for (const [rule, parameters] of inBody.entries())
    for (const [parameter, isNeeded] of parameters.entries()) if (isNeeded) add(rule, parameter);
  for (let next = pending.pop(); next; next = pending.pop())
    for (const binding of bindings[next[0]]!) {
      const passed = all[binding[next[1]]!]!;
      for (const variable of passed.variables) add(passed.rule, variable);
    }
  return needed;
}
