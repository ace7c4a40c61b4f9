// Candidates that matter: those whose execution has an outcome that no serial order of the same calls has, given the same
// answers. Serial executions cost something; executions in which the same was found out have the same ones.

import type { MachineOptions } from '../../../../model/script/machine/machine.js';
import type { Run, Scenario } from '../../../../model/script/machine/run.js';
import { hasFailed } from '../../../../model/script/outcome/failed.js';
import { leftAsInNoOrder, type Remains } from '../../../../model/script/outcome/left.js';
import {
  endsElsewhere,
  isBeyond,
  isLastElsewhere,
  isMisdirected,
  type Outcome,
} from '../../../../model/script/outcome/outcome.js';
import { failingElsewhere, failingKey, serialKey, serialOutcomes } from '../../../../model/script/outcome/serial.js';
import type { Script } from '../../../../model/script/script.js';
import { History } from '../history.js';
import type { Violation } from '../violation.js';
import { misdirected } from './misdirected.js';
import { overtaken } from './overtaken.js';
import { unwoken } from './unwoken.js';

/** For one set of calls, so many sets of serial orders are executed. */
const mostCompared = 160;

const notCompared = 'the bound of serial orders that outcomes are compared with';

export class OutcomeJudge {
  readonly #found = new Set<string>();
  #spent = 0;
  readonly #known = new WeakMap<Scenario, Map<string, readonly Outcome[] | undefined>>();
  readonly #failing = new WeakMap<Scenario, Map<string, readonly Outcome[]>>();

  constructor(
    readonly script: Script,
    /** Told when a candidate could not be compared: what it would have shown is not known. */
    readonly skipped: (reason: string) => void,
    /** So much is executed for serial orders. */
    readonly mostSteps: number,
  ) {}

  *judge(run: Run, scenario: Scenario, options: MachineOptions): Generator<Violation> {
    if (run.abandoned !== undefined) return;
    const history = new History(run);
    for (const violation of [...overtaken(history), ...unwoken(history), ...misdirected(history)]) {
      const cause = causeOf(run, violation);
      if (this.#found.has(cause)) continue;
      const serial = this.#serial(run, scenario, options);
      if (!serial) return this.skipped(notCompared);
      if (!isOfNoOrder(violation, run, serial)) continue;
      if (hasFailed(run) && !isOfNoOrder(violation, run, [...serial, ...this.#elsewhere(run, scenario, options)]))
        continue;
      this.#found.add(cause);
      yield violation;
    }
  }

  /** What the calls leave behind: no order of them must end otherwise. */
  left(run: Run, scenario: Scenario, options: MachineOptions): Remains | undefined {
    if (run.abandoned !== undefined) return undefined;
    const serial = this.#serial(run, scenario, options);
    if (serial) return leftAsInNoOrder(run, serial, () => this.#elsewhere(run, scenario, options));
    this.skipped(notCompared);
    return undefined;
  }

  #elsewhere(run: Run, scenario: Scenario, options: MachineOptions): readonly Outcome[] {
    const known = this.#failing.get(scenario) ?? new Map<string, readonly Outcome[]>();
    this.#failing.set(scenario, known);
    const key = failingKey(run);
    if (!known.has(key) && known.size < mostCompared && this.#spent < this.mostSteps)
      known.set(
        key,
        failingElsewhere(this.script, scenario, options, run, (done) => this.#spend(done)),
      );
    return known.get(key) ?? [];
  }

  #spend({ machine }: Run): void {
    this.#spent += machine.steps + 200;
  }

  #serial(run: Run, scenario: Scenario, options: MachineOptions): readonly Outcome[] | undefined {
    const known = this.#known.get(scenario) ?? new Map<string, readonly Outcome[] | undefined>();
    this.#known.set(scenario, known);
    const key = serialKey(run);
    if (!known.has(key) && known.size < mostCompared && this.#spent < this.mostSteps)
      known.set(
        key,
        serialOutcomes(this.script, scenario, options, run, (done) => this.#spend(done)),
      );
    return known.get(key);
  }
}

function isOfNoOrder({ act, seen }: Violation, run: Run, serial: readonly Outcome[]): boolean {
  const event = run.events[act]!;
  if (event.kind === 'deadlock') return endsElsewhere(event.unit, run, serial);
  if (event.kind === 'end') return isMisdirected(event.unit, run, serial);
  if (event.kind !== 'effect') return false;
  return isBeyond(event, run, serial) || (isState(run.events[seen]!) && isLastElsewhere(event, run, serial));
}

/** Not a number that tells what comes first. */
function isState(event: Run['events'][number]): boolean {
  return (event.kind === 'read' || event.kind === 'write') && typeof event.raw !== 'number';
}

function causeOf({ events }: Run, { seen, between, act, location }: Violation): string {
  const at = [seen, between, act].map((index) => {
    const { spot, unit } = events[index]!;
    return `${unit.entry} ${spot.module}:${spot.span.start}`;
  });
  return `${location} ${at.join(' ')}`;
}
