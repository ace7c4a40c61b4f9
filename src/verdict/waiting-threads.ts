// Who waits for whom at the end of an execution, in words.

import { blockedThreads, waitsOf } from '../model/program/deadlock.js';
import { nextEdges } from '../model/program/moves.js';
import { awaitedBy, type Wait } from '../model/waits-for/causes.js';
import { finalState, type ProgramRun } from './program-run.js';
import { StateWords } from './state-words.js';
import type { WaitingThread } from './witness.js';

/** All blocked threads, by their number. */
export function waitingThreads(run: ProgramRun): ReadonlyMap<number, WaitingThread> {
  const { program } = run;
  const state = finalState(run);
  const words = wordsOfRun(run);
  const nameOf = (id: number) => state.threads[id]!.name;
  return new Map(
    blockedThreads(program, state).map((id) => {
      const waits = waitsOf(program, state, id);
      const waiting: WaitingThread = {
        thread: nameOf(id),
        waitsFor: waits.map((wait) => waitWords(words, wait, nameOf)).join(' or '),
        on: [...new Set(waits.flatMap((wait) => awaitedBy(wait)))].map(nameOf),
        place: program.source.place(nextEdges(program, state.threads[id]!)[0]!.origin),
      };
      return [id, waiting];
    }),
  );
}

export function wordsOfRun(run: ProgramRun): StateWords {
  const { program, initial, steps } = run;
  return new StateWords(program, finalState(run), () => [initial, ...steps.map(({ after }) => after)]);
}

function waitWords(words: StateWords, wait: Wait, nameOf: (id: number) => string): string {
  switch (wait.kind) {
    case 'lock':
      return words.objectName(wait.lock);
    case 'notification':
      return `a notification on ${words.objectName(wait.lock)}`;
    case 'threads':
      if (wait.threads.length === 0) return 'a thread that was never started';
      return `the end of ${wait.threads.map(nameOf).join(', ')}`;
  }
}

/** `fork1, held by Plato#1`. */
export function describeWait({ waitsFor, on, thread }: WaitingThread): string {
  if (on.length === 0 || on.every((other) => waitsFor.includes(other))) return `${thread} waits for ${waitsFor}`;
  return `${thread} waits for ${waitsFor}, held by ${on.join(', ')}`;
}
