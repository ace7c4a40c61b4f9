// Saturation one change at a time, to watch or debug it: each new or improved transition with the rule behind it.

import type { PAutomaton } from './p-automaton.js';
import { postStarSteps } from './post-star.js';
import { preStarSteps } from './pre-star.js';
import type { PushdownSystem } from './pushdown-system.js';
import type { Direction, SaturatedAutomaton } from './saturated-automaton.js';
import { epsilon, type SaturationEvent } from './saturation.js';
import type { WeightedSystem } from './weighted-system.js';

export function* saturationEvents<W>(
  direction: Direction,
  weighted: WeightedSystem<W>,
  query: PAutomaton<W>,
): Generator<SaturationEvent<W>, SaturatedAutomaton<W>> {
  const pending: SaturationEvent<W>[] = [];
  const start = direction === 'post' ? postStarSteps : preStarSteps;
  const steps = start(weighted, query, { tick: 1, observe: (event) => pending.push(event) });
  for (;;) {
    const step = steps.next();
    yield* pending.splice(0);
    if (step.done) return step.value;
  }
}

/** `new p -n1-> q0 (3) by rule 4`, where states beyond the control states are numbered. */
export function printEvent<W>(
  system: PushdownSystem,
  printWeight: (weight: W) => string,
  { kind, from, symbol, to, weight, rule }: SaturationEvent<W>,
): string {
  const state = (id: number) => (id < system.stateCount ? system.stateName(id) : `q${id - system.stateCount}`);
  const letter = symbol === epsilon ? 'ε' : system.symbolName(symbol);
  const reason = rule === undefined ? '' : ` by rule ${rule}`;
  return `${kind} ${state(from)} -${letter}-> ${state(to)} (${printWeight(weight)})${reason}`;
}
