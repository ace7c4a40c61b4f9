// The steps of a diagram or a net as what they do to numbers of tokens (obligation C0): at a control, with at least `guard`,
// take, let all tokens that are left in a swept place go to one of the places it is swept to (to none: they vanish), give.
// One rule per edge or transition; nothing is composed, dropped or reordered.

import { countAt, covers, type Marking, negated, pairsOf, plus } from '../../model/petri/marking.js';
import type { NetTransition, PetriNet } from '../../model/petri/net.js';
import type { Edge, ThreadDiagram } from '../../model/threads/diagram.js';

export interface CountingRule {
  readonly from: number;
  readonly to: number;
  /** At least what is taken. */
  readonly guard: Marking;
  readonly take: Marking;
  readonly give: Marking;
  readonly sweeps: ReadonlyMap<number, readonly number[]>;
}

const noSweeps: CountingRule['sweeps'] = new Map();

export function rulesOf(model: ThreadDiagram | PetriNet): readonly CountingRule[] {
  return model.kind === 'petri' ? model.transitions.map(transitionRule) : model.edges.map(edgeRule);
}

function edgeRule({ kind, from, to, passive }: Edge): CountingRule {
  const controls = { from: from.shared, to: to.shared };
  if (kind === 'transfer') {
    const sweeps = new Map([[from.local, [to.local]]]);
    return { ...controls, guard: [], take: [], give: [], sweeps };
  }
  const take = [from.local, 1];
  const give = kind === 'spawn' ? plus(take, [to.local, 1]) : [to.local, 1];
  return { ...controls, guard: take, take, give, sweeps: kind === 'move' ? passiveSweeps(passive) : noSweeps };
}

function passiveSweeps(passive: Edge['passive']): CountingRule['sweeps'] {
  if (passive.length === 0) return noSweeps;
  const sweeps = new Map<number, number[]>();
  for (const { from, to } of passive) sweeps.set(from, [...(sweeps.get(from) ?? []), to]);
  return sweeps;
}

function transitionRule({ guard, take, give, transfers }: NetTransition): CountingRule {
  const sweeps = new Map<number, readonly number[]>();
  for (const { from, to } of transfers) if (!sweeps.has(from)) sweeps.set(from, to === undefined ? [] : [to]);
  return { from: 0, to: 0, guard: maximum(guard, take), take, give, sweeps };
}

export function maximum(a: Marking, b: Marking): Marking {
  if (covers(a, b)) return a;
  const largest: number[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const place = Math.min(a[i] ?? Number.POSITIVE_INFINITY, b[j] ?? Number.POSITIVE_INFINITY);
    const inA = a[i] === place ? a[i + 1]! : 0;
    const inB = b[j] === place ? b[j + 1]! : 0;
    largest.push(place, Math.max(inA, inB));
    if (a[i] === place) i += 2;
    if (b[j] === place) j += 2;
  }
  return largest;
}

/** What of `marking` is left to be there when `part` comes from elsewhere. */
function without(marking: Marking, part: Marking): Marking {
  const rest: number[] = [];
  for (let i = 0; i < marking.length; i += 2) {
    const count = marking[i + 1]! - countAt(part, marking[i]!);
    if (count > 0) rest.push(marking[i]!, count);
  }
  return rest;
}

/** The least markings from which the rule leads to at least `marking`: one, but for sweeps with several sources. */
export function leastPredecessors({ guard, take, give, sweeps }: CountingRule, marking: Marking): readonly Marking[] {
  const rest = without(marking, give);
  const swept = sweeps.size === 0 ? [rest] : beforeSweeps(rest, sweeps);
  return swept.map((before) => maximum(guard, plus(before, take)));
}

/** Every way to have had the tokens in the places that they were swept from. */
function beforeSweeps(marking: Marking, sweeps: CountingRule['sweeps']): Marking[] {
  let partial: Marking[] = [[]];
  for (const [place, count] of pairsOf(marking)) {
    const sources = [...sweeps].filter(([, to]) => to.includes(place)).map(([from]) => from);
    if (!sweeps.has(place)) sources.push(place);
    for (let token = 0; token < count; token++)
      partial = distinct(partial.flatMap((before) => sources.map((source) => plus(before, [source, 1]))));
  }
  return partial;
}

function distinct(markings: readonly Marking[]): Marking[] {
  return [...new Map(markings.map((marking) => [marking.join(), marking])).values()];
}

/** The marking after the rule, omega tokens included; undefined when it cannot fire. Not for sweeps. */
export function fire({ guard, take, give }: CountingRule, marking: Marking): Marking | undefined {
  return covers(marking, guard) ? plus(plus(marking, negated(take)), give) : undefined;
}
