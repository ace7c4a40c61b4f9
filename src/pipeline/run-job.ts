// The life of one job: read the model once; for each question ask the engine whether it applies, drive it, verify what it
// found.

import { Budget } from '../base/budget.js';
import { type Diagnostic, hasErrors } from '../base/diagnostic.js';
import type { Json } from '../base/json.js';
import type { Model } from '../model/model.js';
import { type Applicability, applies, type Engine, isFirst, type Task } from '../verdict/engine.js';
import type { Subject } from '../verdict/inquiry.js';
import type { Finding } from '../verdict/verdict.js';
import { OpenQuestions } from './answers/open-questions.js';
import { engineEntry } from './catalogue.js';
import { answerInquiries } from './inquiries/answer-inquiries.js';
import { ToldFaults } from './inquiries/told-faults.js';
import { internalError, wordsFor } from './internal-error.js';
import {
  type Answer,
  type Ending,
  type Input,
  isConclusion,
  type Job,
  type JobOutcome,
  type JobSink,
  type Platform,
  type ProgressReport,
  type Question,
  type Reading,
} from './job.js';
import { CarriedParts } from './parts/carried-parts.js';
import type { ModelSource, ReadForJob } from './parts/read-models.js';
import { readInput } from './read-input.js';
import { type Driven, type EngineSurroundings, type Ran, runEngine, since } from './run-engine.js';
import { warnOfSilence } from './silent-model.js';
import { refusedFinding, stoppedFinding } from './stopped.js';
import type { Emit, Verified } from './verification/verify.js';

/** Never throws: what goes wrong inside is said in the outcome. */
export async function runJob(
  job: Job,
  platform: Platform,
  onProgress: (progress: ProgressReport) => void,
  models?: ModelSource,
): Promise<JobOutcome> {
  const found: Finding[][] = job.questions.map(() => []);
  const answers: Answer[] = [];
  const sink: JobSink = {
    progress: onProgress,
    findings: (question, findings) => {
      for (const finding of findings) found[question]!.push(finding);
      return undefined;
    },
    ended: (question, ending) => {
      answers[question] = ending.kind === 'done' ? { ...ending, findings: found[question]! } : ending;
      return undefined;
    },
  };
  const reading = await runJobInto(job, platform, sink, models);
  return { ...reading, answers };
}

/** The same, told as it is found. Never throws. */
export async function runJobInto(job: Job, platform: Platform, sink: JobSink, models?: ModelSource): Promise<Reading> {
  const watched = new OpenQuestions(job, sink);
  try {
    const reading = await tryJob(job, platform, watched, models);
    const digest = job.input.content.kind === 'stream' ? platform.digestOf?.(job.input.file) : undefined;
    return { reading, ...(digest ? { digest } : {}) };
  } catch (error) {
    return watched.fail(wordsFor(error, platform));
  }
}

async function tryJob(
  job: Job,
  platform: Platform,
  sink: OpenQuestions,
  models: ModelSource | undefined,
): Promise<readonly Diagnostic[]> {
  const over = timeIsOver(job, platform);
  if (over) {
    await sink.stop(over, 'limit');
    return [];
  }
  const read = () => readForJob(job, platform);
  const { model, reading } = await (models ? models.read(job, read) : read());
  if (!model) return reading;
  const told = new ToldFaults();
  const parts = new CarriedParts();
  for (const [number, planned] of job.questions.entries()) {
    const begun = platform.now();
    const question = parts.given(planned);
    // Whoever watches learns that the input has been read.
    sink.progress({ file: job.input.file, engine: question.engine, done: 0 });
    const into = (findings: readonly Finding[]) => sink.findings(number, findings);
    const ending = parts.ended(question, await answerOrFail({ job, question, model, platform, sink, into, told }));
    await sink.ended(number, ending.kind === 'done' ? { ...ending, milliseconds: since(begun, platform) } : ending);
  }
  return reading;
}

/** The model, if there is one, and what there is to say about the input. */
export async function readForJob(job: Job, platform: Platform): Promise<ReadForJob> {
  const { model, diagnostics } = await readInput(job.input, platform, job.questions[0]?.options);
  if (!model || hasErrors(diagnostics)) return { reading: diagnostics };
  const warnings = job.questions.some(({ asked }) => asked) ? [] : warnOfSilence(model);
  return { model, reading: [...diagnostics, ...warnings] };
}

/** Several jobs share the time of the command: the last ones may have none. */
function timeIsOver({ limits }: Job, platform: Platform): string | undefined {
  return limits.until === undefined ? undefined : new Budget(limits, () => platform.now()).check()?.message;
}

/** One question on its way. */
interface Asking extends EngineSurroundings {
  readonly question: Question;
  readonly model: Subject;
  readonly told: ToldFaults;
}

/** An engine that breaks takes the answers to its own question with it, and nothing else. */
async function answerOrFail(asking: Asking): Promise<Ending> {
  try {
    return await answer(asking);
  } catch (error) {
    const bug = internalError(wordsFor(error, asking.platform), asking.job.input.file);
    await asking.into([stoppedFinding(asking.question.engine, 'internal error', 'internal-error')]);
    return { kind: 'done', diagnostics: [bug] };
  }
}

