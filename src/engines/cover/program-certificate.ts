// The certificate of a program speaks of its own states: shared and local ones are listed as texts, and which locals do not
// matter where. States that stand for half of a spawn, or for a question that was answered, are no states of the program; a set
// that is closed with them is closed without them, since the steps before and after them make one step.

import type { Json } from '../../base/json.js';
import { liveLocals } from '../../model/program/analyses/live-locals.js';
import type { FunctionGraph } from '../../model/program/program.js';
import type { Thread } from '../../model/program/state.js';
import type { ProgramUnfolding, SharedState } from '../../translate/threads/program-to-threads.js';
import type { CoverCertificate } from '../../verdict/certificate.js';

export function programCertificate(unfolding: ProgramUnfolding, { kind, body }: CoverCertificate): CoverCertificate {
  const { program, sharedStates, threads } = unfolding;
  const field = kind === 'coverability-set' ? 'set' : 'basis';
  const shared = new Listed((control: number) => sharedText(sharedStates[control]!));
  const locals = new Listed((place: number) => threadText(threads[place]!));
  const states: Json[] = [];
  for (const [control, counts] of entriesOf(body[field])) {
    const isReal = sharedStates[control] && !sharedStates[control].starting;
    if (!isReal || counts.some((place, i) => i % 2 === 0 && !threads[place])) continue;
    states.push([
      shared.positionOf(control),
      counts.map((value, i) => (i % 2 === 0 ? locals.positionOf(value) : value)),
    ]);
  }
  const forgotten = program.functions.map(deadLocals);
  return { kind, body: { shared: shared.texts, locals: locals.texts, forgotten, [field]: states } };
}

/** Texts in the order in which they are first needed. */
class Listed {
  readonly texts: string[] = [];
  readonly #positions = new Map<number, number>();

  constructor(readonly textOf: (number: number) => string) {}

  positionOf(number: number): number {
    const known = this.#positions.get(number);
    if (known !== undefined) return known;
    this.#positions.set(number, this.texts.length);
    return this.texts.push(this.textOf(number)) - 1;
  }
}

function entriesOf(states: Json | undefined): [number, number[]][] {
  const entries = Array.isArray(states) ? states : [];
  return entries.map((entry: Json) => {
    const [control, counts] = Array.isArray(entry) ? entry : [];
    return [Number(control), Array.isArray(counts) ? counts.map(Number) : []];
  });
}

/** Per node: the locals that nobody will read. */
function deadLocals(graph: FunctionGraph): number[][] {
  const live = liveLocals(graph);
  const count = graph.locals.length;
  return Array.from({ length: graph.nodeCount }, (_, node) =>
    Array.from({ length: count }, (_, local) => local).filter((local) => live[node * count + local] === 0),
  );
}

function sharedText({ values, taken }: SharedState): string {
  return JSON.stringify([values, taken]);
}

function threadText({ process, frames, status, held }: Thread): string {
  const stack = frames.map((frame) => [frame.function, frame.node, frame.result ?? -1, ...frame.locals]);
  return JSON.stringify([process, stack, status.kind, held]);
}
