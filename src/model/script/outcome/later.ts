// What a call that fails leaves to the next one, which is made when it has ended, and in which nothing fails. That one is
// hindered if it does not come to its end, fails, or asks less of the outside than it does after a call that succeeds.

import type { MachineOptions } from '../machine/machine.js';
import { type Run, run, type Scenario } from '../machine/run.js';
import type { Script } from '../script.js';
import { refusalsOf } from './serial.js';
import { type Plan, SerialChoices } from './serial-choices.js';

const mostBranches = 12;

const nothingRefused: Plan = { refused: new Set(), rank: new Map(), fates: new Map() };

interface Later {
  readonly isAfterSuccess: boolean;
  readonly end: 'returned' | 'threw' | 'none';
  /** How often it waited for something. */
  readonly waits: number;
}

/** `both` makes the call of the run, and then the one that is asked about. */
export function isHindered(script: Script, both: Scenario, options: MachineOptions, failed: Run): boolean {
  const after = laterCalls(script, both, options, failed, refusalsOf(failed));
  const all = laterCalls(script, both, options, failed, nothingRefused);
  if (!after || !all || all.length === 0) return false;
  // What comes after a call that fails for another reason is not what is usual.
  const successful = all.filter(({ isAfterSuccess }) => isAfterSuccess);
  const usual = successful.length > 0 ? successful : all;
  const least = Math.min(...usual.map(({ waits }) => waits));
  return after.some(
    ({ end, waits }) => waits < least || (end !== 'returned' && usual.every((other) => other.end !== end)),
  );
}

/** After the call that fails the same is not done again, as after one that succeeds. */
export function isSkipped(script: Script, both: Scenario, options: MachineOptions, failed: Run): boolean {
  const [after, usual] = [refusalsOf(failed), nothingRefused].map((plan) =>
    laterCalls(script, both, options, failed, plan),
  );
  const isIdle = ({ end, waits }: Later) => end === 'returned' && waits === 0;
  return after !== undefined && usual !== undefined && after.length > 0 && [...after, ...usual].every(isIdle);
}

function laterCalls(script: Script, both: Scenario, options: MachineOptions, of: Run, plan: Plan): Later[] | undefined {
  const found: Later[] = [];
  const open: number[][] = [[]];
  for (let tried = 0; open.length > 0; tried++) {
    if (tried === mostBranches) return found;
    const choices = new SerialChoices(open.pop()!, plan);
    const done = run(script, both, { ...options, rejections: plan.refused.size }, choices, {
      names: of.machine.turns.names,
      reached: new Set(),
      facts: of.machine.facts,
      sleepsAt: -1,
      asleep: new Map(),
    });
    if (done.abandoned !== undefined) return undefined;
    found.push(lastCall(done));
    open.push(...choices.others());
  }
  return found;
}

function lastCall({ events, start }: Run): Later {
  const own = events.slice(start).filter(({ unit }) => rootOf(unit) === -2);
  const end = own.find((event) => event.kind === 'end');
  const first = events.slice(start).find((event) => event.kind === 'end' && rootOf(event.unit) === -1);
  return {
    isAfterSuccess: first?.kind === 'end' && first.outcome === 'returned',
    end: end?.kind === 'end' ? end.outcome : 'none',
    waits: own.filter(({ kind }) => kind === 'pause').length,
  };
}

function rootOf(unit: Run['events'][number]['unit']): number {
  let root = unit;
  while (root.parent) root = root.parent;
  return root.id;
}
