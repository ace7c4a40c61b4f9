// A pool that asks its cache first. What the cache proposes is replayed and certified again on the model as it is now;
// what does not stand that, or has nothing to stand it with, is asked. A question that is asked in parts is kept as a whole.

import type { Diagnostic } from '../../base/diagnostic.js';
import { groupBy } from '../../base/group-by.js';
import { hasEvidence, recheck } from '../../pipeline/answers/recheck.js';
import { engineEntry, readerById } from '../../pipeline/catalogue.js';
import { notUsed } from '../../pipeline/inquiries/ask.js';
import { type Ending, isConclusion, isReadOnce, type Job, type Question } from '../../pipeline/job.js';
import type { Pool, PoolSink } from '../../pipeline/pool.js';
import { readForJob } from '../../pipeline/run-job.js';
import type { Finding } from '../../verdict/verdict.js';
import { nodePlatform } from '../platform.js';
import { jobKeys } from '../run/question-key.js';
import type { AnswerCache } from './answer-cache.js';

export function cachedPool(inner: (jobs: readonly Job[]) => Promise<Pool>, cache: AnswerCache): Pool {
  return {
    async deal(jobs, sink) {
      const open: OpenJob[] = [];
      for (const [number, job] of jobs.entries()) {
        const left = await answerFromCache(number, job, await groupsOf(job), cache, sink);
        if (left) open.push(left);
      }
      if (open.length === 0) return;
      const asked = open.map(({ job }) => job);
      await (await inner(asked)).deal(asked, new StoringSink(open, cache, sink));
    },
  };
}

/** A question, or all parts of one. */
interface Group {
  /** As if it were not in parts. */
  readonly question: Question;
  /** Undefined if only some of its parts are asked, or its answer cannot be reused. */
  readonly key: string | undefined;
  /** Numbers in the job. */
  readonly numbers: readonly number[];
  /** Nobody can say whether an answer from elsewhere is all of it. */
  readonly isAskedAgain: boolean;
}

async function groupsOf(job: Job): Promise<Group[]> {
  const parted = groupBy(job.questions.keys(), (number) =>
    job.questions[number]!.part ? job.questions[number]!.engine : number,
  );
  const groups: (Omit<Group, 'key'> & { isWhole: boolean })[] = [];
  for (const numbers of parted.values()) {
    const { part: _part, carried: _carried, ...question } = job.questions[numbers[0]!]!;
    // Answers about source code are kept by the small programs that are asked about (kept-answers.ts).
    const inquires = readerById(job.input.reader)?.inquires === true;
    const isAskedAgain = !inquires && !(await engineEntry(question.engine)?.load())?.unanswered;
    const isKept =
      !inquires && !isAskedAgain && !isReadOnce(job.input) && isWhole(numbers.map((number) => job.questions[number]!));
    groups.push({ question, numbers, isAskedAgain, isWhole: isKept });
  }
  // What can be read only once is not read for its key.
  const isKept = groups.some((group) => group.isWhole);
  const { questions: keys } = isKept
    ? await jobKeys({ ...job, questions: groups.map(({ question }) => question) })
    : { questions: [] };
  return groups.map(({ isWhole, ...group }, i) => ({ ...group, key: isWhole ? keys[i]! : undefined }));
}

/** Every part is among them. */
function isWhole(questions: readonly Question[]): boolean {
  const [{ part }] = questions as readonly [Question];
  return part === undefined || questions.filter((question) => !isConclusion(question)).length === part.of;
}

/** What the cache could not answer of a job. */
interface OpenJob {
  readonly number: number;
  readonly job: Job;
  /** Numbers of its questions in the whole job. */
  readonly questions: readonly number[];
  readonly groups: readonly Group[];
  readonly notes: readonly Diagnostic[];
}

