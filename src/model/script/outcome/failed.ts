// What has failed in an execution.

import type { Run } from '../machine/run.js';

export function failuresIn({ steps }: Run): number {
  return steps.filter((step) => step.do === 'reject').length;
}

export function hasFailed(run: Run): boolean {
  return failuresIn(run) > 0;
}
