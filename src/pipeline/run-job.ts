// The life of one job: read the model once; for each question ask the engine whether it applies, drive it, verify what it
// found.

import { Budget } from '../base/budget.js';
import { type Diagnostic, hasErrors } from '../base/diagnostic.js';
import type { Model } from '../model/model.js';
import { type Applicability, applies, type Engine, type EngineEvent, type Task } from '../verdict/engine.js';
import { engineEntry } from './catalogue.js';
import { drive } from './drive.js';
import type { Answer, Input, Job, JobOutcome, Platform, ProgressReport, Question } from './job.js';
import { readInput } from './read-input.js';
import { stoppedFinding } from './stopped.js';
import { internalError, Verification, type Verified } from './verify.js';

export async function runJob(
  job: Job,
  platform: Platform,
  onProgress: (progress: ProgressReport) => void,
): Promise<JobOutcome> {
  const { model, diagnostics } = await readInput(job.input, platform);
  if (!model || hasErrors(diagnostics)) return { reading: diagnostics, answers: [] };
  const answers: Answer[] = [];
  for (const question of job.questions) answers.push(await answerOrFail(job, question, model, platform, onProgress));
  return { reading: diagnostics, answers };
}

/** An engine that breaks takes the answers to its own question with it, and nothing else. */
async function answerOrFail(job: Job, question: Question, model: Model, ...rest: Surroundings): Promise<Answer> {
  try {
    return await answer(job, question, model, ...rest);
  } catch (error) {
    const message = `${question.engine}: ${error instanceof Error ? error.message : String(error)}`;
    return { kind: 'done', findings: [], diagnostics: [{ ...internalError(message), file: job.input.file }] };
  }
}

type Surroundings = [platform: Platform, onProgress: (progress: ProgressReport) => void];

async function answer(job: Job, question: Question, model: Model, ...rest: Surroundings): Promise<Answer> {
  const engine = await engineEntry(question.engine)?.load();
  if (!engine) throw new Error(`no engine ${question.engine}`);
  const task: Task = { file: job.input.file, model, options: question.options };
  const obstacle = obstacleTo(engine, task, question.asked);
  if (!obstacle.ok)
    return question.asked ? refused(job.input, obstacle) : { kind: 'skipped', because: obstacle.because };
  const complaints = engine.checkOptions(task);
  if (hasErrors(complaints)) return { kind: 'done', findings: [], diagnostics: complaints };
  const { findings, diagnostics } = await runEngine(engine, task, job, ...rest);
  return { kind: 'done', findings, diagnostics: [...complaints, ...diagnostics] };
}

function obstacleTo(engine: Engine, task: Task, asked: boolean): Applicability {
  const { modelKinds, id } = engine.info;
  if (!modelKinds.includes(task.model.kind)) return { ok: false, because: `${id} does not take this kind of input` };
  // Whether there is something to ask is cheap to say; whether the engine can take the model may not be.
  const worth = asked ? applies : engine.worthAsking(task);
  return worth.ok ? engine.applicable(task) : worth;
}

function refused({ file, content }: Input, { because, place }: Applicability & { ok: false }): Answer {
  const sourceLine = place && content.kind === 'text' ? content.text.split(/\r\n|\r|\n/)[place.line - 1] : undefined;
  const refusal: Diagnostic = {
    code: 'HD0010',
    severity: 'error',
    message: because,
    file,
    ...(place ? { place } : {}),
    ...(sourceLine === undefined ? {} : { sourceLine }),
  };
  return { kind: 'done', findings: [], diagnostics: [refusal] };
}

/** One line for `HEDDLE_DEBUG`. */
function describeEvent(event: Exclude<EngineEvent, { kind: 'await-input' }>): string {
  switch (event.kind) {
    case 'finding':
      return `finding ${event.finding.verdict.kind}: ${event.finding.message} ${JSON.stringify(event.finding.statistics)}`;
    case 'diagnostic':
      return `diagnostic ${event.diagnostic.code}: ${event.diagnostic.message}`;
    case 'progress':
      return `progress ${event.done}${event.total === undefined ? '' : ` of ${event.total}`} ${event.text ?? ''}`.trimEnd();
  }
}

async function runEngine(
  engine: Engine,
  task: Task<Model>,
  job: Job,
  platform: Platform,
  onProgress: (progress: ProgressReport) => void,
): Promise<Verified> {
  const budget = new Budget(job.limits, () => platform.now());
  const verification = new Verification(task.model, platform);
  const diagnostics: Diagnostic[] = [];
  const context = {
    seed: job.seed,
    reserve: (bytes: number) => budget.reserve(bytes),
    nextQuestion: () => budget.nextQuestion(),
  };
  const finished = await drive(engine.run(task, context), budget, platform, (event) => {
    platform.trace?.(engine.info.id, describeEvent(event));
    if (event.kind === 'finding') return verification.add(event.finding);
    if (event.kind === 'diagnostic') diagnostics.push(event.diagnostic);
    else onProgress({ ...event, file: task.file, engine: engine.info.id });
    return undefined;
  });
  if (!finished) await verification.add(stoppedFinding(engine.info.id, budget.check()?.message ?? 'stopped'));
  const verified = await verification.finish();
  const all = [...diagnostics, ...verified.diagnostics];
  return { findings: hasErrors(all) ? [] : verified.findings, diagnostics: all };
}
