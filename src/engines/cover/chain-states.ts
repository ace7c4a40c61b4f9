// What a set that is closed on the system with its chains composed has inside the chains, so that it is closed on the
// system itself. Going back along a chain, least predecessors continue a basis; going on along it, firing continues a
// coverability set. Only what the first or last transition of the chain leads to is needed, so each chain is passed once.

import { covers, type Marking, plus } from '../../model/petri/marking.js';
import { passages } from '../../translate/nets/compose-chains.js';
import {
  type CounterState,
  type CounterSystem,
  preimages,
  type Transition,
} from '../../translate/nets/counter-system.js';
import { Antichain, type Entry, entryOf } from './search/antichain.js';

export interface ClosedStates {
  readonly kind: 'upward-closed-basis' | 'coverability-set';
  readonly states: readonly CounterState[];
}

/** A longer certificate takes minutes to make and to check. */
const mostStates = 5_000_000;

/** The states, and those at the controls inside chains; undefined when they may be too many. */
export function withChainStates(
  { kind, states }: ClosedStates,
  system: CounterSystem,
  targets: readonly CounterState[],
): CounterState[] | undefined {
  const next = passages(system, targets);
  const at = new Map<number, Marking[]>();
  for (const { control, marking } of states)
    if (!next.has(control)) at.set(control, [...(at.get(control) ?? []), marking]);
  const chains = chainsOf(system, next);
  const isBasis = kind === 'upward-closed-basis';
  const expected = chains.reduce((sum, chain) => {
    const end = isBasis ? chain.at(-1)!.to : chain[0]!.from;
    return sum + (chain.length - 1) * (at.get(end)?.length ?? 0);
  }, 0);
  if (expected > mostStates) return undefined;
  for (const chain of chains)
    if (isBasis) goBack(chain, at);
    else goOn(chain, at);
  return [...at].flatMap(([control, markings]) => markings.map((marking) => ({ control, marking })));
}

function chainsOf({ transitions }: CounterSystem, next: ReadonlyMap<number, Transition>): Transition[][] {
  const chains: Transition[][] = [];
  for (const first of transitions) {
    if (next.has(first.from) || !next.has(first.to)) continue;
    const chain = [first];
    for (let on = next.get(first.to); on; on = next.get(on.to)) chain.push(on);
    chains.push(chain);
  }
  return chains;
}

function goBack(chain: readonly Transition[], at: Map<number, Marking[]>): void {
  for (let i = chain.length - 1; i > 0; i--) {
    const { from, to } = chain[i]!;
    const before = (at.get(to) ?? []).flatMap((marking) => preimages(chain[i]!, marking));
    at.set(from, minimal(before));
  }
}

function minimal(markings: readonly Marking[]): Marking[] {
  const kept = new Antichain<Entry>();
  for (const marking of markings) {
    const entry = entryOf(marking);
    if (!kept.below(0, entry)) kept.add(0, entry);
  }
  return [...kept.entries()].map(([, { marking }]) => marking);
}

function goOn(chain: readonly Transition[], at: Map<number, Marking[]>): void {
  for (const { from, to, hurdle, effect } of chain.slice(0, -1)) {
    const enabled = (at.get(from) ?? []).filter((marking) => covers(marking, hurdle));
    at.set(
      to,
      enabled.map((marking) => plus(marking, effect)),
    );
  }
}
