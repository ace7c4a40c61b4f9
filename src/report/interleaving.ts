// A witness as a reader sees it: one lane per thread in order of appearance, silent steps left out, and the middle of
// a long execution folded. Steps keep their number in the witness (from 1), so that all reports speak of the same ones.

import type { Witness, WitnessStep } from '../verdict/witness.js';

export interface StepRow {
  readonly kind: 'step';
  /** Number in the witness, from 1. */
  readonly number: number;
  readonly lane: number;
  readonly step: WitnessStep;
}

/** Steps that are left out to keep a long execution readable. */
export interface GapRow {
  readonly kind: 'gap';
  readonly steps: number;
  /** How many of them each thread takes, in lane order, threads without any left out. */
  readonly perThread: readonly (readonly [thread: string, steps: number])[];
}

export type Row = StepRow | GapRow;

export interface Interleaving {
  readonly threads: readonly string[];
  readonly rows: readonly Row[];
}

/** At most about `limit` steps are shown: those with a note, and as many from both ends. */
export function interleave(witness: Witness, limit: number): Interleaving {
  const threads: string[] = [];
  const laneOf = new Map<string, number>();
  const visible: StepRow[] = [];
  witness.steps.forEach((step, index) => {
    if (step.silent) return;
    let lane = laneOf.get(step.thread);
    if (lane === undefined) {
      lane = threads.push(step.thread) - 1;
      laneOf.set(step.thread, lane);
    }
    visible.push({ kind: 'step', number: index + 1, lane, step });
  });
  return { threads, rows: visible.length <= limit ? visible : fold(visible, threads, limit) };
}

/** A gap of one or two steps would take as much room as the steps. */
const shortestGap = 3;

function fold(visible: readonly StepRow[], threads: readonly string[], limit: number): Row[] {
  const noted = visible.filter((row) => row.step.note !== undefined).length;
  const margin = Math.max(3, Math.floor((limit - Math.min(noted, limit / 2)) / 2));
  const rows: Row[] = [];
  let run: StepRow[] = [];
  const closeRun = () => {
    if (run.length < shortestGap) rows.push(...run);
    else rows.push(gap(run, threads));
    run = [];
  };
  let notesLeft = limit;
  visible.forEach((row, index) => {
    const atAnEnd = index < margin || index >= visible.length - margin;
    const kept = atAnEnd || (row.step.note !== undefined && notesLeft-- > 0);
    if (!kept) {
      run.push(row);
      return;
    }
    closeRun();
    rows.push(row);
  });
  closeRun();
  return rows;
}

function gap(run: readonly StepRow[], threads: readonly string[]): GapRow {
  const counts = new Array<number>(threads.length).fill(0);
  for (const row of run) counts[row.lane]!++;
  const perThread = threads.map((thread, lane) => [thread, counts[lane]!] as const).filter(([, steps]) => steps > 0);
  return { kind: 'gap', steps: run.length, perThread };
}

export function describeGap(gap: GapRow): string {
  const shares = gap.perThread.map(([thread, steps]) => `${steps} of ${thread}`);
  return `${gap.steps} steps left out: ${shares.join(', ')}`;
}