/** What there is to say about a question as a whole is said by its first part. */
async function answer(asking: Asking): Promise<Ending> {
  const ending = await answerPart(asking);
  return ending.kind === 'skipped' && !isFirst(asking.question.part) ? { kind: 'done', diagnostics: [] } : ending;
}

async function answerPart(asking: Asking): Promise<Ending> {
  const { job, question, model, platform } = asking;
  if (model.kind === 'inquiries') {
    const { findings, ...ending } = await answerInquiries({
      ...{ job, question, model, platform, told: asking.told },
      progress: (report) => asking.sink.progress(report),
      run: (engine, task) => collect((into) => runEngine(engine, task, { ...asking, sink: { progress() {} }, into })),
    });
    await asking.into(findings);
    return ending;
  }
  const engine = await engineEntry(question.engine)?.load();
  if (!engine) throw new Error(`no engine ${question.engine}`);
  const task: Task = { file: job.input.file, model, options: question.options, ...partOf(question) };
  const worth = question.asked ? isTaken(engine, model) : worthAsking(engine, task);
  if (!worth.ok && !isFirst(question.part)) return { kind: 'done', diagnostics: [] };
  if (!worth.ok) return question.asked ? refused(job.input, worth) : { kind: 'skipped', because: worth.because };
  const obstacle = engine.applicable(task);
  if (!obstacle.ok && !isFirst(question.part)) return { kind: 'done', diagnostics: [] };
  if (!obstacle.ok && question.asked) return refused(job.input, obstacle);
  if (!obstacle.ok) {
    await asking.into([refusedFinding(engine.info.id, obstacle)]);
    return { kind: 'done', diagnostics: [] };
  }
  const empty = question.asked ? engine.worthAsking(task) : applies;
  if (!empty.ok && question.amongOthers && hasErrors(engine.checkOptions(task)))
    return { kind: 'skipped', because: empty.because };
  const asked = (question.asked ? undefined : engine.questionsOfCheck?.(task)) ?? [question.options];
  const diagnostics: Diagnostic[] = [];
  let cut = false;
  let carried: Json | undefined;
  let found = 0;
  const into: Emit = (findings) => {
    found += findings.length;
    return asking.into(findings);
  };
  for (const options of asked) {
    const run = await answerWith(engine, { ...task, options }, { ...asking, into });
    diagnostics.push(...run.diagnostics);
    cut ||= run.cut;
    carried = run.carried;
  }
  const isSilent = found === 0 && diagnostics.length === 0 && carried === undefined;
  if (!empty.ok && isSilent) return { kind: 'skipped', because: empty.because };
  return { kind: 'done', diagnostics, ...(cut ? { cut } : {}), ...(carried === undefined ? {} : { carried }) };
}

async function answerWith(engine: Engine, task: Task, asking: Asking): Promise<Ran> {
  const { question } = asking;
  const complaints = engine.checkOptions(task);
  const said = isFirst(question.part) ? complaints : [];
  if (hasErrors(complaints)) return { diagnostics: said, cut: false };
  const { diagnostics, ...ran } = await runEngine(
    engine,
    task,
    asking,
    isConclusion(question) ? concluding(question) : undefined,
  );
  return { diagnostics: [...said, ...diagnostics], ...ran };
}

function partOf({ part }: Question): Pick<Task, 'part'> {
  return part ? { part } : {};
}

function concluding({ carried = [] }: Question): Driven {
  return function* (engine, task, context) {
    if (engine.conclude) yield* engine.conclude(task, carried, context);
  };
}

async function collect(run: (into: Emit) => Promise<Ran>): Promise<Verified & Ran> {
  const findings: Finding[] = [];
  const ran = await run((some) => {
    for (const finding of some) findings.push(finding);
    return undefined;
  });
  return { findings, ...ran };
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

/** Is there something to ask an engine, or is the answer only why not? */
export async function isAskable({ input }: Job, question: Question, model: Subject): Promise<boolean> {
  if (model.kind === 'inquiries') return model.inquiries.some(({ engine }) => engine === question.engine);
  const engine = await engineEntry(question.engine)?.load();
  if (!engine) return false;
  const task: Task = { file: input.file, model, options: question.options };
  const worth = question.asked ? isTaken(engine, model) : worthAsking(engine, task);
  return worth.ok && engine.applicable(task).ok;
}

function refused({ file, content }: Input, { because, place }: Applicability & { ok: false }): Ending {
  const sourceLine = place && content.kind === 'text' ? content.text.split(/\r\n|\r|\n/)[place.line - 1] : undefined;
  const refusal: Diagnostic = {
    code: 'HD0010',
    severity: 'error',
    message: because,
    file,
    ...(place ? { place } : {}),
    ...(sourceLine === undefined ? {} : { sourceLine }),
  };
  return { kind: 'done', diagnostics: [refusal] };
}
