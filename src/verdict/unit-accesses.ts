// The accesses of an execution with the unit each belongs to: the outermost enclosing unit of its thread, or, outside any,
// a unit of its own (theory-atomicity.md, section 1).

import type { UnitAccess } from '../logic/access-patterns/shows-pattern.js';
import { kindsOf } from '../model/program/event.js';
import type { ProgramRun } from './program-run.js';

export interface AccessStep extends UnitAccess {
  /** Index of the step in the run. */
  readonly step: number;
  /** Of the unit, if it has one. */
  readonly unitName?: string;
}

export function unitAccesses(run: ProgramRun): AccessStep[] {
  const unitOf = new Map<number, { readonly id: string; readonly name?: string }>();
  const accesses: AccessStep[] = [];
  // Executions have thousands of steps of which few are accesses.
  for (let step = 0; step < run.steps.length; step++) {
    const { before, move, event } = run.steps[step]!;
    const { action } = move.edge;
    if (action.kind !== 'begin-unit' && event.kind !== 'access') continue;
    const { name, unitDepth } = before.threads[move.thread]!;
    if (action.kind === 'begin-unit' && unitDepth === 0)
      unitOf.set(move.thread, {
        id: `unit from step ${step}`,
        ...(action.name === undefined ? {} : { name: action.name }),
      });
    if (event.kind !== 'access') continue;
    const unit: { readonly id: string; readonly name?: string } =
      unitDepth > 0 ? unitOf.get(move.thread)! : { id: `step ${step}` };
    for (const kind of kindsOf(event)) {
      const access = { step, thread: name, unit: `${name} ${unit.id}`, kind, variable: event.cell.name };
      accesses.push(unit.name === undefined ? access : { ...access, unitName: unit.name });
    }
  }
  return accesses;
}

/** The process that a thread belongs to, as properties name it: `P#2` is P, `P/f#1` is P/f. */
export function processOfThread(thread: string): string {
  return thread.replace(/#\d+$/, '');
}
