// The life of one job: read the model, ask the engine whether it applies, drive it, verify what it found.

import { Budget } from '../base/budget.js';
import { type Diagnostic, hasErrors } from '../base/diagnostic.js';
import type { Model } from '../model/model.js';
import { type Applicability, applies, type Engine, type Task } from '../verdict/engine.js';
import { engineEntry } from './catalogue.js';
import { drive } from './drive.js';
import type { Job, JobOutcome, Platform, ProgressReport } from './job.js';
import { readInput } from './read-input.js';
import { stoppedFinding } from './stopped.js';
import { Verification } from './verify.js';

export async function runJob(
  job: Job,
  platform: Platform,
  onProgress: (progress: ProgressReport) => void,
): Promise<JobOutcome> {
  const { model, diagnostics } = await readInput(job.input, platform);
  if (!model || hasErrors(diagnostics)) return { kind: 'done', findings: [], diagnostics };
  const engine = await engineEntry(job.engine)?.load();
  if (!engine) throw new Error(`no engine ${job.engine}`);
  const task: Task = { file: job.input.file, model, options: job.options };
  const obstacle = obstacleTo(engine, task, job.asked);
  if (!obstacle.ok) return job.asked ? refused(job, obstacle, diagnostics) : skipped(obstacle, diagnostics);
  const complaints = engine.checkOptions(task);
  if (hasErrors(complaints)) return { kind: 'done', findings: [], diagnostics: [...diagnostics, ...complaints] };
  const outcome = await runEngine(engine, task, job, platform, onProgress);
  return { ...outcome, diagnostics: [...diagnostics, ...complaints, ...outcome.diagnostics] };
}

function obstacleTo(engine: Engine, task: Task, asked: boolean): Applicability {
  const { modelKinds, id } = engine.info;
  if (!modelKinds.includes(task.model.kind)) return { ok: false, because: `${id} does not take this kind of input` };
  // Whether there is something to ask is cheap to say; whether the engine can take the model may not be.
  const worth = asked ? applies : engine.worthAsking(task);
  return worth.ok ? engine.applicable(task) : worth;
}

function skipped(obstacle: Applicability & { ok: false }, diagnostics: readonly Diagnostic[]): JobOutcome {
  return { kind: 'skipped', because: obstacle.because, diagnostics };
}

function refused(job: Job, obstacle: Applicability & { ok: false }, diagnostics: readonly Diagnostic[]): JobOutcome {
  const { because, place } = obstacle;
  const { file, content } = job.input;
  const sourceLine = place && content.kind === 'text' ? content.text.split(/\r\n|\r|\n/)[place.line - 1] : undefined;
  const refusal: Diagnostic = {
    code: 'HD0010',
    severity: 'error',
    message: because,
    file,
    ...(place ? { place } : {}),
    ...(sourceLine === undefined ? {} : { sourceLine }),
  };
  return { kind: 'done', findings: [], diagnostics: [...diagnostics, refusal] };
}

async function runEngine(
  engine: Engine,
  task: Task<Model>,
  job: Job,
  platform: Platform,
  onProgress: (progress: ProgressReport) => void,
): Promise<Extract<JobOutcome, { kind: 'done' }>> {
  const budget = new Budget(job.limits, () => platform.now());
  const verification = new Verification(task.model, platform);
  const diagnostics: Diagnostic[] = [];
  const context = {
    seed: job.seed,
    reserve: (bytes: number) => budget.reserve(bytes),
    nextQuestion: () => budget.nextQuestion(),
  };
  const finished = await drive(engine.run(task, context), budget, platform, (event) => {
    if (event.kind === 'finding') return verification.add(event.finding);
    if (event.kind === 'diagnostic') diagnostics.push(event.diagnostic);
    else onProgress({ ...event, file: task.file, engine: engine.info.id });
    return undefined;
  });
  if (!finished) await verification.add(stoppedFinding(engine.info.id, budget.check()?.message ?? 'stopped'));
  const verified = await verification.finish();
  const all = [...diagnostics, ...verified.diagnostics];
  return { kind: 'done', findings: hasErrors(all) ? [] : verified.findings, diagnostics: all };
}
