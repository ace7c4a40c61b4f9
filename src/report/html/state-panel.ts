// What variables and locks are like at each step, as far as the steps say: a row each, with all its values over time.
// The viewer shows the value whose interval [data-from, data-until) contains the current step.

import type { StepRow } from '../interleaving.js';
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
}

export function drawStatePanel(timeline: Timeline): string {
  const rows = [...variableRows(timeline.steps), ...lockRows(timeline)];
  if (rows.length === 0) return '';
  const body = rows.map((row) => drawRow(row, timeline.steps.length)).join('\n');
  return `<section class="state" aria-label="variables and locks"><h3>State</h3><table>${body}</table></section>`;
}

/** `x = 3` changes a shared variable when x is what the step accesses, and a variable of its thread otherwise. */
function variableRows(steps: readonly StepRow[]): StateRow[] {
  const rows = new Map<string, StateRow>();
  steps.forEach(({ step }, at) => {
    const assignment = /^(\S+) = (.+)$/s.exec(step.change ?? '');
    if (assignment === null) return;
    const [, variable, value] = assignment;
    const name = variable === step.target ? variable! : `${step.thread} ${variable!}`;
    const row: StateRow = rows.get(name) ?? { name, kind: 'variable', changes: [] };
    rows.set(name, row);
    row.changes.push({ at, value: value! });
  });
  return [...rows.values()].sort((a, b) => Number(a.name.includes(' ')) - Number(b.name.includes(' ')));
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

function drawRow({ name, kind, changes }: StateRow, end: number): string {
  const before: Change = { at: 0, value: kind === 'lock' ? 'free' : '–' };
  const all = changes[0]?.at === 0 ? changes : [before, ...changes];
  const values = all.map((change, index) => {
    const until = all[index + 1]?.at ?? end;
    const lane = change.lane === undefined ? '' : ` ${laneClass(change.lane)}`;
    const changed = change === before ? '' : ' data-changed';
    return `<span class="value${lane}" data-from="${change.at}" data-until="${until}"${changed} hidden>${escapeHtml(change.value)}</span>`;
  });
  return `<tr class="${kind}"><th scope="row">${escapeHtml(name)}</th><td>${values.join('')}</td></tr>`;
}
