// What is asked, what is found, and what is known of a provider in the end.

import type { MachineOptions } from '../../model/script/machine/machine.js';
import type { Run } from '../../model/script/machine/run.js';
import type { Gap } from '../../model/script/machine/trace.js';
import type { EntryPoint, Provider } from '../../model/script/scenario/entries.js';
import type { Violation } from './judge/violation.js';

export interface ExploreOptions {
  readonly instances: 2 | 3;
  readonly external: boolean;
  /** What calls of the outside do, by name. */
  readonly treated: MachineOptions['treated'];
  /** Schedules per set of calls. */
  readonly mostRuns: number;
  /** Interpreted steps per provider. */
  readonly mostSteps: number;
}

export interface Found {
  readonly violation: Violation;
  readonly run: Run;
  readonly question: Question;
  readonly choices: readonly number[];
  /** The call that cannot do its work afterwards. */
  readonly later?: EntryPoint;
}

/** What was run: enough to run it again. */
export interface Question {
  readonly provider: Provider;
  readonly before: readonly EntryPoint[];
  readonly overlapping: readonly EntryPoint[];
  readonly parameters: MachineOptions['parameters'];
  readonly rejections: number;
  readonly external: boolean;
  readonly treated: MachineOptions['treated'];
  /** Arrays that began with unknown elements. */
  readonly populated: ReadonlySet<string>;
}

export interface Explored {
  /** What was taken for granted about the outside. */
  readonly assumed: readonly string[];
  readonly provider: Provider;
  readonly entries: readonly EntryPoint[];
  readonly found: readonly Found[];
  readonly runs: number;
  /** Entries by how they were explored, with the reasons. */
  readonly partly: ReadonlyMap<EntryPoint, ReadonlySet<string>>;
  readonly gaps: readonly Gap[];
  /** So many calls at once were tried in all orders, unless `partly` says otherwise. */
  readonly calls: number;
  readonly candidates: readonly (readonly EntryPoint[])[];
}

/** Bounds of the search, as opposed to things that were not followed. */
export function isBound(reason: string): boolean {
  return /schedules|bound|external events/.test(reason);
}

/** One finding per location: the code that says most. */
const telling = ['HD6005', 'HD6008', 'HD6006', 'HD6004', 'HD6002', 'HD6001', 'HD6003', 'HD6009', 'HD6007', 'HD6011'];

export function distinct(found: readonly Found[]): Found[] {
  const best = new Map<string, Found>();
  for (const each of found) {
    const { location, code } = each.violation;
    const known = best.get(location);
    if (!known || telling.indexOf(code) < telling.indexOf(known.violation.code)) best.set(location, each);
  }
  return [...best.values()];
}
