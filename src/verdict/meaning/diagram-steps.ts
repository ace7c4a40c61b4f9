// What the steps of threads on a diagram show: who moves along which edge.

import { type Edge, isBroadcast, type ThreadDiagram } from '../../model/threads/diagram.js';
import type { ShownStep } from './step-difference.js';

/** Threads are numbered as they appear; `local` is where this one did. */
export function diagramThreadName({ threadNames }: ThreadDiagram, local: number, index: number): string {
  return `${threadNames?.[local] ?? 'T'}#${index + 1}`;
}

/** `thread` is absent for a transfer, which is everybody's. */
export function edgeStep({ sharedNames }: ThreadDiagram, edge: Edge, thread: string | undefined): ShownStep {
  const { from, to, kind, place, text } = edge;
  const target = text ?? `${from.shared}|${from.local} -> ${to.shared}|${to.local}`;
  return {
    thread: kind === 'transfer' ? 'all' : (thread ?? 'nobody'),
    action: isBroadcast(edge) && kind === 'move' ? 'broadcast' : kind,
    target,
    ...(place ? { place } : {}),
    ...(to.shared === from.shared ? {} : { change: `shared = ${sharedNames?.[to.shared] ?? to.shared}` }),
  };
}

/** A thread that an edge of another one drags along, where it has a choice. */
export function passiveStep(thread: string | undefined, next: number): ShownStep {
  return { thread: thread ?? 'nobody', action: 'passive', target: String(next), silent: true };
}
