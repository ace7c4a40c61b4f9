// A fair cycle in words.

import { endlessFrom } from '../../../verdict/meaning/endless-check.js';
import { finalState, type ProgramRun, type RunStep } from '../../../verdict/program-run.js';
import type { Finding } from '../../../verdict/verdict.js';
import { listed } from '../deadlock-words.js';

type Words = Pick<Finding, 'message' | 'places' | 'because' | 'help'>;

export function endlessWords(run: ProgramRun): Words {
  const from = endlessFrom(run)!;
  const first = new Map<string, RunStep>();
  for (const step of run.steps.slice(from)) {
    const { name } = step.before.threads[step.move.thread]!;
    if (!first.has(name)) first.set(name, step);
  }
  const starving = finalState(run).threads.filter(
    ({ name, status }) => status.kind !== 'ended' && status.kind !== 'wrong' && !first.has(name),
  );
  return {
    message: `${listed([...first.keys()])} can run for ever`,
    places: [...first].map(([name, { move }]) => ({
      place: run.program.source.place(move.edge.origin),
      caption: `${name} comes back here again and again`,
    })),
    because: [
      `steps ${from + 1} to ${run.steps.length} lead back to the same state, and every thread that can move on the way does`,
      ...(starving.length > 0 ? [`${listed(starving.map(({ name }) => name))} cannot move in the meantime`] : []),
    ],
    help: 'what the loop waits for must come true on every way; do not ask for termination of loops that are meant to run for ever',
  };
}
