// The life of one job: read the model once; for each question ask the engine whether it applies, drive it, verify what it
// found.

import { Budget } from '../base/budget.js';
import { type Diagnostic, hasErrors } from '../base/diagnostic.js';
import type { Model } from '../model/model.js';
import { type Applicability, applies, type Engine, type EngineEvent, type Task } from '../verdict/engine.js';
import type { Subject } from '../verdict/inquiry.js';
import { engineEntry } from './catalogue.js';
import { drive, type Handler } from './drive.js';
import { internalError, wordsFor } from './internal-error.js';
import type { Answer, Input, Job, JobOutcome, Platform, ProgressReport, Question } from './job.js';
import { readInput } from './read-input.js';
import { answerInquiries } from './run-inquiries.js';
import { warnOfSilence } from './silent-model.js';
import { refusedFinding, stoppedFinding } from './stopped.js';
import { Verification, type Verified } from './verify.js';

/** Never throws: what goes wrong inside is said in the outcome. */
export async function runJob(
  job: Job,
  platform: Platform,
  onProgress: (progress: ProgressReport) => void,
): Promise<JobOutcome> {
  try {
    const outcome = await tryJob(job, platform, onProgress);
    const digest = job.input.content.kind === 'stream' ? platform.digestOf?.(job.input.file) : undefined;
    return digest ? { ...outcome, digest } : outcome;
  } catch (error) {
    return failedJob(job, wordsFor(error, platform));
  }
}

/** The outcome of a job that ended in a bug before it had anything to show. */
export function failedJob({ input, questions }: Job, words: string): JobOutcome {
  const findings = questions.map(({ engine }) => stoppedFinding(engine, 'internal error'));
  const answers = findings.map((finding): Answer => ({ kind: 'done', findings: [finding], diagnostics: [] }));
  return { reading: [internalError(words, input.file)], answers };
}

async function tryJob(
  job: Job,
  platform: Platform,
  onProgress: (progress: ProgressReport) => void,
): Promise<JobOutcome> {
  const over = timeIsOver(job, platform);
  if (over) return { reading: [], answers: job.questions.map(() => ({ kind: 'stopped', because: over })) };
  const { model, diagnostics } = await readInput(job.input, platform, job.questions[0]?.options);
  if (!model || hasErrors(diagnostics)) return { reading: diagnostics, answers: [] };
  const answers: Answer[] = [];
  const warnings = job.questions.some(({ asked }) => asked) ? [] : warnOfSilence(model);
  for (const question of job.questions) answers.push(await answerOrFail(job, question, model, platform, onProgress));
  return { reading: [...diagnostics, ...warnings], answers };
}

/** Several jobs share the time of the command: the last ones may have none. */
function timeIsOver({ limits }: Job, platform: Platform): string | undefined {
  return limits.until === undefined ? undefined : new Budget(limits, () => platform.now()).check()?.message;
}

/** An engine that breaks takes the answers to its own question with it, and nothing else. */
async function answerOrFail(job: Job, question: Question, model: Subject, ...rest: Surroundings): Promise<Answer> {
  try {
    return await answer(job, question, model, ...rest);
  } catch (error) {
    const bug = internalError(wordsFor(error, rest[0]), job.input.file);
    return { kind: 'done', findings: [stoppedFinding(question.engine, 'internal error')], diagnostics: [bug] };
  }
}

type Surroundings = [platform: Platform, onProgress: (progress: ProgressReport) => void];

async function answer(job: Job, question: Question, model: Subject, ...rest: Surroundings): Promise<Answer> {
  if (model.kind === 'inquiries')
    return answerInquiries(job, question, model, ...rest, (engine, task) =>
      runEngine(engine, task, job, rest[0], () => {}),
    );
  const engine = await engineEntry(question.engine)?.load();
  if (!engine) throw new Error(`no engine ${question.engine}`);
  const task: Task = { file: job.input.file, model, options: question.options };
  const worth = question.asked ? isTaken(engine, model) : worthAsking(engine, task);
  if (!worth.ok) return question.asked ? refused(job.input, worth) : { kind: 'skipped', because: worth.because };
  const obstacle = engine.applicable(task);
  if (!obstacle.ok && question.asked) return refused(job.input, obstacle);
  if (!obstacle.ok) return { kind: 'done', findings: [refusedFinding(engine.info.id, obstacle)], diagnostics: [] };
  const asked = (question.asked ? undefined : engine.questionsOfCheck?.(task)) ?? [question.options];
  const answers: Verified[] = [];
  for (const options of asked) answers.push(await answerWith(engine, { ...task, options }, job, ...rest));
  return {
    kind: 'done',
    findings: answers.flatMap(({ findings }) => findings),
    diagnostics: answers.flatMap(({ diagnostics }) => diagnostics),
  };
}

async function answerWith(engine: Engine, task: Task, job: Job, ...rest: Surroundings): Promise<Verified> {
  const complaints = engine.checkOptions(task);
  if (hasErrors(complaints)) return { findings: [], diagnostics: complaints };
  const { findings, diagnostics } = await runEngine(engine, task, job, ...rest);
  return { findings, diagnostics: [...complaints, ...diagnostics] };
}

/** Whether there is something to ask is cheap to say; whether the engine can take the model may not be. */
function worthAsking(engine: Engine, task: Task): Applicability {
  const taken = isTaken(engine, task.model);
  return taken.ok ? engine.worthAsking(task) : taken;
}

function isTaken({ info }: Engine, { kind }: Model): Applicability {
  if (info.modelKinds.includes(kind)) return applies;
  return { ok: false, because: `${info.id} does not take this kind of input` };
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
  const verification = new Verification(task.model, platform, job.limits);
  const diagnostics: Diagnostic[] = [];
  const bugs: Diagnostic[] = [];
  const context = {
    seed: job.seed,
    reserve: (bytes: number) => budget.reserve(bytes),
    nextQuestion: () => budget.nextQuestion(),
  };
  const handle: Handler = (event) => {
    platform.trace?.(engine.info.id, describeEvent(event));
    if (event.kind === 'finding') return verification.add(event.finding);
    if (event.kind === 'diagnostic') diagnostics.push(event.diagnostic);
    else onProgress({ ...event, file: task.file, engine: engine.info.id });
    return undefined;
  };
  try {
    const finished = await drive(engine.run(task, context), budget, platform, handle);
    if (!finished) await verification.add(stoppedFinding(engine.info.id, budget.check()?.message ?? 'stopped'));
  } catch (error) {
    // What it has found before is verified like everything else.
    bugs.push(internalError(wordsFor(error, platform), task.file));
    await verification.add(stoppedFinding(engine.info.id, 'internal error'));
  }
  const verified = await verification.finish();
  // An input that turns out wrong while it is read has no results; a bug takes only its own.
  const findings = hasErrors(diagnostics) ? [] : verified.findings;
  return { findings, diagnostics: [...diagnostics, ...bugs, ...verified.diagnostics] };
}
