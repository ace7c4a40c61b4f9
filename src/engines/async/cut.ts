// A search that was not finished when its share was used up: it may go on later, while steps are left.

import type { EntryPoint } from '../../model/script/scenario/entries.js';
import type { Search } from './search.js';

/** Runs of an entry alone: to see what it touches, to come to more of its code, and with something that fails. */
export const soloRuns = 10;
export const reachingRuns = 6;
export const failingRuns = 12;

/** Schedules of what was cut, as multiples of what was tried at first. */
export const furtherTimes = [2, 4, 8, 16];

export interface Cut {
  readonly search: Search;
  readonly overlapping: readonly EntryPoint[];
  readonly most: number;
  tried: number;
}

export function isOver({ complete, abandoned }: Search): boolean {
  return complete || abandoned.size > 0;
}

export function moreThan(schedules: number): string {
  return `more than ${schedules} schedules`;
}
