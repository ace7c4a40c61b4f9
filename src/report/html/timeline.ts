// The interleaving as the page steps through it: the shown steps have positions 0, 1, 2, …, and every part of the page
// that belongs to a step carries its position (`data-at`), so that one rule of the viewer highlights them all.

import type { Property } from '../../verdict/property.js';
import type { WaitingThread, Witness } from '../../verdict/witness.js';
import { interleave, type Row, type StepRow } from '../interleaving.js';
import { orderEdges, type ShownEdge } from '../order-edges.js';

export interface Timeline {
  readonly threads: readonly string[];
  readonly rows: readonly Row[];
  /** The shown steps; the index is the position. */
  readonly steps: readonly StepRow[];
  readonly edges: readonly TimelineEdge[];
  /** Who waits for ever at the end. */
  readonly waiting: readonly WaitingThread[];
  /** With the steps that are not shown. */
  readonly all: Witness;
}

/** An ordering edge between two positions. */
export interface TimelineEdge {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly kind: ShownEdge['kind'];
}

const mostSteps = 2000;

export function timelineOf(witness: Witness, property: Property): Timeline {
  const { threads, rows } = interleave(witness, mostSteps);
  const steps = rows.filter((row) => row.kind === 'step');
  const { waiting = [] } = witness;
  const late = waiting.map(({ thread }) => thread).filter((thread) => !threads.includes(thread));
  const edges = shownEdges(witness, orderEdges(witness, property), steps);
  return { threads: [...threads, ...late], rows, steps, edges, waiting, all: witness };
}

/** An edge from a step that is not shown starts at its thread's last shown step before it; likewise for the end. */
function shownEdges(witness: Witness, edges: readonly ShownEdge[], steps: readonly StepRow[]): TimelineEdge[] {
  return edges.flatMap(({ from, to, label, kind }) => {
    const source = witness.steps[from]?.thread;
    const target = witness.steps[to]?.thread;
    const start = steps.findLastIndex((row) => row.number <= from + 1 && row.step.thread === source);
    const end = steps.findIndex((row) => row.number >= to + 1 && row.step.thread === target);
    return start < 0 || end < 0 || start >= end ? [] : [{ from: start, to: end, label, kind }];
  });
}

/** The palette has this many lane colours; further threads use them again. */
const laneColours = 6;

export function laneClass(lane: number): string {
  return `lane${lane % laneColours}`;
}
