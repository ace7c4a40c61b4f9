// HD6007: a call ends in a way (it throws, or returns a constant) in which it never ends when calls come one after the
// other, because of a read that was out of date when it ended. What serial runs do is collected over the whole search.

import { areForeign } from '../../../model/script/machine/frame.js';
import type { Run } from '../../../model/script/machine/run.js';
import type { TraceEvent } from '../../../model/script/machine/trace.js';
import { type Raw, Thing, Unknown } from '../../../model/script/machine/value.js';
import { History, type ReadEvent, type WriteEvent } from './history.js';
import type { Violation } from './violation.js';

type End = Extract<TraceEvent, { kind: 'end' }>;

export interface OddEnd {
  readonly violation: Violation;
  readonly outcome: string;
}

/** How a call ended, if that is one of few ways: `request() threw Error: gone`. */
function outcomeOf({ outcome, raw, unit }: End): string | undefined {
  if (raw instanceof Unknown) return undefined;
  if (!(raw instanceof Thing)) return `${unit.entry} ${outcome} ${String(raw)}`;
  if (raw.kind !== 'error') return undefined;
  return `${unit.entry} ${outcome} ${raw.name}: ${textOf(raw.properties.get('message')?.raw)}`;
}

function textOf(raw: Raw): string {
  return raw instanceof Unknown ? raw.term.replace(/#\d+/g, '') : String(raw);
}

function endsOf({ events, start }: Run): End[] {
  return events.slice(start).filter((event): event is End => event.kind === 'end');
}

/** Ways to end in a run in which each call has ended before the next one starts. */
export function serialOutcomes(run: Run): string[] {
  if (!isSerial(run)) return [];
  return endsOf(run).flatMap((end) => outcomeOf(end) ?? []);
}

function isSerial({ events, start }: Run): boolean {
  let open = 0;
  for (const { kind } of events.slice(start)) {
    if (kind === 'start' && ++open > 1) return false;
    if (kind === 'end') open--;
  }
  return true;
}

/** Ends that depend on a read that another call has made out of date; nothing outside has failed. */
export function oddEnds(run: Run): OddEnd[] {
  if (run.abandoned !== undefined || run.steps.some((step) => step.do === 'reject')) return [];
  const history = new History(run);
  return endsOf(run).flatMap((end): OddEnd[] => {
    const outcome = outcomeOf(end);
    const violation = outcome === undefined ? undefined : staleEnd(history, end);
    return violation && outcome !== undefined ? [{ violation, outcome }] : [];
  });
}

function staleEnd(history: History, end: End): Violation | undefined {
  const at = end.index!;
  const reads = history
    .allReadsIn(end.deps)
    .filter(({ unit, atomic }) => !atomic && !areForeign(unit, end.unit) && unit.id !== 0);
  for (const read of reads) {
    const foreign = history.foreignWrites(read.cell.key, read.index, at, end.unit, read.unit).at(-1);
    // Whoever looks again has noticed, and ends like this on purpose.
    const isNoticed = foreign && reads.some(({ index, cell }) => cell.key === read.cell.key && index > foreign.index);
    if (!foreign || isNoticed || hasCompared(history, reads, foreign)) continue;
    return {
      code: 'HD6007',
      location: read.cell.name,
      unit: end.unit,
      other: foreign.unit,
      seen: read.index,
      between: foreign.index,
      act: at,
      spot: read.spot,
      severity: 'error',
    };
  }
  return undefined;
}

/** R6: it has looked before and after at something else that the other has changed: `if (this.account !== account) throw …` */
function hasCompared(history: History, reads: readonly ReadEvent[], { unit }: WriteEvent): boolean {
  return reads.some(({ cell, index, unit: own }) => {
    const change = history.ownWrites(cell.key, -1, index, unit).at(-1);
    return (
      change !== undefined &&
      history.readsOf(cell.key).some((look) => look.index < change.index && !areForeign(look.unit, own))
    );
  });
}
