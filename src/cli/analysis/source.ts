// Where the results of a report come from: questions that are asked now, or a run that keeps its answers.

import type { Diagnostic } from '../../base/diagnostic.js';
import type { Job } from '../../pipeline/job.js';
import type { Pool, PoolSink } from '../../pipeline/pool.js';
import type { ReportEntry } from '../../report/report.js';

export interface ResultSource {
  /** Tells everything once. */
  tell(sink: PoolSink): Promise<void>;
  /** The entries again, in the order of the report, where nobody has to keep them. */
  again?(strict: boolean): Iterable<ReportEntry>;
  /** What there is to say about it. */
  readonly notes?: readonly Diagnostic[];
  close?(): void;
}

export function askedNow(jobs: readonly Job[], pool: Pool): ResultSource {
  return { tell: (sink) => pool.deal(jobs, sink) };
}
