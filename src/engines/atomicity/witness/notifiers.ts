// A thread that takes part in no pattern but wakes one that does: a shortest way of some process to a `notify` of the lock, and on
// to where it holds nothing. Breadth first over its own calls; ways that wait, spawn or join are left out.

import { declaredLock, type Edge, type LockId, outgoingEdges, type Program } from '../../../model/program/program.js';
import type { LiftedStep } from './lift.js';

export interface Notifier {
  readonly thread: string;
  readonly process: number;
  readonly steps: readonly LiftedStep[];
}

const mostConfigurations = 5000;

/** Who may be called to notify one of these locks: of each process one more thread than take part, if there is one. */
export function notifiersOf(
  program: Program,
  locks: ReadonlySet<LockId>,
  taking: ReadonlyMap<number, number>,
): Notifier[] {
  return program.processes.flatMap(({ name, instances, entry }, process) => {
    const number = (taking.get(process) ?? 0) + 1;
    if (instances !== 'any' && number > instances) return [];
    return [...locks].flatMap((lock) => {
      const way = wayToNotify(program, entry, lock);
      if (!way) return [];
      const steps = way.map((edge) => ({ edge, resumes: false, matches: false, takes: [], gives: [] }));
      return [{ thread: `${name}#${number}`, process, steps }];
    });
  });
}

interface Configuration {
  readonly frames: readonly { readonly function: number; readonly node: number }[];
  readonly held: readonly LockId[];
  readonly notified: boolean;
  readonly edge: Edge | undefined;
  readonly from: Configuration | undefined;
}

function wayToNotify(program: Program, entry: number, lock: LockId): Edge[] | undefined {
  const start = { function: entry, node: program.functions[entry]!.entry };
  const seen = new Map<string, Configuration>();
  const visit = (configuration: Configuration) => {
    const { frames, held, notified } = configuration;
    const key = `${frames.map(({ function: id, node }) => `${id}.${node}`)} ${held} ${notified}`;
    if (!seen.has(key)) seen.set(key, configuration);
  };
  visit({ frames: [start], held: [], notified: false, edge: undefined, from: undefined });
  for (const configuration of seen.values()) {
    if (configuration.notified && configuration.held.length === 0) return edgesTo(configuration);
    const top = configuration.frames.at(-1);
    if (!top || seen.size > mostConfigurations) return undefined;
    for (const edge of outgoingEdges(program.functions[top.function]!)[top.node]!) {
      const next = after(program, configuration, edge, lock);
      if (next?.frames.length) visit(next);
    }
  }
  return undefined;
}

function after(program: Program, from: Configuration, edge: Edge, lock: LockId): Configuration | undefined {
  const { action, to } = edge;
  const below = from.frames.slice(0, -1);
  const moved = { ...from, edge, from, frames: [...below, { function: from.frames.at(-1)!.function, node: to }] };
  switch (action.kind) {
    case 'wait':
    case 'spawn':
    case 'join':
    case 'assert':
      return undefined;
    case 'call': {
      const callee = { function: action.function, node: program.functions[action.function]!.entry };
      return { ...moved, frames: [...moved.frames, callee] };
    }
    case 'return':
      return { ...moved, frames: below };
    case 'acquire':
    case 'release': {
      const named = declaredLock(action.lock);
      if (named === undefined) return undefined;
      const last = from.held.lastIndexOf(named);
      if (action.kind === 'acquire') return { ...moved, held: [...from.held, named] };
      return last === -1 ? undefined : { ...moved, held: from.held.toSpliced(last, 1) };
    }
    case 'notify':
      return { ...moved, notified: from.notified || declaredLock(action.lock) === lock };
    default:
      return moved;
  }
}

function edgesTo(last: Configuration): Edge[] {
  const edges: Edge[] = [];
  for (let at: Configuration | undefined = last; at?.edge; at = at.from) edges.push(at.edge);
  return edges.reverse();
}
