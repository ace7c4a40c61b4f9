// The threads that are at given labels at the end of an execution, and where these stand in the source.

import { nextEdges } from '../model/program/moves.js';
import { finalState, type ProgramRun } from './program-run.js';
import type { CaptionedPlace } from './verdict.js';

export function labelPlaces(run: ProgramRun, labels: readonly string[]): CaptionedPlace[] {
  const { program } = run;
  return finalState(run).threads.flatMap((thread) =>
    nextEdges(program, thread).flatMap(({ action, origin }) => {
      if (action.kind !== 'label' || !labels.includes(action.name)) return [];
      return [{ place: program.source.place(origin), caption: `${thread.name} is at ${action.name}` }];
    }),
  );
}
