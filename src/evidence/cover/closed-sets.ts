// The two ways to show that no run from a start covers a target, on the system as it is.
// Upward-closed set, by a basis: the targets are in it (C1), with a state all its predecessors are (C2), no start is (C3).
// Coverability set, by markings with omega: every start is below it (S1), it is closed under firing (S2), no target is below
// it (S3), and nothing sweeps (S4), since sweeping does not only move omega tokens.

import { covers, type Marking, pairsOf } from '../../model/petri/marking.js';
import { accepted, type CertifyOutcome, notCertified, rejected, type Work } from '../certifier.js';
import { type CountingRule, fire, leastPredecessors, maximum } from './counting-rules.js';
import type { CoverClaim, CoverState, Start } from './cover-claim.js';

/** As many tokens as one likes; -1 in a certificate. */
export const omega = Number.POSITIVE_INFINITY;

export interface CountingSystem extends CoverClaim {
  readonly rules: readonly CountingRule[];
}

const spent = notCertified('the check takes more steps than it may make');

export function checkBasis(system: CountingSystem, basis: readonly CoverState[], work: Work): CertifyOutcome {
  const set = new UpwardClosedSet(basis);
  for (const target of system.targets)
    if (!set.has(target)) return rejected(`a target, ${textOf(target)}, is not in the set`);
  const into = groupBy(system.rules, ({ to }) => to);
  for (const state of basis) {
    if (system.starts.some((start) => canStartAbove(start, state)))
      return rejected(`a start is above ${textOf(state)}`);
    for (const rule of into.get(state.control) ?? [])
      for (const marking of leastPredecessors(rule, state.marking)) {
        if (work.left-- <= 0) return spent;
        // Most rules give nothing that the state has: then the predecessor lies above the state itself.
        if (rule.from === state.control && covers(marking, state.marking)) continue;
        if (!set.has({ control: rule.from, marking }))
          return rejected(`a predecessor of ${textOf(state)} is not in the set`);
      }
  }
  return accepted;
}

function textOf({ control, marking }: CoverState): string {
  return `${control}|${marking}`;
}

function canStartAbove(start: Start, { control, marking }: CoverState): boolean {
  return start.control === control && covers(withOmega(start), marking);
}

function withOmega({ marking, unbounded }: Start): Marking {
  const places = [...new Set(unbounded)].sort((a, b) => a - b);
  return maximum(
    places.flatMap((place) => [place, omega]),
    marking,
  );
}

/** Elements by control and by their last place: an element is below a marking only if that place is marked. */
class UpwardClosedSet {
  readonly #elements = new Map<number, Map<number, Marking[]>>();

  constructor(basis: readonly CoverState[]) {
    for (const { control, marking } of basis) {
      const byPlace = this.#elements.get(control) ?? new Map<number, Marking[]>();
      this.#elements.set(control, byPlace);
      const place = marking.at(-2) ?? noPlace;
      const list = byPlace.get(place);
      if (list) list.push(marking);
      else byPlace.set(place, [marking]);
    }
  }

  has({ control, marking }: CoverState): boolean {
    const byPlace = this.#elements.get(control);
    if (!byPlace) return false;
    if (byPlace.has(noPlace)) return true;
    for (let i = 0; i < marking.length; i += 2) if (coversOne(marking, byPlace.get(marking[i]!))) return true;
    return false;
  }
}

function coversOne(marking: Marking, elements: readonly Marking[] = []): boolean {
  for (let i = 0; i < elements.length; i++) if (covers(marking, elements[i]!)) return true;
  return false;
}

/** Of the element without tokens. */
const noPlace = -1;

export function checkCoverabilitySet(system: CountingSystem, set: readonly CoverState[], work: Work): CertifyOutcome {
  if (system.rules.some(({ sweeps }) => sweeps.size > 0))
    return rejected('coverability sets do not apply to transfers');
  const at = groupBy(set, ({ control }) => control);
  const isBelow = (control: number, marking: Marking) =>
    at.get(control)?.some((element) => covers(element.marking, marking)) ?? false;
  for (const start of system.starts)
    if (!isBelow(start.control, withOmega(start))) return rejected('a start is not below the set');
  for (const { control, marking } of system.targets)
    if (isBelow(control, marking)) return rejected('a target is below the set');
  for (const rule of system.rules)
    for (const element of at.get(rule.from) ?? []) {
      const after = fire(rule, element.marking);
      if (work.left-- <= 0) return spent;
      if (after && !isBelow(rule.to, after))
        return rejected(`the set is not closed under a step from ${textOf(element)}`);
    }
  return accepted;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    groups.set(keyOf(item), group);
    group.push(item);
  }
  return groups;
}

/** Ascending places below `places`, each with a count of one or more. */
export function isMarking(values: readonly number[], places: number): boolean {
  let last = -1;
  return pairsOf(values).every(([place, count]) => {
    const fits = Number.isInteger(place) && place > last && place < places;
    last = place;
    return fits && (count === omega || (Number.isInteger(count) && count > 0));
  });
}
