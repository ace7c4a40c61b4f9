// Java text to findings, as `heddle check` would give them.

import { nodePlatform } from '../../../cli/platform.js';
import type { JobOutcome } from '../../../pipeline/job.js';
import { planJobs } from '../../../pipeline/plan.js';
import { runJob } from '../../../pipeline/run-job.js';
import type { Finding } from '../../../verdict/verdict.js';

export async function askJava(text: string, flags: readonly string[] = [], file = 'Test.java'): Promise<JobOutcome> {
  const input = { file, reader: 'java', content: { kind: 'project', sources: [{ file, text }] } } as const;
  const options = Object.fromEntries(flags.map((flag) => [flag, [{ text: '' }]]));
  const [job] = planJobs({ engines: { kind: 'fitting' }, inputs: [input], options, limits: {}, seed: 1 });
  return runJob(job!, nodePlatform, () => {});
}

export function findingsOf({ answers }: JobOutcome): Finding[] {
  return answers.flatMap((answer) => (answer.kind === 'done' ? answer.findings : []));
}

export function violationsOf(outcome: JobOutcome): Finding[] {
  return findingsOf(outcome).filter(({ verdict }) => verdict.kind === 'violated');
}

/** Rule codes of the violations, sorted, each once. */
export function codesOf(outcome: JobOutcome): string[] {
  return [...new Set(violationsOf(outcome).map(({ rule }) => rule))].sort();
}

/** Errors that no input should cause. */
export function bugsOf({ reading, answers }: JobOutcome): string[] {
  const diagnostics = [...reading, ...answers.flatMap((answer) => (answer.kind === 'done' ? answer.diagnostics : []))];
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
}
