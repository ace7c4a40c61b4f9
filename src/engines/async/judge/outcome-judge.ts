// Candidates that matter: those whose execution has an outcome that no serial order of the same calls has, given the same
// answers. Serial executions cost something, so each cause is looked at in a few executions only.

import type { MachineOptions } from '../../../model/script/machine/machine.js';
import type { Run, Scenario } from '../../../model/script/machine/run.js';
import { isBeyond } from '../../../model/script/outcome/outcome.js';
import { serialRuns } from '../../../model/script/outcome/serial.js';
import type { Script } from '../../../model/script/script.js';
import { History } from './history.js';
import { overtaken } from './overtaken.js';
import type { Violation } from './violation.js';

/** How many executions with one cause are compared. */
const mostTries = 6;

export class OutcomeJudge {
  readonly #tries = new Map<string, number>();
  readonly #found = new Set<string>();

  constructor(readonly script: Script) {}

  *judge(run: Run, scenario: Scenario, options: MachineOptions): Generator<Violation> {
    if (run.abandoned !== undefined) return;
    let serial: readonly Run[] | undefined;
    for (const violation of overtaken(new History(run.events, run.start, run.machine.parameters))) {
      const cause = causeOf(run, violation);
      const tries = this.#tries.get(cause) ?? 0;
      if (this.#found.has(cause) || tries >= mostTries) continue;
      this.#tries.set(cause, tries + 1);
      serial ??= serialRuns(this.script, scenario, options, run);
      if (!serial) return;
      const act = run.events[violation.act]!;
      if (act.kind !== 'effect' || !isBeyond(act, run, serial)) continue;
      this.#found.add(cause);
      yield violation;
    }
  }
}

function causeOf({ events }: Run, { seen, between, act, location }: Violation): string {
  const at = [seen, between, act].map((index) => {
    const { spot, unit } = events[index]!;
    return `${unit.entry} ${spot.module}:${spot.span.start}`;
  });
  return `${location} ${at.join(' ')}`;
}
