// The accesses behind a stale read as a straight-line program: one process per call, a variable that counts the versions of
// the location, the version kept at the read, and the assertion at the act that it is still the same. The order of the
// execution is taken as the schedule; the assertion fails on the concrete semantics of programs, or the claim is wrong.

import { SourceText } from '../../base/source-text.js';
import { movesOfThread } from '../../model/program/moves.js';
import type { Action, Edge, FunctionGraph, Program } from '../../model/program/program.js';
import { initialState } from '../../model/program/state.js';
import { applyMove } from '../../model/program/step.js';
import type { TraceEvent } from '../../model/script/machine/trace.js';
import type { Moments } from './shows-violation.js';

const nowhere = { start: 0, end: 0 };

export function goesWrongWithStamps(
  events: readonly TraceEvent[],
  start: number,
  code: string,
  moments: Moments,
): boolean {
  if (!['HD6001', 'HD6002', 'HD6005'].includes(code)) return true;
  const schedule = scheduleOf(events, start, moments);
  const program = programOf(schedule);
  let state = initialState(program);
  for (const [i, { process }] of schedule.entries()) {
    const thread = state.threads.findIndex(({ name }) => name === `T${process}#1`);
    const [move] = movesOfThread(program, state, thread);
    if (!move) return false;
    const outcome = applyMove(program, state, move);
    if (outcome.failure) return i === schedule.length - 1 && outcome.failure.kind === 'assertion';
    state = { ...outcome.state, running: -1 };
  }
  return false;
}

interface Step {
  readonly process: number;
  readonly action: Action;
}

const version = { kind: 'variable', variable: 0 } as const;

/** Local 0: the version at the read; local 1: the version now. */
function scheduleOf(events: readonly TraceEvent[], start: number, { seen, between, act }: Moments): Step[] {
  const act0 = events[act]!;
  const cell = act0.kind === 'write' ? act0.cell.key : '';
  const roots: number[] = [];
  const processOf = (event: TraceEvent): number => {
    let root = event.unit;
    while (root.parent) root = root.parent;
    // Calls that are siblings within one call are processes of their own.
    const id = events[between]!.unit === event.unit ? event.unit.id : root.id;
    if (!roots.includes(id)) roots.push(id);
    return roots.indexOf(id);
  };
  const steps: Step[] = [];
  let count = 0;
  for (let index = start; index <= act; index++) {
    const event = events[index]!;
    if (!('cell' in event) || typeof event.cell === 'string' || event.cell.key !== cell) continue;
    const process = processOf(event);
    if (index === seen) steps.push({ process, action: { kind: 'read', location: version, into: 0 } });
    else if (index === act) {
      steps.push({ process, action: { kind: 'read', location: version, into: 1 } });
      const condition = {
        kind: 'binary',
        operator: '==',
        left: { kind: 'local', local: 0 },
        right: { kind: 'local', local: 1 },
      } as const;
      steps.push({ process, action: { kind: 'assert', condition } });
    } else if (event.kind === 'write' && index > seen)
      steps.push({
        process,
        action: { kind: 'write', location: version, value: { kind: 'constant', value: ++count } },
      });
  }
  return steps;
}

function programOf(schedule: readonly Step[]): Program {
  const count = Math.max(0, ...schedule.map(({ process }) => process)) + 1;
  const int = { kind: 'int' } as const;
  const functions = Array.from({ length: count }, (_, id): FunctionGraph => {
    const actions: Action[] = [
      ...schedule.filter(({ process }) => process === id).map(({ action }) => action),
      { kind: 'return' },
    ];
    const edges = actions.map((action, node): Edge => ({ from: node, to: node + 1, action, origin: nowhere }));
    return {
      name: `T${id}.main`,
      shortName: 'main',
      parameters: [],
      locals: [
        { name: 'seen', type: int },
        { name: 'now', type: int },
      ],
      nodeCount: actions.length + 1,
      entry: 0,
      exit: actions.length,
      edges,
      origin: nowhere,
    };
  });
  return {
    kind: 'program',
    source: new SourceText('stamps', ''),
    scheduling: 'preemptive',
    locks: [],
    variables: [{ name: 'version', type: int, initial: 0, volatile: false, origin: nowhere }],
    classes: [],
    atomicSets: [{ name: '*', variables: [0] }],
    functions,
    processes: functions.map((_, id) => ({ name: `T${id}`, instances: 1, entry: id, origin: nowhere })),
  };
}
