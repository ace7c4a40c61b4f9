// Two threads whose next steps are conflicting accesses to one cell that is not volatile (obligation X5). With preemptive
// threads an execution with a happens-before race has a prefix that ends in such a state: take its first race; the steps
// that happen before one of the two accesses are an execution by themselves, and after it both accesses come next.

import { eventOf, type MemoryCell } from '../../model/program/event.js';
import type { Move } from '../../model/program/moves.js';
import type { Program } from '../../model/program/program.js';
import type { State } from '../../model/program/state.js';

/** The name of the cell, or undefined when no two threads are there. `moves`: per thread. */
export function raceIn(program: Program, state: State, moves: readonly (readonly Move[])[]): string | undefined {
  const accessed = new Map<string, { readonly thread: number; readonly writes: boolean }[]>();
  for (const move of moves.flat()) {
    const cell = accessedBy(program, state, move);
    if (!cell) continue;
    const writes = move.edge.action.kind === 'write';
    const others = accessed.get(cell.key) ?? [];
    if (others.some((other) => other.thread !== move.thread && (writes || other.writes))) return cell.name;
    accessed.set(cell.key, [...others, { thread: move.thread, writes }]);
  }
  return undefined;
}

function accessedBy(program: Program, state: State, move: Move): MemoryCell | undefined {
  const { kind } = move.edge.action;
  if (kind !== 'read' && kind !== 'write') return undefined;
  const event = eventOf(program, state, move, undefined);
  return event.kind === 'access' && !event.cell.volatile ? event.cell : undefined;
}
