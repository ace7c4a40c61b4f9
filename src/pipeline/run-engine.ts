// One run of an engine on a model: driven within the limits, timed, and everything it finds verified.

import { Budget } from '../base/budget.js';
import { type Diagnostic, hasErrors } from '../base/diagnostic.js';
import type { Json } from '../base/json.js';
import type { Model } from '../model/model.js';
import type { Engine, EngineEvent, EngineRun, RunContext, Task } from '../verdict/engine.js';
import type { Finding } from '../verdict/verdict.js';
import { drive, type Handler } from './drive.js';
import { internalError, wordsFor } from './internal-error.js';
import type { Job, JobSink, Platform } from './job.js';
import { stoppedFinding } from './stopped.js';
import { type Emit, limitsOfShare, Verification } from './verification/verify.js';

export interface EngineSurroundings {
  readonly job: Job;
  readonly platform: Platform;
  readonly sink: Pick<JobSink, 'progress'>;
  /** Takes what is verified. */
  readonly into: Emit;
}

/** What is said beside the findings. */
export interface Ran {
  readonly diagnostics: readonly Diagnostic[];
  /** By the limits of the command. */
  readonly cut: boolean;
  /** Of a part, for its conclusion. */
  readonly carried?: Json;
}

/** What is driven: all of the task or a part of it, or the conclusion of its parts. */
export type Driven = (engine: Engine, task: Task<Model>, context: RunContext) => EngineRun;

const wholly: Driven = (engine, task, context) => engine.run(task, context);

/** One line for `HEDDLE_DEBUG`. */
function describeEvent(event: Exclude<EngineEvent, { kind: 'await-input' }>): string {
  switch (event.kind) {
    case 'finding':
      return `finding ${event.finding.verdict.kind}: ${event.finding.message} ${JSON.stringify(event.finding.statistics)}`;
    case 'diagnostic':
      return `diagnostic ${event.diagnostic.code}: ${event.diagnostic.message}`;
    case 'carry':
      return 'carry';
    case 'progress':
      return `progress ${event.done}${event.total === undefined ? '' : ` of ${event.total}`} ${event.text ?? ''}`.trimEnd();
  }
}

export async function runEngine(
  engine: Engine,
  task: Task<Model>,
  around: EngineSurroundings,
  driven: Driven = wholly,
): Promise<Ran> {
  const { job, platform, sink, into } = around;
  const budget = new Budget(job.limits, () => platform.now());
  const limits = limitsOfShare(job.limits, task.part?.conclusions ?? 1);
  const verification = new Verification(task.model, platform, limits, into);
  const diagnostics: Diagnostic[] = [];
  const bugs: Diagnostic[] = [];
  let carried: Json | undefined;
  const context = {
    seed: job.seed,
    reserve: (bytes: number) => budget.reserve(bytes),
    nextQuestion: () => budget.nextQuestion(),
    ...(platform.smtSolver ? { smtSolver: platform.smtSolver } : {}),
  };
  let begun = platform.now();
  const handle: Handler = (event) => {
    platform.trace?.(engine.info.id, describeEvent(event));
    if (event.kind === 'finding') {
      const taken = verification.add(timed(withLimit(event.finding, budget), since(begun, platform)));
      const next = () => {
        begun = platform.now();
      };
      if (taken) return taken.then(next);
      next();
    } else if (event.kind === 'diagnostic') diagnostics.push(event.diagnostic);
    else if (event.kind === 'carry') carried = event.carried;
    else sink.progress({ ...event, file: task.file, engine: engine.info.id });
    return undefined;
  };
  try {
    const finished = await drive(driven(engine, task, context), budget, platform, handle);
    if (!finished)
      await verification.add(stoppedFinding(engine.info.id, budget.check()?.message ?? 'stopped', 'limit'));
  } catch (error) {
    // What it has found before is verified like everything else.
    bugs.push(internalError(wordsFor(error, platform), task.file));
    await verification.add(stoppedFinding(engine.info.id, 'internal error', 'internal-error'));
  }
  // An input that turns out wrong while it is read has no results; a bug takes only its own.
  const verified = hasErrors(diagnostics) ? [] : await verification.finish();
  const cut = budget.check()?.scope === 'run';
  return {
    diagnostics: [...diagnostics, ...bugs, ...verified],
    cut,
    ...(carried === undefined ? {} : { carried }),
  };
}

/** An engine that is told to stop gives the words of the stop as its reason. */
function withLimit(finding: Finding, budget: Budget): Finding {
  const { verdict } = finding;
  if (verdict.kind !== 'unknown' || verdict.obstacle !== undefined || !budget.hasSaid(verdict.because)) return finding;
  return { ...finding, verdict: { ...verdict, obstacle: 'limit' } };
}

/** With the time from the result before it to this one. */
function timed(finding: Finding, milliseconds: number): Finding {
  return { ...finding, statistics: { ...finding.statistics, milliseconds } };
}

/** Milliseconds, to a tenth. */
export function since(begun: number, platform: Platform): number {
  return Math.round((platform.now() - begun) * 10) / 10;
}
