// A diagram as a net: a place for every shared and every local state, a transition for every edge. Threads that may start in
// any number arrive through a transition without input. Broadcasts and transfers have no counterpart in plain nets.

import { failure, type Result, success } from '../../base/result.js';
import { tokensAt } from '../../model/petri/marking.js';
import type { NetTransition, PetriNet } from '../../model/petri/net.js';
import {
  type Configuration,
  type Edge,
  isBroadcast,
  type ThreadDiagram,
  targetName,
} from '../../model/threads/diagram.js';

export function translateThreadsToPetri(diagram: ThreadDiagram): Result<PetriNet, string> {
  const broadcast = diagram.edges.findIndex(isBroadcast);
  if (broadcast >= 0) return failure(`edge ${broadcast + 1} is a broadcast or transfer, which plain nets do not have`);
  const [initial, ...others] = diagram.initial;
  if (!initial || others.length > 0) return failure('a net has one initial marking');
  const localPlace = (local: number) => diagram.sharedCount + local;
  const markingOf = ({ shared, bounded }: Configuration) => tokensAt([shared, ...bounded.map(localPlace)]);
  return success({
    kind: 'petri',
    placeNames: [
      ...Array.from({ length: diagram.sharedCount }, (_, i) => `s${i}`),
      ...Array.from({ length: diagram.localCount }, (_, i) => `l${i}`),
    ],
    transitions: diagram.edges.map((edge, i) => edgeToTransition(edge, i, localPlace)),
    initial: { marking: markingOf(initial), unbounded: initial.unbounded.map(localPlace) },
    targets: diagram.targets.map((target) => ({
      markings: [markingOf(target.configuration)],
      name: targetName(target),
    })),
  });
}

function edgeToTransition(edge: Edge, index: number, localPlace: (local: number) => number): NetTransition {
  const { kind, from, to, place } = edge;
  const take = tokensAt([from.shared, localPlace(from.local)]);
  const stays = kind === 'spawn' ? [localPlace(from.local)] : [];
  const give = tokensAt([to.shared, localPlace(to.local), ...stays]);
  return { name: `t${index + 1}`, guard: take, take, give, transfers: [], ...(place ? { place } : {}) };
}
