// Random small diagrams with all kinds of edges, and a target.

import type { Rng } from '../../../base/rng.js';
import {
  type Configuration,
  defaultInitial,
  type Edge,
  type PassiveMove,
  type ThreadDiagram,
} from '../../../model/threads/diagram.js';

export interface RandomDiagramOptions {
  readonly broadcast: boolean;
  readonly spawn: boolean;
  /** Other initial configurations than 0/0, and several of them. */
  readonly initial: boolean;
  /** Targets with several threads. */
  readonly wideTarget: boolean;
}

export function randomDiagram(rng: Rng, options: RandomDiagramOptions): ThreadDiagram {
  const sharedCount = rng.between(2, 5);
  const localCount = rng.between(2, 4);
  const state = () => ({ shared: rng.below(sharedCount), local: rng.below(localCount) });
  const passive = (): PassiveMove[] =>
    Array.from({ length: rng.between(1, 3) }, () => ({ from: rng.below(localCount), to: rng.below(localCount) }));
  const edge = (): Edge => {
    const [from, to] = [state(), state()];
    if (options.broadcast && rng.chance(0.1)) return { kind: 'transfer', from, to, passive: [] };
    if (options.broadcast && rng.chance(0.2)) return { kind: 'move', from, to, passive: passive() };
    if (options.spawn && rng.chance(0.2)) return { kind: 'spawn', from, to, passive: [] };
    if (rng.chance(0.15)) return { kind: 'move', from, to: { ...to, shared: from.shared }, passive: [] };
    return { kind: 'move', from, to: rng.chance(0.1) ? { ...to, local: from.local } : to, passive: [] };
  };
  const edges = Array.from({ length: rng.between(3, 9) }, edge);
  const configuration = (): Configuration => ({
    shared: rng.below(sharedCount),
    bounded: Array.from({ length: rng.below(3) }, () => rng.below(localCount)),
    unbounded: rng.chance(0.5) ? [rng.below(localCount)] : [],
  });
  const initial =
    options.initial && rng.chance(0.6) ? Array.from({ length: rng.between(1, 2) }, configuration) : [defaultInitial];
  const threads = options.wideTarget ? rng.between(0, 3) : 1;
  const target: Configuration = {
    shared: rng.below(sharedCount),
    bounded: Array.from({ length: threads }, () => rng.below(localCount)),
    unbounded: [],
  };
  return { kind: 'threads', sharedCount, localCount, edges, initial, targets: [{ configuration: target }] };
}
