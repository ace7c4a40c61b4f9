// Does an execution show what a finding claims, at the moments that it names? Straight from the definitions of section 2.5
// of frontend-typescript.md; the rules that keep harmless cases quiet are the engine's business.

import { areForeign } from '../../model/script/machine/frame.js';
import type { TraceEvent } from '../../model/script/machine/trace.js';

export interface Moments {
  readonly seen: number;
  readonly between: number;
  readonly act: number;
}

/** Undefined if it does, else what is missing. */
export function showsViolation(
  events: readonly TraceEvent[],
  start: number,
  code: string,
  moments: Moments,
): string | undefined {
  const [seen, between, act] = [events[moments.seen], events[moments.between], events[moments.act]];
  if (!seen || !between || !act) return 'the execution is shorter than the finding says';
  if (code === 'HD6008') return act.kind === 'deadlock' ? undefined : 'nothing waits for itself';
  const inOrder = start <= moments.seen && moments.seen < moments.between && moments.between < moments.act;
  if (!inOrder) return 'the moments are not in order';
  if (areForeign(seen.unit, act.unit) && code !== 'HD6006')
    return 'what was seen and what was done are of different calls';
  if (!areForeign(between.unit, act.unit) || !areForeign(between.unit, seen.unit))
    return 'what comes between is of the same call';
  if (between.kind !== 'write') return 'nothing is written in between';
  switch (code) {
    case 'HD6001':
    case 'HD6002':
    case 'HD6005':
      return stale(seen, between, act, code);
    case 'HD6003':
      return act.kind === 'write' &&
        seen.kind === 'write' &&
        seen.cell.key === between.cell.key &&
        act.cell.key !== seen.cell.key &&
        act.cell.owner === seen.cell.owner
        ? undefined
        : 'the writes are not of two locations of one object';
    case 'HD6004':
      return act.kind === 'broken' || act.kind === 'write' ? undefined : 'nothing is used afterwards';
    case 'HD6006':
      return seen.kind === 'iterate' && seen.cell.key === between.cell.key && between.how === 'shift'
        ? undefined
        : 'no elements are shifted during the iteration';
    default:
      return `no check for ${code}`;
  }
}

function stale(
  seen: TraceEvent,
  between: Extract<TraceEvent, { kind: 'write' }>,
  act: TraceEvent,
  code: string,
): string | undefined {
  if (seen.kind !== 'read' || act.kind !== 'write') return 'not a read and a write';
  if (seen.cell.key !== act.cell.key || between.cell.key !== act.cell.key) return 'not all of one location';
  const bit = 1n << BigInt(seen.bit);
  if (act.how === 'clear') return undefined;
  if (code === 'HD6001') return act.control & bit ? undefined : 'the write is not guarded by the read';
  return act.value & bit ? undefined : 'the value does not depend on the read';
}
