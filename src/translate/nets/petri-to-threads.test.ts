import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { SourceText } from '../../base/source-text.js';
import { fullScale } from '../../base/testing/sample-scale.js';
import { covers, markingOf } from '../../model/petri/marking.js';
import type { NetTransition, PetriNet, Transfer } from '../../model/petri/net.js';
import { parsePnml } from '../../model/petri/parse-pnml.js';
import { printPnml } from '../../model/petri/print-pnml.js';
import type { CounterState, CounterSystem } from './counter-system.js';
import { initiallyCovered, preimages } from './counter-system.js';
import { configurationToCounters, diagramToCounters } from './diagram-to-counters.js';
import { netToCounters } from './net-to-counters.js';
import { translatePetriToThreads } from './petri-to-threads.js';
import { translateThreadsToPetri } from './threads-to-petri.js';

function randomNet(rng: Rng, withTransfers: boolean): PetriNet {
  const places = rng.between(2, 4);
  const some = (most: number) =>
    markingOf(Array.from({ length: rng.below(most + 1) }, () => [rng.below(places), 1] as const));
  const transition = (i: number): NetTransition => {
    const transfers: Transfer[] =
      withTransfers && rng.chance(0.25)
        ? [{ from: rng.below(places), to: rng.chance(0.3) ? undefined : rng.below(places) }]
        : [];
    return { name: `t${i}`, guard: some(1), take: some(2), give: some(2), transfers };
  };
  return {
    kind: 'petri',
    placeNames: Array.from({ length: places }, (_, i) => `p${i}`),
    transitions: Array.from({ length: rng.between(1, 4) }, (_, i) => transition(i)),
    initial: { marking: some(3), unbounded: rng.chance(0.3) ? [rng.below(places)] : [] },
    targets: [{ markings: [some(3)] }],
  };
}

/** Plain backward search. */
function coverable(system: CounterSystem, target: CounterState): boolean {
  const seen = [target];
  for (const { control, marking } of seen) {
    if (system.initial.some((initial) => initiallyCovered(initial, { control, marking }))) return true;
    for (const transition of system.transitions)
      if (transition.to === control)
        for (const before of preimages(transition, marking))
          if (!seen.some((each) => each.control === transition.from && covers(before, each.marking)))
            seen.push({ control: transition.from, marking: before });
  }
  return false;
}

describe('nets and diagrams', () => {
  it('a net and its diagram agree', () => {
    let reached = 0;
    for (let seed = 1; seed <= 1000 * fullScale; seed++) {
      const net = randomNet(new Rng(seed), true);
      const expected = coverable(netToCounters(net), { control: 0, marking: net.targets[0]!.markings[0]! });
      const { diagram } = translatePetriToThreads(net);
      const target = configurationToCounters(diagram.targets[0]!.configuration);
      expect(coverable(diagramToCounters(diagram), target), `seed ${seed}`).toBe(expected);
      if (expected) reached++;
    }
    expect(reached).toBeGreaterThan(200 * fullScale);
    expect(reached).toBeLessThan(800 * fullScale);
  });

  it('a net survives PNML, and the way to a diagram and back', () => {
    for (let seed = 1; seed <= 100 * fullScale; seed++) {
      const net = randomNet(new Rng(seed), false);
      const target = { control: 0, marking: net.targets[0]!.markings[0]! };
      const expected = coverable(netToCounters(net), target);
      const printed = printPnml(net);
      if (!printed.ok) throw new Error(printed.error);
      const { model } = parsePnml(new SourceText('net.pnml', printed.value));
      expect(coverable(netToCounters(model as PetriNet), target), `seed ${seed}`).toBe(expected);
      const back = translateThreadsToPetri(translatePetriToThreads(net).diagram);
      if (!back.ok) throw new Error(back.error);
      const marking = back.value.targets[0]!.markings[0]!;
      expect(coverable(netToCounters(back.value), { control: 0, marking }), `seed ${seed}`).toBe(expected);
    }
  });

  it('a token that a transition gives is not taken by the same firing', () => {
    const net: PetriNet = {
      kind: 'petri',
      placeNames: ['p', 'q', 'r'],
      transitions: [{ name: 't', guard: [], take: [0, 1, 1, 1], give: [1, 1, 2, 1], transfers: [] }],
      initial: { marking: [0, 1], unbounded: [] },
      targets: [{ markings: [[2, 1]] }],
    };
    const { diagram } = translatePetriToThreads(net);
    expect(coverable(diagramToCounters(diagram), configurationToCounters(diagram.targets[0]!.configuration))).toBe(
      false,
    );
  });
});
