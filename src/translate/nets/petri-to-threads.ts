// A net as a thread transition diagram: one local state per place and one more, the pool, with any number of threads. A
// transition becomes a chain of fresh shared states that moves one thread at a time: all tokens it asks for go to the
// pool, the last one directly to the first place it fills, the others come back from the pool. A transfer is a broadcast.

import { coverPreimage, type Marking, negated, pairsOf, plus } from '../../model/petri/marking.js';
import { type NetTransition, netTargetName, type PetriNet } from '../../model/petri/net.js';
import type { Configuration, Edge, PassiveMove, Target, ThreadDiagram } from '../../model/threads/diagram.js';

export interface TranslatedNet {
  readonly diagram: ThreadDiagram;
  /** The net's transition that starts with each edge; -1 inside a chain. */
  readonly transitionOf: readonly number[];
}

interface ChainStep {
  readonly from: number;
  readonly to: number;
  readonly passive: readonly PassiveMove[];
}

export function translatePetriToThreads(net: PetriNet): TranslatedNet {
  const pool = net.placeNames.length;
  const edges: Edge[] = [];
  const transitionOf: number[] = [];
  let sharedCount = 1;
  net.transitions.forEach((transition, index) => {
    const steps = chainOf(transition, pool);
    let shared = 0;
    steps.forEach(({ from, to, passive }, i) => {
      const next = i === steps.length - 1 ? 0 : sharedCount++;
      const place = transition.place;
      const base = { kind: 'move', from: { shared, local: from }, to: { shared: next, local: to }, passive } as const;
      edges.push({ ...base, text: transition.name, ...(place ? { place } : {}) });
      transitionOf.push(i === 0 ? index : -1);
      shared = next;
    });
  });
  const localNames = [...net.placeNames, 'pool'];
  const initial = [initialOf(net, pool)];
  const diagram: ThreadDiagram = {
    kind: 'threads',
    sharedCount,
    localCount: pool + 1,
    edges,
    initial,
    targets: targetsOf(net),
    localNames,
  };
  return { diagram, transitionOf };
}

function chainOf({ guard, take, give, transfers }: NetTransition, pool: number): ChainStep[] {
  const hurdle = coverPreimage(guard, take, []);
  const kept = plus(hurdle, negated(take));
  const removed = tokensOf(hurdle);
  const passive = transfers.map(({ from, to }) => ({ from, to: to ?? pool }));
  // What a guard keeps is swept with the rest, so it comes back before the broadcast, and what is given after it.
  const swept = passive.length > 0;
  const before = moves(removed, tokensOf(swept ? kept : plus(kept, give)), pool);
  if (!swept) return before.length > 0 ? before : [{ from: pool, to: pool, passive: [] }];
  return [...before, { from: pool, to: pool, passive }, ...moves([], tokensOf(give), pool)];
}

function moves(removed: readonly number[], added: readonly number[], pool: number): ChainStep[] {
  const steps: ChainStep[] = removed.map((from, i) => {
    const to = i === removed.length - 1 ? (added[0] ?? pool) : pool;
    return { from, to, passive: [] };
  });
  for (const to of removed.length > 0 ? added.slice(1) : added) steps.push({ from: pool, to, passive: [] });
  return steps;
}

function tokensOf(marking: Marking): number[] {
  return pairsOf(marking).flatMap(([place, count]) => Array.from({ length: count }, () => place));
}

function initialOf({ initial }: PetriNet, pool: number): Configuration {
  return { shared: 0, bounded: tokensOf(initial.marking), unbounded: [...initial.unbounded, pool] };
}

/** A diagram's target is one configuration: a union becomes several targets. */
function targetsOf(net: PetriNet): Target[] {
  return net.targets.flatMap((target) =>
    target.markings.map((marking) => {
      const configuration: Configuration = { shared: 0, bounded: tokensOf(marking), unbounded: [] };
      return target.markings.length === 1 ? { configuration, name: netTargetName(net, target) } : { configuration };
    }),
  );
}
