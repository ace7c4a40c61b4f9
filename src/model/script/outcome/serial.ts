// The serial executions that an execution is compared with: the same calls, one after the other, in every order, given the
// same answers. What is unknown turns out as it did there; what was not asked there is tried both ways. Questions that failed
// there fail here, and what one call waits for comes in the order in which it came there. A call that cannot end by itself
// lets the next one begin; where timers are about, also one that has left nothing but timers.

import type { MachineOptions } from '../machine/machine.js';
import { type Run, run, type Scenario } from '../machine/run.js';
import type { Script } from '../script.js';
import { failuresIn } from './failed.js';
import { type Outcome, outcomeOf } from './outcome.js';
import { type Fate, type Fates, isFate, kindOf, nameOf, ownName, type Plan, SerialChoices } from './serial-choices.js';

/** More ways for the unknown to turn out are not followed. */
const mostBranches = 24;

/** So often one question is refused. */
const mostRefused = 4;

/** What decides the serial executions of an execution: equal texts, equal outcomes. */
export function serialKey(of: Run): string {
  const facts = [...of.machine.facts].map(([fact, is]) => `${fact}=${is}`).sort();
  const { refused, rank, fates } = planOf(of);
  // Where one call may go on while the next one has begun, the order among them matters, too.
  const ranked = hasTimers(of)
    ? [...rank.keys()]
    : [...rank.keys()].sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10));
  const mixed = [...fates].filter(([, all]) => areMixed(all)).map(([question, all]) => `${question}: ${all.join()}`);
  return [callCount(of), ...idleIn(of), ...[...refused].sort(), '', ...mixed.sort(), '', ...ranked, '', ...facts].join(
    '\n',
  );
}

/** The same for those in which something else fails. */
export function failingKey(of: Run): string {
  return [serialKey(of), '', waysOf(of), ...[...planOf(of).fates.keys()].sort()].join('\n');
}

function planOf({ turns }: Run): Plan {
  const rank = new Map<string, number>();
  for (const [index, { label, asked }] of turns.entries()) {
    const name = nameOf(label, asked);
    if (!rank.has(name)) rank.set(name, index);
  }
  return { refused: refusedIn(turns), rank, fates: fatesIn(turns) };
}

function fatesIn(turns: Run['turns']): Fates {
  const fates = new Map<string, Fate[]>();
  for (const { label, asked } of turns) {
    const fate = kindOf(label);
    if (!isFate(fate) || asked.question === undefined) continue;
    const name = ownName(asked);
    fates.set(name, [...(fates.get(name) ?? []), fate]);
  }
  return fates;
}

function areMixed(fates: readonly Fate[]): boolean {
  return fates.includes('answer') && fates.includes('reject');
}

/** What failed: what is asked, unless the same was answered as well. */
function refusedIn(turns: Run['turns']): Set<string> {
  const of = (kind: string) => turns.filter(({ label }) => label.endsWith(kind)).map(({ asked }) => asked);
  const answered = new Set(of('answer').map(({ question }) => question));
  return new Set(
    of('reject').map(({ call, question }) => (answered.has(question) ? ownName({ call, question }) : (question ?? ''))),
  );
}

/** The questions of the calls of a run that failed, however a later call asks them. */
export function refusalsOf({ turns }: Run): Plan {
  const refused = turns.filter(({ label }) => label.endsWith('reject')).map(({ asked }) => ownName(asked));
  return { refused: new Set(refused), rank: new Map(), fates: new Map() };
}

/** The outcomes of all of them, or undefined where there are too many or one does not come to its end. */
export function serialOutcomes(
  script: Script,
  scenario: Scenario,
  options: MachineOptions,
  of: Run,
  spend: (run: Run) => void = () => {},
  orders: readonly (readonly number[])[] = ordersOf(of),
): Outcome[] | undefined {
  const found: Outcome[] = [];
  for (const done of serialRuns({ script, scenario, options, of, spend, orders }, planOf(of))) {
    if (!done) return undefined;
    found.push(outcomeOf(done));
  }
  return found;
}

/**
 * Those in which as much fails as there, but where it was not asked there, and each call ends in the way in which it ended.
 * Not all of them, where there are too many.
 */
export function failingElsewhere(
  script: Script,
  scenario: Scenario,
  options: MachineOptions,
  of: Run,
  spend: (run: Run) => void = () => {},
): Outcome[] {
  const free = failuresIn(of);
  const mine = waysOf(of);
  const all = serialRuns({ script, scenario, options, of, spend, orders: ordersOf(of) }, { ...planOf(of), free });
  return [...all].flatMap((done) => (done && waysOf(done) === mine ? [outcomeOf(done)] : []));
}

/** Whether each call has returned or thrown. */
function waysOf({ events, start }: Run): string {
  const ends = events
    .slice(start)
    .flatMap((event) => (event.kind === 'end' ? [`${event.unit.id} ${event.outcome}`] : []));
  return ends.sort().join();
}

interface Asking {
  readonly script: Script;
  readonly scenario: Scenario;
  readonly options: MachineOptions;
  readonly of: Run;
  readonly spend: (run: Run) => void;
  readonly orders: readonly (readonly number[])[];
}

/** Undefined stands for what was not followed. */
function* serialRuns({ script, scenario, options, of, spend, orders }: Asking, plan: Plan): Generator<Run | undefined> {
  const plans = hasTimers(of) ? [plan, { ...plan, early: true }] : [plan];
  const rejections = Math.max(plan.refused.size * mostRefused, plan.free ?? 0);
  for (const order of orders)
    for (const each of plans) {
      const ordered = inOrder(scenario, order);
      const open: number[][] = [[]];
      for (let tried = 0; open.length > 0; tried++) {
        if (tried === mostBranches) {
          yield undefined;
          break;
        }
        const choices = new SerialChoices(open.pop()!, each);
        const done = run(script, ordered, { ...options, rejections }, choices, {
          names: of.machine.turns.names,
          reached: new Set(),
          facts: of.machine.facts,
          sleepsAt: -1,
          asleep: new Map(),
        });
        spend(done);
        yield done.abandoned === undefined ? done : undefined;
        open.push(...choices.others());
      }
    }
}

function hasTimers({ machine, steps }: Run): boolean {
  return machine.timerIds.size > 0 || steps.some((step) => step.do === 'fire');
}

function callCount({ events, start }: Run): number {
  return events.slice(start).filter(({ kind }) => kind === 'start').length;
}

/** Every order of the calls; and without those that have left everything as it was, which may have been turned away. */
export function ordersOf(of: Run): number[][] {
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
