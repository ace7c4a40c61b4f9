// The Presburger summary of a path (paper 002, Alg. 2 and Thm. 3): what backward search along the path does to the count of
// each local state, with the number of passes through every loop as a variable. Real edges act by their cover preimage,
// n_l' := max(n_l' - 1, 0), then n_l := n_l + 1 (a spawn: n_l := max(n_l, 1)); expansion edges do nothing to counts.

import {
  type ClampedShift,
  type Constraint,
  constant,
  inSequence,
  iterated,
  type SummaryFormula,
  shifted,
  type Term,
} from '../../../logic/presburger/summary-formula.js';
import { countAt, type Marking } from '../../../model/petri/marking.js';
import type { Edge } from '../../../model/threads/diagram.js';
import type { Box } from './boxes.js';
import type { PathPart } from './quotient-paths.js';

type Effects = ReadonlyMap<number, ClampedShift>;

/** A formula that is satisfiable iff the target is covered along the path; variable i counts passes of the i-th last loop. */
export function summarizePath(
  parts: readonly PathPart[],
  edges: readonly Edge[],
  target: Marking,
  initial: Box,
): SummaryFormula {
  const locals = new Set(target.filter((_, i) => i % 2 === 0));
  for (const { stretch, loop } of parts)
    for (const { real } of [...stretch, ...loop])
      if (real >= 0) locals.add(edges[real]!.from.local).add(edges[real]!.to.local);
  const terms = new Map<number, Term>([...locals].map((local) => [local, constant(countAt(target, local))]));
  let variables = 0;
  for (let i = parts.length - 1; i >= 0; i--) {
    const { stretch, loop } = parts[i]!;
    if (loop.length > 0) {
      for (const [local, by] of effectsOf(loop, edges)) terms.set(local, iterated(terms.get(local)!, by, variables));
      variables++;
    }
    for (const [local, by] of effectsOf(stretch, edges)) terms.set(local, shifted(terms.get(local)!, by));
  }
  const constraints: Constraint[] = [...terms]
    .filter(([local]) => !initial.unbounded.includes(local))
    .sort((a, b) => a[0] - b[0])
    .map(([local, term]) => ({ name: `n${local}`, term, atMost: countAt(initial.marking, local) }));
  return { variables, constraints };
}

/** What going backward over the edges does to each count. */
function effectsOf(path: PathPart['stretch'], edges: readonly Edge[]): Effects {
  const effects = new Map<number, ClampedShift>();
  const then = (local: number, by: ClampedShift) => {
    const before = effects.get(local);
    effects.set(local, before ? inSequence(before, by) : by);
  };
  for (let i = path.length - 1; i >= 0; i--) {
    const edge = edges[path[i]!.real];
    if (!edge) continue;
    then(edge.to.local, { shift: -1, floor: 0 });
    then(edge.from.local, edge.kind === 'spawn' ? { shift: 0, floor: 1 } : { shift: 1, floor: 1 });
  }
  return effects;
}

/** The diagram's edges along the path, with each loop passed as often as the assignment says. */
export function edgesAlong(parts: readonly PathPart[], assignment: readonly number[]): number[] {
  const letters: number[] = [];
  const loops = parts.filter(({ loop }) => loop.length > 0).length;
  let passed = 0;
  for (const { stretch, loop } of parts) {
    letters.push(...stretch.map(({ real }) => real));
    if (loop.length === 0) continue;
    const times = assignment[loops - 1 - passed++] ?? 0;
    for (let i = 0; i < times; i++) letters.push(...loop.map(({ real }) => real));
  }
  return letters.filter((real) => real >= 0);
}
