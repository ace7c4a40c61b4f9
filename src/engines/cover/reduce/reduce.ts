// Makes a problem small before anything searches it (docs/theory/coverability.md, Reduction). All steps are exact: the goal
// of the reduced problem is reachable iff that of the given one is. On Boolean programs this is where the time is won.

import { type Marking, renamed } from '../../../model/petri/marking.js';
import type { Problem } from '../problem.js';
import type { Refuter } from '../search/refuter.js';
import { advance } from './advance.js';
import type { Arc } from './arc.js';
import type { Layer } from './layer.js';
import { merge } from './merge.js';
import { dropPermanent } from './permanent.js';
import { prune } from './prune.js';
import { pump } from './pump.js';
import { takeRoundTrips } from './round-trips.js';
import { Workspace } from './workspace.js';

/** Single steps can be switched off, for tests and measurements. */
export interface ReductionRules {
  readonly pump: boolean;
  readonly merge: boolean;
  readonly advance: boolean;
  /** Drop places that no hurdle asks for: not before controls are recovered, whose tokens would seem to vanish. */
  readonly forget: boolean;
  /** Controls that hide in places (recover.ts). */
  readonly recover: boolean;
}

export const allReductions: ReductionRules = { pump: true, merge: true, advance: true, forget: true, recover: true };

/** Rounds are linear, pruning is not quite; what still changes after so many is left to the searches. */
const mostRounds = 60;
const mostPrunings = 12;

/** The problem must be free of broadcasts. Yields the work done. */
export function* reduce(problem: Problem, rules: ReductionRules = allReductions): Generator<number, Layer, void> {
  const workspace = new Workspace(problem);
  let refute: Refuter | undefined;
  let rounds = 0;
  for (let pruned = 0, changed = true; changed && pruned < mostPrunings; pruned++) {
    changed = false;
    do {
      yield workspace.arcs;
      if (simplifyOnce(workspace, rules)) changed = true;
      else break;
    } while (++rounds < mostRounds);
    if (workspace.start === problem.goal) break;
    const before = workspace.arcs;
    refute = prune(workspace, rules.forget);
    if (refute) break;
    changed ||= workspace.arcs < before;
  }
  return compact(workspace, refute);
}

/** The steps around the start, and merging; returns whether the arcs changed in a way that may allow more. */
function simplifyOnce(workspace: Workspace, rules: ReductionRules): boolean {
  const before = workspace.arcs;
  const relaxed = rules.pump && dropPermanent(workspace);
  const pumped = rules.pump && pump(workspace);
  const merged = rules.merge && merge(workspace);
  const advanced = rules.advance && advance(workspace);
  if (relaxed || pumped || merged || advanced || workspace.arcs < before) return true;
  // The costliest step: only when nothing else helps.
  return rules.pump && takeRoundTrips(workspace);
}

function compact(workspace: Workspace, refute: Refuter | undefined): Layer {
  const { problem, start, marking, events } = workspace;
  const arcs = [...workspace.allArcs()];
  const usedControls = [start, problem.goal].concat(arcs.flatMap(({ from, to }) => [from, to]));
  const { numbers: controlOf, originals } = numbered(problem.controls, usedControls);
  const { numbers: placeOf, originals: placesBefore } = numbered(problem.places, placesOf(arcs));
  const reduced: Problem = {
    controls: originals.length,
    places: placesBefore.length,
    transitions: arcs.map(({ from, to, hurdle, effect }) => ({
      from: controlOf[from]!,
      to: controlOf[to]!,
      hurdle: renamed(hurdle, placeOf),
      effect: renamed(effect, placeOf),
    })),
    start: { control: controlOf[start]!, marking: renamed(marking, placeOf), unbounded: [] },
    goal: controlOf[problem.goal]!,
  };
  return {
    problem: reduced,
    words: arcs.map((arc) => arc.word),
    events,
    placesBefore,
    lift: (inner) => (control, before) => {
      if (controlOf[control]! < 0) return undefined;
      const refutation = inner(controlOf[control]!, renamed(before, placeOf));
      return refutation && renamedBack(refutation, placesBefore);
    },
    lower: (before) => (control, inner) => {
      const refutation = before(originals[control]!, renamedBack(inner, placesBefore));
      return refutation && renamed(refutation, placeOf);
    },
    answer: start === problem.goal ? { kind: 'covered' } : refute && { kind: 'uncoverable', refute },
  };
}

function renamedBack(marking: Marking, placesBefore: readonly number[]): Marking {
  return marking.map((value, i) => (i % 2 === 0 ? placesBefore[value]! : value));
}

function placesOf(arcs: readonly Arc[]): number[] {
  const places: number[] = [];
  for (const { hurdle, effect } of arcs)
    for (const marking of [hurdle, effect]) for (let i = 0; i < marking.length; i += 2) places.push(marking[i]!);
  return places;
}

/** Numbers the used ones 0, 1, … in ascending order. */
function numbered(size: number, used: readonly number[]): { numbers: Int32Array; originals: number[] } {
  const numbers = new Int32Array(size).fill(-1);
  for (const each of used) numbers[each] = 0;
  const originals: number[] = [];
  for (let i = 0; i < size; i++) if (numbers[i] === 0) numbers[i] = originals.push(i) - 1;
  return { numbers, originals };
}
