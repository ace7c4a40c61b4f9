// Random join-lock-well-formed trees. The lock- and join-heavy profile matters: on plain random trees, mutants of the
// algebra without its cycle or join rules survive.

import type { Rng } from '../../../base/rng.js';
import type { Action, ActionNode, ActionTree } from '../action-tree.js';

export interface TreeProfile {
  readonly locks: number;
  readonly labels: number;
  readonly maximalNodes: number;
  readonly branches: boolean;
  /** Mostly acquires, releases, spawns and joins. */
  readonly heavy: boolean;
}

export function randomProfile(rng: Rng, heavy: boolean): TreeProfile {
  return {
    locks: rng.between(1, 3),
    labels: rng.between(1, 2),
    maximalNodes: rng.between(8, heavy ? 26 : 22),
    branches: rng.chance(0.5),
    heavy,
  };
}

export function randomTree(rng: Rng, profile: TreeProfile): ActionTree {
  return new TreeGenerator(rng, profile).generate();
}

interface Growth {
  readonly held: readonly number[];
  /** The thread has children that it has not joined. */
  readonly pending: boolean;
  readonly budget: number;
}

class TreeGenerator {
  readonly #nodes: (ActionNode & { readonly children: number[] })[] = [];

  constructor(
    readonly rng: Rng,
    readonly profile: TreeProfile,
  ) {}

  generate(): ActionTree {
    this.#grow({ held: [], pending: false, budget: this.profile.maximalNodes });
    return { nodes: this.#nodes };
  }

  /** Depth is bounded by `maximalNodes`, which is small here. */
  #grow(growth: Growth): number {
    const action = this.#chooseAction(growth);
    const id = this.#nodes.length;
    const children: number[] = [];
    this.#nodes.push({ action, children, span: { start: 0, end: 0 } });
    for (const next of this.#growthsBelow(action, growth)) children.push(this.#grow(next));
    return id;
  }

  #chooseAction({ held, pending, budget }: Growth): Action {
    const { rng, profile } = this;
    if (budget <= 1) return this.#chooseLeaf(held);
    const free = Array.from({ length: profile.locks }, (_, i) => i + 1).filter((lock) => !held.includes(lock));
    const innermost = held.at(-1);
    const options: [number, () => Action][] = [
      [free.length > 0 ? (profile.heavy ? 6 : 3) : 0, () => ({ kind: 'acquire', lock: rng.pick(free) })],
      [innermost === undefined ? 0 : profile.heavy ? 5 : 3, () => ({ kind: 'release', lock: innermost! })],
      [budget >= 3 ? (profile.heavy ? 5 : 3) : 0, () => ({ kind: 'spawn' })],
      [profile.heavy && pending ? 8 : 1, () => ({ kind: 'join' })],
      [profile.branches && budget >= 3 ? 1 : 0, () => ({ kind: 'branch' })],
      [2, () => this.#label()],
      [1, () => this.#chooseLeaf(held)],
    ];
    let ticket = rng.next() * options.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, make] of options) if ((ticket -= weight) < 0) return make();
    return this.#chooseLeaf(held);
  }

  #chooseLeaf(held: readonly number[]): Action {
    const { heavy } = this.profile;
    if (this.rng.chance(heavy ? 0.25 : 0.4)) return this.#label();
    return held.length === 0 && this.rng.chance(heavy ? 0.95 : 0.75) ? { kind: 'end' } : { kind: 'bottom' };
  }

  #label(): Action {
    return { kind: 'label', label: `label_${this.rng.between(1, this.profile.labels)}` };
  }

  #growthsBelow(action: Action, growth: Growth): Growth[] {
    const { held, budget } = growth;
    const rest = { ...growth, budget: budget - 1 };
    switch (action.kind) {
      case 'end':
      case 'bottom':
        return [];
      case 'acquire':
        return [{ ...rest, held: [...held, action.lock] }];
      case 'release':
        return [{ ...rest, held: held.slice(0, -1) }];
      case 'label':
        return budget > 1 && this.rng.chance(0.6) ? [rest] : [];
      case 'join':
        return [{ ...rest, pending: false }];
      case 'spawn':
      case 'branch': {
        const isSpawn = action.kind === 'spawn';
        const share = this.rng.between(1, budget - 2);
        return [
          { ...growth, pending: growth.pending || isSpawn, budget: budget - 1 - share },
          isSpawn ? { held: [], pending: false, budget: share } : { ...growth, budget: share },
        ];
      }
    }
  }
}
