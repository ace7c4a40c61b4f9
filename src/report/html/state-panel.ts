// What variables and locks are like at each step, as far as the steps say: a row each, with all its values over time.
// The viewer shows the value whose interval [data-from, data-until) contains the current step.

import type { WitnessStep } from '../../verdict/witness.js';
import { escapeHtml } from './escape.js';
import { heldLocks } from './held-locks.js';
import { laneClass, type Timeline } from './timeline.js';

interface Change {
  readonly at: number;
  readonly value: string;
  /** The thread that holds the lock or has the local variable, for its colour. */
  readonly lane?: number;
}

interface StateRow {
  readonly name: string;
  readonly kind: 'variable' | 'lock';
  readonly changes: Change[];
  /** Before the first step, if it is known. */
  readonly start?: string;
}

export function drawStatePanel(timeline: Timeline): string {
  const rows = [...variableRows(timeline), ...lockRows(timeline)];
  if (rows.length === 0) return '';
  const body = rows.map((row) => drawRow(row, timeline.steps.length)).join('\n');
  return `<section class="state" aria-label="variables and locks"><h3>State</h3><table>${body}</table></section>`;
}

/** Shared variables and cells by what steps read and write; locals by their thread, also of steps that are not shown. */
function variableRows(timeline: Timeline): StateRow[] {
  const rows = new Map<string, StateRow>();
  const start = new Map(timeline.all.startValues ?? []);
  const change = (name: string, at: number, value: string, lane?: number) => {
    const row: StateRow = rows.get(name) ?? { name, kind: 'variable', changes: [], ...startOf(start, name) };
    rows.set(name, row);
    const known = row.changes.at(-1);
    if (known?.at === at) row.changes.pop();
    if ((known?.value ?? row.start) !== value) row.changes.push({ at, value, ...(lane === undefined ? {} : { lane }) });
  };
  let position = 0;
  timeline.all.steps.forEach((step, i) => {
    while (position < timeline.steps.length - 1 && timeline.steps[position]!.number < i + 1) position++;
    const [name, value, isShared] = foundIn(step) ?? [];
    if (name !== undefined && value !== undefined) change(isShared ? name : `${step.thread} ${name}`, position, value);
    for (const [local, held] of step.locals ?? []) change(`${step.thread} ${local}`, position, held);
  });
  return [...rows.values()].sort((a, b) => Number(isLocal(a)) - Number(isLocal(b)));
}

function startOf(start: ReadonlyMap<string, string>, name: string): { readonly start?: string } {
  const value = start.get(name);
  return value === undefined ? {} : { start: value };
}

function isLocal({ name }: StateRow): boolean {
  return name.includes(' ');
}

/** `x = 3` or `x is 3`: of what the step accesses, or of the state that all share; else of its thread. */
function foundIn({ change, target }: WitnessStep): [name: string, value: string, isShared: boolean] | undefined {
  const found = /^(\S+) (?:=|is) (.+)$/s.exec(change ?? '');
  if (!found) return undefined;
  return [found[1]!, found[2]!, found[1] === target || found[1] === 'shared'];
}

function lockRows({ steps, threads }: Timeline): StateRow[] {
  const rows = new Map<string, StateRow>();
  for (const { lock, lane, from, until } of heldLocks(steps)) {
    const row: StateRow = rows.get(lock) ?? { name: lock, kind: 'lock', changes: [] };
    rows.set(lock, row);
    row.changes.push({ at: from, value: `held by ${threads[lane]!}`, lane });
    if (until !== undefined) row.changes.push({ at: until, value: 'free' });
  }
  return [...rows.values()];
}

function drawRow({ name, kind, changes, start }: StateRow, end: number): string {
  const before: Change = { at: 0, value: kind === 'lock' ? 'free' : (start ?? '–') };
  const all = changes[0]?.at === 0 ? changes : [before, ...changes];
  const values = all.map((change, index) => {
    const until = all[index + 1]?.at ?? end;
    const lane = change.lane === undefined ? '' : ` ${laneClass(change.lane)}`;
    const changed = change === before ? '' : ' data-changed';
    return `<span class="value${lane}" data-from="${change.at}" data-until="${until}"${changed} hidden>${escapeHtml(change.value)}</span>`;
  });
  return `<tr class="${kind}"><th scope="row">${escapeHtml(name)}</th><td>${values.join('')}</td></tr>`;
}
