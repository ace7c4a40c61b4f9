// All schedules of a scenario with few departures from the serial one first: each run is given a prefix of choices and
// takes the first option beyond it; its neighbours depart once more. Complete when nothing is left to try.
// A single stale read needs one departure: the other unit starts where the first one waits (frontend-typescript.md, 3.8).

import { tooLong } from '../../model/script/machine/choices.js';
import type { MachineOptions } from '../../model/script/machine/machine.js';
import { type Run, run, type Scenario } from '../../model/script/machine/run.js';
import type { Script } from '../../model/script/script.js';

export interface Searched {
  readonly runs: number;
  readonly complete: boolean;
  readonly abandoned: ReadonlySet<string>;
}

/** Calls `visit` with each run; it may end the search by answering true. */
export function search(
  script: Script,
  scenario: Scenario,
  options: MachineOptions,
  mostRuns: number,
  visit: (run: Run, prefix: readonly number[]) => boolean | undefined,
): Searched {
  let level: number[][] = [[]];
  let runs = 0;
  const abandoned = new Set<string>();
  while (level.length > 0) {
    const next: number[][] = [];
    for (const prefix of level) {
      if (runs >= mostRuns) return { runs, complete: false, abandoned };
      const done = run(script, scenario, options, prefix);
      runs++;
      if (done.abandoned !== undefined) abandoned.add(done.abandoned);
      // Code that computes for long does so in every schedule.
      if (done.abandoned === tooLong) return { runs, complete: false, abandoned };
      if (visit(done, prefix)) return { runs, complete: false, abandoned };
      if (next.length < mostRuns * 4) next.push(...departures(done, prefix));
    }
    level = next;
  }
  return { runs, complete: abandoned.size === 0, abandoned };
}

function departures({ choices }: Run, prefix: readonly number[]): number[][] {
  const found: number[][] = [];
  for (let i = prefix.length; i < choices.length; i++) {
    const before = choices.slice(0, i).map(({ taken }) => taken);
    for (let other = 1; other < choices[i]!.among; other++) found.push([...before, other]);
  }
  return found;
}
