// The serial executions that an execution is compared with: the same calls, one after the other, in every order, given the
// same answers. What is unknown turns out as it did there; what was not asked there is tried both ways. What failed there
// fails here. A call that cannot end by itself lets the next one begin.

import { type Choice, Choices } from '../machine/choices.js';
import type { MachineOptions } from '../machine/machine.js';
import { type Run, run, type Scenario } from '../machine/run.js';
import type { Script } from '../script.js';
import { type Outcome, outcomeOf } from './outcome.js';

/** More ways for the unknown to turn out are not followed. */
const mostBranches = 24;

/** What decides the serial executions of an execution: equal texts, equal outcomes. */
export function serialKey(of: Run): string {
  const facts = [...of.machine.facts].map(([fact, is]) => `${fact}=${is}`).sort();
  return [callCount(of), ...idleIn(of), ...failingIn(of), ...facts].join('\n');
}

export function failingIn({ turns }: Run): Set<string> {
  return new Set(turns.map(({ label }) => label).filter((label) => label.endsWith('reject')));
}

/** The outcomes of all of them, or undefined where there are too many or one does not come to its end. */
export function serialOutcomes(
  script: Script,
  scenario: Scenario,
  options: MachineOptions,
  of: Run,
  spend: (run: Run) => void = () => {},
): Outcome[] | undefined {
  const failing = failingIn(of);
  const found: Outcome[] = [];
  for (const order of ordersOf(of)) {
    const ordered = inOrder(scenario, order);
    const open: number[][] = [[]];
    for (let tried = 0; open.length > 0; tried++) {
      if (tried === mostBranches) return undefined;
      const choices = new SerialChoices(open.pop()!, failing);
      const done = run(script, ordered, options, choices, {
        names: of.machine.turns.names,
        reached: new Set(),
        facts: of.machine.facts,
        sleepsAt: -1,
        asleep: new Map(),
      });
      spend(done);
      if (done.abandoned !== undefined) return undefined;
      found.push(outcomeOf(done));
      open.push(...choices.others());
    }
  }
  return found;
}

function callCount({ events, start }: Run): number {
  return events.slice(start).filter(({ kind }) => kind === 'start').length;
}

/** Every order of the calls; and without those that have left everything as it was, which may have been turned away. */
function ordersOf(of: Run): number[][] {
  const idle = idleIn(of);
  const all = permutations(callCount(of));
  return idle.length === 0 ? all : [...all, ...all.map((order) => order.filter((index) => !idle.includes(index)))];
}

/** Calls that have neither written nor done anything outside. */
function idleIn(of: Run): number[] {
  const calls = Array.from({ length: callCount(of) }, (_, index) => index);
  const acts = new Set(
    of.events
      .slice(of.start)
      .filter(isAct)
      .map(({ unit }) => -rootOf(unit) - 1),
  );
  return calls.filter((index) => !acts.has(index));
}

function isAct(event: Run['events'][number]): boolean {
  return event.kind === 'write' || (event.kind === 'effect' && event.counts);
}

function rootOf(unit: Run['events'][number]['unit']): number {
  let root = unit;
  while (root.parent) root = root.parent;
  return root.id;
}

function inOrder(scenario: Scenario, order: readonly number[]): Scenario {
  return {
    setUp: (machine) => scenario.setUp(machine),
    calls: (machine) => {
      const calls = scenario.calls(machine);
      return order.map((index) => calls[index]!);
    },
  };
}

function permutations(count: number): number[][] {
  if (count === 0) return [[]];
  return permutations(count - 1).flatMap((shorter) =>
    Array.from({ length: count }, (_, at) => [...shorter.slice(0, at), count - 1, ...shorter.slice(at)]),
  );
}

/** Answers before timers before further calls; conditions are counted apart from events. */
export class SerialChoices extends Choices {
  readonly decided: Choice[] = [];

  constructor(
    readonly prefix: readonly number[],
    readonly failing: ReadonlySet<string>,
  ) {
    super([]);
  }

  /** The other ways in which conditions beyond the prefix could have turned out. */
  others(): number[][] {
    return this.decided.flatMap(({ taken, among }, index) => {
      if (index < this.prefix.length) return [];
      const path = this.decided.slice(0, index).map((choice) => choice.taken);
      return Array.from({ length: among - taken - 1 }, (_, step) => [...path, taken + 1 + step]);
    });
  }

  override choose(among: number): number {
    const wanted = this.prefix[this.decided.length] ?? 0;
    const taken = wanted < among ? wanted : 0;
    this.decided.push({ taken, among });
    return taken;
  }

  override chooseEvent(labels: readonly string[]): number {
    const isCall = (label: string) => /^call -\d+$/.test(label);
    const preferred = [
      (label: string) => this.failing.has(label),
      (label: string) => /(?:answer|perform)$/.test(label),
      (label: string) => !isCall(label) && !label.endsWith('reject'),
      isCall,
    ];
    for (const isNext of preferred) {
      const at = labels.findIndex(isNext);
      if (at !== -1) return at;
    }
    return 0;
  }
}
