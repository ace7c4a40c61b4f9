// The witness of a race: the acquires of the locks held at both accesses, the two accesses, and the synchronisation that
// spread the knowledge of the first one, with the happens-before edges between lanes. Bounded: a reader gets the start.

import type { Entry } from '../../logic/happens-before/lockset-trail.js';
import { Op } from '../../model/traces/trace-event.js';
import type { OrderEdge, TraceWitness, WitnessStep } from '../../verdict/witness.js';
import type { AccessNote, EventNote, Explanation } from './explainer.js';
import type { Narrator } from './narrator.js';

const MAX_STEPS_BETWEEN = 16;

const actions: Readonly<Record<number, string>> = {
  [Op.read]: 'read',
  [Op.write]: 'write',
  [Op.acquire]: 'acquire',
  [Op.release]: 'release',
  [Op.fork]: 'fork',
  [Op.join]: 'join',
  [Op.volatileRead]: 'volatile read',
  [Op.volatileWrite]: 'volatile write',
  [Op.allocate]: 'allocate',
};

/** The events that matter, in their order, and the edges among them. */
export function witnessOf(
  explanation: Required<Omit<Explanation, 'trail'>> & Explanation,
  narrator: Narrator,
): TraceWitness {
  const { earlier, later, trail } = explanation;
  const spread = (trail?.entries ?? []).slice(0, MAX_STEPS_BETWEEN);
  const notes = new Map<number, StepNote>();
  for (const access of [earlier, later]) for (const note of acquiresOf(access)) notes.set(note.event, note);
  for (const entry of spread) if (entry.step) notes.set(entry.step.event, entry.step);
  notes.set(earlier.event, { ...earlier, note: `earlier event, ${narrator.holding(earlier.held)}` });
  notes.set(later.event, { ...later, note: `later event, ${narrator.holding(later.held)}` });
  const ordered = [...notes.values()].sort((a, b) => a.event - b.event);
  const index = new Map(ordered.map((note, at) => [note.event, at]));
  return {
    kind: 'trace',
    steps: ordered.map((note) => stepOf(note, narrator)),
    edges: edgesOf(spread, index, narrator),
  };
}

interface StepNote extends EventNote {
  readonly note?: string;
}

function acquiresOf({ held, thread }: AccessNote): StepNote[] {
  return held.map(({ lock, event, line }) => ({ event, thread, op: Op.acquire, target: lock, line }));
}

function stepOf(note: StepNote, narrator: Narrator): WitnessStep {
  const target = narrator.names.targetText(note.op, note.target);
  return {
    thread: narrator.thread(note.thread),
    action: actions[note.op] ?? 'step',
    ...(target === '' ? {} : { target }),
    place: narrator.place(note),
    change: `event ${note.event}`,
    ...(note.note === undefined ? {} : { note: note.note }),
  };
}

/** Between lanes: from the step that brought an element in to a step of another thread that went on from it. */
function edgesOf(
  spread: readonly Entry<EventNote>[],
  index: ReadonlyMap<number, number>,
  narrator: Narrator,
): OrderEdge[] {
  return spread.flatMap(({ step, cause }) => {
    const before = cause?.step;
    if (!step || !before || step.thread === before.thread) return [];
    const from = index.get(before.event);
    const to = index.get(step.event);
    if (from === undefined || to === undefined) return [];
    return [{ from, to, label: narrator.names.targetText(step.op, step.target) }];
  });
}