async function answerFromCache(
  number: number,
  job: Job,
  groups: readonly Group[],
  cache: AnswerCache,
  sink: PoolSink,
): Promise<OpenJob | undefined> {
  const proposals = groups.map(({ key }) => (key === undefined ? undefined : cache.find(key)));
  const all = job.questions.map((_, question) => question);
  const notes: Diagnostic[] = groups
    .filter((group) => group.isAskedAgain)
    .map(({ question }) => askedAgain(job, question));
  const whole: OpenJob = { number, job, questions: all, groups, notes };
  if (!proposals.some((proposal) => proposal !== undefined)) return whole;
  const { model, reading } = await readForJob(job, nodePlatform);
  if (!model) return whole;
  const open: Group[] = [];
  for (const [i, findings] of proposals.entries()) {
    const { question, numbers } = groups[i]!;
    const given = findings && { job, question, model, findings };
    const because = given ? await recheck(given, nodePlatform) : 'nothing is known';
    if (findings && because === undefined) {
      await sink.findings(number, numbers[0]!, findings);
      for (const [i, one] of numbers.entries())
        await sink.ended(number, one, { kind: 'done', diagnostics: [], reused: i === 0 ? findings.length : 0 });
    } else open.push(groups[i]!);
    if (findings && because !== undefined) notes.push(notUsed(job.input.file, because));
  }
  const questions = open.flatMap(({ numbers }) => numbers).sort((a, b) => a - b);
  if (open.length > 0)
    return {
      number,
      job: { ...job, questions: questions.map((question) => job.questions[question]!) },
      questions,
      groups: open,
      notes,
    };
  await sink.read(number, { reading });
  return undefined;
}

function askedAgain({ input }: Job, { engine }: Question): Diagnostic {
  const message = `${engine} is asked again: its answers cannot be checked without that, and are not kept`;
  return { code: 'HD0016', severity: 'note', message, file: input.file };
}

/** Hands on what is found, and keeps what could be reused. */
class StoringSink implements PoolSink {
  readonly #found = new Map<Group, GroupAnswer>();

  constructor(
    readonly open: readonly OpenJob[],
    readonly cache: AnswerCache,
    readonly sink: PoolSink,
  ) {}

  progress(report: Parameters<PoolSink['progress']>[0]): void {
    this.sink.progress(report);
  }

  findings(job: number, question: number, findings: readonly Finding[]): Promise<void> | undefined {
    const { number, questions } = this.open[job]!;
    const { answer, at } = this.#answerOf(job, question);
    // What cannot be reused need not be kept.
    for (const finding of findings) if (answer.count < mostKept) answer.add(at, finding);
    return this.sink.findings(number, questions[question]!, findings);
  }

  ended(job: number, question: number, ending: Parameters<PoolSink['ended']>[2]): Promise<void> | undefined {
    const { number, questions } = this.open[job]!;
    const { group, answer } = this.#answerOf(job, question);
    answer.end(ending);
    if (answer.ended === group.numbers.length) {
      this.#found.delete(group);
      const found = answer.findings.flat();
      const isKept = answer.isWhole && found.length < mostKept && found.length > 0 && found.every(hasEvidence);
      if (isKept && group.key !== undefined) this.cache.store(group.key, found);
    }
    return this.sink.ended(number, questions[question]!, ending);
  }

  #answerOf(job: number, question: number) {
    const { groups, questions } = this.open[job]!;
    const number = questions[question]!;
    const group = groups.find(({ numbers }) => numbers.includes(number))!;
    const answer = this.#found.get(group) ?? new GroupAnswer();
    this.#found.set(group, answer);
    return { group, answer, at: group.numbers.indexOf(number) };
  }

  read(job: number, { reading, ...rest }: Parameters<PoolSink['read']>[1]): Promise<void> | undefined {
    const { number, notes } = this.open[job]!;
    return this.sink.read(number, { reading: [...reading, ...notes], ...rest });
  }
}

/** What the parts of a question have said, in their order. */
class GroupAnswer {
  readonly findings: Finding[][] = [];
  count = 0;
  ended = 0;
  isWhole = true;

  add(part: number, finding: Finding): void {
    this.findings[part] ??= [];
    this.findings[part].push(finding);
    this.count++;
  }

  end(ending: Ending): void {
    this.ended++;
    this.isWhole &&= ending.kind === 'done' && !ending.cut && ending.diagnostics.length === 0 && !ending.notes?.length;
  }
}

const mostKept = 20_000;
