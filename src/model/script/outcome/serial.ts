// The serial executions that an execution is compared with: the same calls, one after the other, in every order, given the
// same answers. What is unknown turns out as it did there; what was not asked there is tried both ways. Questions that failed
// there fail here, and what one call waits for comes in the order in which it came there. A call that cannot end by itself
// lets the next one begin; where timers are about, also one that has left nothing but timers.

import { type Asked, type Choice, Choices } from '../machine/choices.js';
import type { MachineOptions } from '../machine/machine.js';
import { type Run, run, type Scenario } from '../machine/run.js';
import type { Script } from '../script.js';
import { type Outcome, outcomeOf } from './outcome.js';

/** More ways for the unknown to turn out are not followed. */
const mostBranches = 24;

/** So often one question is refused. */
const mostRefused = 4;

/** What decides the serial executions of an execution: equal texts, equal outcomes. */
export function serialKey(of: Run): string {
  const facts = [...of.machine.facts].map(([fact, is]) => `${fact}=${is}`).sort();
  const { refused, rank } = planOf(of);
  // Where one call may go on while the next one has begun, the order among them matters, too.
  const ranked = hasTimers(of)
    ? [...rank.keys()]
    : [...rank.keys()].sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10));
  return [callCount(of), ...idleIn(of), ...[...refused].sort(), '', ...ranked, '', ...facts].join('\n');
}

/** How serial executions go on where that is a choice. */
export interface Plan {
  /** Questions that fail: of one call, or whoever asks them. */
  readonly refused: ReadonlySet<string>;
  /** The order of events. */
  readonly rank: ReadonlyMap<string, number>;
  /** The next call begins before the timers that the one before has left. */
  readonly early?: boolean;
}

function planOf({ turns }: Run): Plan {
  const rank = new Map<string, number>();
  for (const [index, { label, asked }] of turns.entries()) {
    const name = nameOf(label, asked);
    if (!rank.has(name)) rank.set(name, index);
  }
  return { refused: refusedIn(turns), rank };
}

/** The same in executions that come to it in other turns. */
function nameOf(label: string, { call, question }: Asked): string {
  return question === undefined ? `${call} ${label}` : `${call} ${kindOf(label)} ${question}`;
}

function kindOf(label: string): string {
  return /(?:answer|perform|reject)$/.exec(label)?.[0] ?? '';
}

/** What failed: what is asked, unless the same was answered as well. */
function refusedIn(turns: Run['turns']): Set<string> {
  const of = (kind: string) => turns.filter(({ label }) => label.endsWith(kind)).map(({ asked }) => asked);
  const answered = new Set(of('answer').map(({ question }) => question));
  return new Set(
    of('reject').map(({ call, question }) => (answered.has(question) ? ownName({ call, question }) : (question ?? ''))),
  );
}

function ownName({ call, question }: Asked): string {
  return `${call} ${question}`;
}

/** The questions of the calls of a run that failed, however a later call asks them. */
export function refusalsOf({ turns }: Run): Plan {
  const refused = turns.filter(({ label }) => label.endsWith('reject')).map(({ asked }) => ownName(asked));
  return { refused: new Set(refused), rank: new Map() };
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
  const plan = planOf(of);
  const plans = hasTimers(of) ? [plan, { ...plan, early: true }] : [plan];
  const found: Outcome[] = [];
  for (const order of orders)
    for (const each of plans) {
      const ordered = inOrder(scenario, order);
      const open: number[][] = [[]];
      for (let tried = 0; open.length > 0; tried++) {
        if (tried === mostBranches) return undefined;
        const choices = new SerialChoices(open.pop()!, each);
        const done = run(script, ordered, { ...options, rejections: each.refused.size * mostRefused }, choices, {
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

/** Events in the order of the plan, then answers before timers before further calls; conditions are counted apart. */
export class SerialChoices extends Choices {
  readonly decided: Choice[] = [];

  constructor(
    readonly prefix: readonly number[],
    readonly plan: Plan,
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

  override chooseEvent(labels: readonly string[], _first: number, events: readonly Asked[]): number {
    const { refused, rank, early } = this.plan;
    const isRefused = labels.map((label, index) => {
      const asked = events[index]!;
      return label.endsWith('reject') && (refused.has(asked.question ?? '') || refused.has(ownName(asked)));
    });
    const lost = new Set(labels.filter((_, index) => isRefused[index]).map(operationOf));
    const classOf = (label: string, index: number): number => {
      if (isRefused[index]) return 0;
      // Before timers, after answers.
      if (isCall(label)) return early ? 1.5 : 4;
      if (label.endsWith('reject') || lost.has(operationOf(label))) return 5;
      return kindOf(label) === '' ? 2 : 1;
    };
    const rankOf = (index: number) => rank.get(nameOf(labels[index]!, events[index]!)) ?? Number.POSITIVE_INFINITY;
    let best = 0;
    for (let index = 1; index < labels.length; index++) {
      const [one, other] = [classOf(labels[best]!, best), classOf(labels[index]!, index)];
      const areOwn = [one, other].every((kind) => kind === 0 || kind === 1 || kind === 2);
      const isRanked = areOwn && rankOf(index) !== rankOf(best);
      if (isRanked ? rankOf(index) < rankOf(best) : other < one) best = index;
    }
    return best;
  }
}

function isCall(label: string): boolean {
  return /^call -\d+$/.test(label);
}

function operationOf(label: string): string {
  return label.replace(/(?:answer|perform|reject)$/, '');
}
