// All schedules of a scenario with few departures from the serial one first: each run is given a prefix of choices and
// takes the first option beyond it; its neighbours depart once more. Complete when nothing is left to try. A run that comes
// to a trace from which another one has gone on is cut there (model/script/machine/turns.ts).
// A single stale read needs one departure: the other unit starts where the first one waits (frontend-typescript.md, 3.8).

import { tooLong } from '../../model/script/machine/choices.js';
import type { MachineOptions } from '../../model/script/machine/machine.js';
import { type Known, type Run, run, type Scenario } from '../../model/script/machine/run.js';
import { Names } from '../../model/script/machine/turns.js';
import type { Script } from '../../model/script/script.js';

export interface Searched {
  readonly runs: number;
  readonly complete: boolean;
  readonly abandoned: ReadonlySet<string>;
}

/** Runs that come to a known trace stop there, and are cheaper. */
const cutPerWhole = 8;

/** Calls `visit` with each run; it may end the search by answering true. */
export function search(
  script: Script,
  scenario: Scenario,
  options: MachineOptions,
  mostRuns: number,
  reached: Set<object>,
  visit: (run: Run, prefix: readonly number[]) => boolean | undefined,
): Searched {
  let level: number[][] = [[]];
  let runs = 0;
  let whole = 0;
  let isCut = false;
  const abandoned = new Set<string>();
  const known: Known = { names: new Names(), reached, traces: new Set() };
  while (level.length > 0) {
    const next: number[][] = [];
    for (const prefix of level) {
      if (whole >= mostRuns || runs >= mostRuns * cutPerWhole) return { runs, complete: false, abandoned };
      const done = run(script, scenario, options, prefix, known);
      runs++;
      if (!done.merged) whole++;
      if (done.abandoned !== undefined) abandoned.add(done.abandoned);
      // Code that computes for long does so in every schedule.
      if (done.abandoned === tooLong) return { runs, complete: false, abandoned };
      if (visit(done, prefix)) return { runs, complete: false, abandoned };
      if (next.length < mostRuns * cutPerWhole) next.push(...departures(done, prefix));
      else isCut = true;
    }
    level = next;
  }
  return { runs, complete: abandoned.size === 0 && !isCut, abandoned };
}

function departures({ choices }: Run, prefix: readonly number[]): number[][] {
  const found: number[][] = [];
  for (let i = prefix.length; i < choices.length; i++) {
    const before = choices.slice(0, i).map(({ taken }) => taken);
    for (let other = 1; other < choices[i]!.among; other++) found.push([...before, other]);
  }
  return found;
}
