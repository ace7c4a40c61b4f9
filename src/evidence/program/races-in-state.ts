// Two threads whose next steps are conflicting accesses to one cell that is not volatile (obligation X5). With preemptive
// threads an execution with a happens-before race has a prefix that ends in such a state: take its first race; the steps
// that happen before one of the two accesses are an execution by themselves, and after it both accesses come next. A
// step that fails accesses nothing.

import { eventOf, type MemoryCell } from '../../model/program/event.js';
import type { Move } from '../../model/program/moves.js';
import type { Program } from '../../model/program/program.js';
import type { State } from '../../model/program/state.js';
import { applyMove, type Failure } from '../../model/program/step.js';

/** The name of the cell, or undefined when no two threads are there. `moves`: per thread. */
export function raceIn(program: Program, state: State, moves: readonly (readonly Move[])[]): string | undefined {
  const accesses = new Map<string, Move[]>();
  for (const move of moves.flat()) {
    const cell = cellOf(program, state, move, undefined);
    if (!cell) continue;
    const others = accesses.get(cell.key) ?? [];
    accesses.set(cell.key, others);
    const takesPlace = (each: Move) => takenPlace(program, state, each) !== undefined;
    if (others.some((other) => conflict(move, other) && takesPlace(move) && takesPlace(other))) return cell.name;
    others.push(move);
  }
  return undefined;
}

/** The same of a step that was made and one that comes next, where neither happened before the other. */
export function raceBetween(program: Program, before: State, made: Move, state: State, next: Move): string | undefined {
  if (!conflict(made, next)) return undefined;
  const cell = takenPlace(program, before, made);
  return cell && takenPlace(program, state, next)?.key === cell.key ? cell.name : undefined;
}

function takenPlace(program: Program, state: State, move: Move): MemoryCell | undefined {
  return cellOf(program, state, move, applyMove(program, state, move).failure);
}

function conflict(one: Move, other: Move): boolean {
  return one.thread !== other.thread && (one.edge.action.kind !== 'read' || other.edge.action.kind !== 'read');
}

function cellOf(program: Program, state: State, move: Move, failure: Failure | undefined): MemoryCell | undefined {
  const { kind } = move.edge.action;
  if (kind !== 'read' && kind !== 'write' && kind !== 'update') return undefined;
  const event = eventOf(program, state, move, failure);
  return event.kind === 'access' && !event.cell.volatile ? event.cell : undefined;
}
