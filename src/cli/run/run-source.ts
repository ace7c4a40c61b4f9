// The answers of a run, in the order of its plan: what is open is asked first, everything is told from the journal.

import { type Diagnostic, hasErrors } from '../../base/diagnostic.js';
import type { Json } from '../../base/json.js';
import { type Ending, isConclusion, isReadOnce, type Job, type Question } from '../../pipeline/job.js';
import { sharesOf } from '../../pipeline/parts/shares.js';
import type { Pool, PoolSink } from '../../pipeline/pool.js';
import { stoppedFinding } from '../../pipeline/stopped.js';
import type { ReportEntry } from '../../report/report.js';
import type { ReportSubject } from '../analysis/analysis.js';
import { entriesOf } from '../analysis/gathering.js';
import type { ResultSource } from '../analysis/source.js';
import { fail } from '../failure.js';
import { version } from '../version.js';
import type { Journal } from './journal.js';
import { type JobKeys, jobKeys } from './question-key.js';
import { closeRun, JournalSink, openRun, type PlannedJob, type PlannedQuestion, planOf } from './run-folder.js';

/** A run that is looked at: what is open stays so. */
export function storedRun(folder: string, plan: readonly PlannedJob[], journal: Journal): ResultSource {
  return {
    tell: (sink) => tellStored(plan, journal, sink),
    again: (strict) => storedEntries(plan, journal, strict),
    notes: notesOf(folder, journal),
  };
}

/** The run of this command: begun, or gone on with. */
export async function runSource(
  folder: string,
  jobs: readonly Job[],
  { command, inputs, diagnostics }: ReportSubject,
  poolFor: (jobs: readonly Job[]) => Promise<Pool>,
): Promise<ResultSource> {
  for (const { input } of jobs)
    if (isReadOnce(input))
      fail('HD0006', '--run cannot go on with what is read only once: write the trace to a file', { file: input.file });
  const keys: JobKeys[] = [];
  for (const job of jobs) keys.push(await jobKeys(job));
  const plan = planOf(jobs, keys);
  const journal = openRun(folder, { version: version(), command, inputs, diagnostics, jobs: plan });
  return runningRun(folder, plan, journal, jobs, poolFor);
}

function runningRun(
  folder: string,
  plan: readonly PlannedJob[],
  journal: Journal,
  jobs: readonly Job[],
  poolFor: (jobs: readonly Job[]) => Promise<Pool>,
): ResultSource {
  const stored = storedRun(folder, plan, journal);
  return {
    ...stored,
    async tell(sink) {
      const open = openJobs(jobs, plan, journal);
      const into = new JournalSink(journal, open.keys, (report) => sink.progress(report));
      if (open.jobs.length > 0) await (await poolFor(open.jobs)).deal(open.jobs, into);
      await stored.tell(sink);
    },
    close: () => closeRun(folder, journal),
  };
}

/** What has not been answered, each question once however often it stands in the plan. */
function openJobs(jobs: readonly Job[], plan: readonly PlannedJob[], journal: Journal) {
  const taken = new Set<string>();
  const open: { readonly jobs: Job[]; readonly keys: JobKeys[] } = { jobs: [], keys: [] };
  for (const [i, job] of jobs.entries()) {
    const { key, questions } = plan[i]!;
    if (taken.has(key)) continue;
    taken.add(key);
    const missing = questions.map((question) => !journal.has(question.key));
    // A journal that ends between the last answer and the end of its job.
    if (!missing.includes(true) && !journal.has(key)) missing[missing.length - 1] = true;
    // What was told with a question is not known without it: those that are answered together are asked together.
    for (const share of sharesOf(job)) if (share.some((q) => missing[q])) for (const q of share) missing[q] = true;
    // What is concluded from parts is concluded again when one of them is asked again.
    for (const [q, { part, engine }] of questions.entries())
      if (part && missing[q])
        for (const [other, asked] of questions.entries())
          if (asked.engine === engine && isConclusion(asked)) missing[other] = true;
    if (!missing.includes(true)) continue;
    const asked = job.questions.filter((_, q) => missing[q]);
    open.jobs.push({ ...job, questions: asked.map((question) => withParts(question, questions, journal)) });
    open.keys.push({ job: key, questions: questions.filter((_, q) => missing[q]).map((question) => question.key) });
  }
  return open;
}

/** A conclusion with what its parts have left in the journal. */
function withParts(question: Question, planned: readonly PlannedQuestion[], journal: Journal): Question {
  if (!isConclusion(question)) return question;
  const carried: (Json | undefined)[] = [];
  for (const { engine, part, key } of planned) {
    const ending = engine === question.engine && part && journal.has(key) ? journal.ending(key) : undefined;
    if (part && ending?.kind === 'done') carried[part.index] = ending.carried;
  }
  return { ...question, carried };
}

async function tellStored(plan: readonly PlannedJob[], journal: Journal, sink: PoolSink): Promise<void> {
  for (const [job, { key, questions }] of plan.entries()) {
    const reading = journal.reading(key) ?? { reading: [] };
    for (const [number, question] of isUnreadable(journal, key, questions) ? [] : questions.entries()) {
      const ending = journal.ending(question.key);
      if (ending) for (const findings of journal.findings(question.key)) await sink.findings(job, number, findings);
      await sink.ended(job, number, ending ?? open);
    }
    await sink.read(job, reading);
  }
}

/** An input that cannot be read has no answers; otherwise what is missing is open. */
function isUnreadable(journal: Journal, job: string, questions: readonly PlannedQuestion[]): boolean {
  const isWrong = hasErrors(journal.reading(job)?.reading ?? []);
  return isWrong && !questions.some(({ key }) => journal.ending(key));
}

const open: Ending = { kind: 'stopped', because: 'the run has not come to this yet', obstacle: 'interrupted' };

function* storedEntries(plan: readonly PlannedJob[], journal: Journal, strict: boolean): Generator<ReportEntry> {
  for (const { file, key, questions } of plan) {
    if (isUnreadable(journal, key, questions)) continue;
    for (const question of questions) {
      const ending = journal.ending(question.key) ?? open;
      if (ending !== open)
        for (const findings of journal.findings(question.key)) yield* entriesOf(file, question, findings, strict);
      if (ending.kind === 'stopped')
        yield { file, finding: stoppedFinding(question.engine, ending.because, ending.obstacle) };
    }
  }
}

function notesOf(folder: string, { damage }: Journal): Diagnostic[] {
  const file = `${folder}/journal.jsonl`;
  const note = (message: string): Diagnostic => ({ code: 'HD0016', severity: 'note', message, file });
  return [
    ...(damage.torn ? [note('its last line was not written to its end, and is dropped')] : []),
    ...(damage.broken > 0 ? [note(`${damage.broken} of its lines cannot be read: what they said is asked again`)] : []),
  ];
}
