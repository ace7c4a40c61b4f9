// Models that are questions about small programs. Of the pairs of methods of a class, suspicions are asked about from the
// surest kind to the weakest, each fault once; a pair without any gets its proof. What is of low rank is counted, and what
// was not asked is said; `--all` asks and shows everything.

import { Budget } from '../../base/budget.js';
import type { Diagnostic } from '../../base/diagnostic.js';
import type { AskedProgram, Inquiry, InquiryModel, Suspicion } from '../../verdict/inquiry.js';
import { optionFlag } from '../../verdict/options.js';
import type { Finding } from '../../verdict/verdict.js';
import { type Answer, isConclusion, type Job, type Platform, type ProgressReport, type Question } from '../job.js';
import { stoppedFinding } from '../stopped.js';
import { ask, type EngineRunner, tellFirst } from './ask.js';
import { inquiriesOf } from './independent-inquiries.js';
import { type Left, leftNotes, leftTogether } from './left.js';
import { shapeOf } from './shape.js';
import type { ToldFaults } from './told-faults.js';

export interface InquirySurroundings {
  readonly job: Job;
  readonly question: Question;
  readonly model: InquiryModel;
  readonly platform: Platform;
  readonly told: ToldFaults;
  readonly progress: (progress: ProgressReport) => void;
  readonly run: EngineRunner;
}

type Told = Extract<Answer, { kind: 'done' }>;

export async function answerInquiries(around: InquirySurroundings): Promise<Told> {
  const { question, model, platform } = around;
  if (isConclusion(question)) return closed(around, [], leftTogether(question.carried ?? []));
  const asked = inquiriesOf(model, question.part).filter(({ engine }) => engine === question.engine);
  const session = new Session(around, asked.length);
  if (optionFlag(question.options, 'all')) for (const inquiry of asked) await session.askInTurn(inquiry);
  else for (const group of groupedByClass(asked)) await session.askBySuspicion(group);
  const findings = session.counted.map((finding) => around.told.withOthers(finding));
  const said = {
    diagnostics: session.diagnostics,
    ...(session.isCut ? { cut: true as const } : {}),
    ...(platform.kept ? { reused: session.findings.filter((finding) => session.reused.has(finding)).length } : {}),
  };
  if (!question.part) return { ...closed(around, findings, session.left), ...said };
  return { kind: 'done', findings: ranked(findings), ...said, carried: { ...session.left } };
}

/** With what is to be said once, however many parts there are. */
function closed({ question, model }: InquirySurroundings, findings: readonly Finding[], left: Left): Told {
  const isFirst = question.engine === 'atomicity';
  return {
    kind: 'done',
    findings: ranked(isFirst ? [...findings, ...model.settled] : findings),
    diagnostics: [],
    notes: [...leftNotes(left), ...(isFirst ? classesNotLookedAt(model) : [])],
  };
}

/** In the order of the source; questions that belong to no class are alone. */
function groupedByClass(inquiries: readonly Inquiry[]): Inquiry[][] {
  const groups = new Map<string, Inquiry[]>();
  for (const inquiry of inquiries) {
    const key = inquiry.about ?? inquiry.id;
    const group = groups.get(key);
    if (group) group.push(inquiry);
    else groups.set(key, [inquiry]);
  }
  return [...groups.values()];
}

class Session {
  readonly findings: Finding[] = [];
  readonly diagnostics: Diagnostic[] = [];
  isCut = false;
  /** What was not asked for: answers that were kept. */
  readonly reused = new Set<Finding>();
  readonly left = { low: 0, weak: 0, further: 0 };
  #done = 0;
  #asked = 0;
  readonly #budget: Budget;
  readonly #shapes = new Map<string, 'low' | Finding>();
  /** How many more pairs of methods an answer is for. */
  readonly #others = new Map<Finding, number>();

  constructor(
    readonly around: InquirySurroundings,
    readonly total: number,
  ) {
    this.#budget = new Budget(around.job.limits, () => around.platform.now());
  }

  /** Every candidate, until one is violated; then what is said otherwise. */
  async askInTurn({ candidates, otherwise }: Inquiry): Promise<void> {
    if (!(await this.#mayGoOn())) return;
    for (const asked of otherwise ? [...candidates, otherwise] : candidates) {
      const finding = await this.#ask(asked);
      if (!finding) continue;
      this.findings.push(finding);
      return;
    }
  }

  async askBySuspicion(group: readonly Inquiry[]): Promise<void> {
    const open = new Set(group);
    for (const { inquiry, asked, suspicion } of suspicionsOf(group)) {
      if (!open.has(inquiry) || suspicion.rank === 'low') continue;
      if (!(await this.#mayGoOn())) return;
      if (await this.#isClosedBy(asked, suspicion)) open.delete(inquiry);
    }
    for (const inquiry of open) {
      if (!(await this.#mayGoOn())) return;
      await this.#askTheRest(inquiry);
    }
    this.#done += group.length;
  }

  /** Is the pair told of, with others or by a finding of its own, or left for later? */
  async #isClosedBy(asked: AskedProgram, suspicion: Suspicion): Promise<boolean> {
    const { told } = this.around;
    if (told.isTold(suspicion)) {
      told.join(suspicion);
      return true;
    }
    if (told.isFull(suspicion)) {
      this.left.further++;
      return true;
    }
    const finding = await this.#ask(asked);
    if (!finding) return false;
    this.findings.push(finding);
    if (finding.verdict.kind === 'violated') told.tell(suspicion);
    return true;
  }

  /** Nothing sure can be wrong: is it proved? Low ranks are shown only when all are asked for. */
  async #askTheRest({ candidates, otherwise }: Inquiry): Promise<void> {
    const plain = candidates.filter(({ suspicion }) => !suspicion);
    const asked = [...plain, ...(otherwise ? [otherwise] : [])];
    if (asked.length === 0) this.left.weak++;
    for (const next of asked) {
      const finding = next.alike === undefined ? await this.#ask(next) : await this.#askOfShape(next);
      if (!finding) continue;
      if (finding === 'told') return;
      if (finding === 'low' || (finding.verdict.kind === 'violated' && finding.property.rank === 'low'))
        this.left.low++;
      else this.findings.push(finding);
      return;
    }
  }

  /** Two pairs of methods that do the same have one answer. */
  async #askOfShape(asked: AskedProgram): Promise<Finding | 'told' | 'low' | undefined> {
    const program = asked.build();
    const shape = `${asked.alike} ${shapeOf(program)}`;
    const known = this.#shapes.get(shape);
    if (known === 'low') return known;
    if (known) {
      this.#others.set(known, (this.#others.get(known) ?? 0) + 1);
      return 'told';
    }
    const finding = await this.#ask({ ...asked, build: () => program });
    if (!finding) return undefined;
    const isLow = finding.verdict.kind === 'violated';
    this.#shapes.set(shape, isLow ? 'low' : finding);
    return finding;
  }

  /** Answers that stand for several pairs say so. */
  #counted(finding: Finding): Finding {
    const others = this.#others.get(finding) ?? 0;
    if (others === 0) return finding;
    const more = `${others} more ${others === 1 ? 'pair' : 'pairs'} of methods with the same steps`;
    return { ...finding, message: `${finding.message} (and ${more})` };
  }

  get counted(): readonly Finding[] {
    return this.findings.map((finding) => this.#counted(finding));
  }

  async #ask(asked: AskedProgram): Promise<Finding | undefined> {
    const { job, platform, run } = this.around;
    const answers = await ask(asked, job, platform, run);
    this.diagnostics.push(...answers.diagnostics);
    const finding = tellFirst(asked, answers.findings);
    if (finding && answers.isReused) this.reused.add(finding);
    return finding;
  }

  async #mayGoOn(): Promise<boolean> {
    if (this.isCut) return false;
    const { job, question, platform, progress } = this.around;
    progress({ file: job.input.file, engine: question.engine, done: this.#done, total: this.total });
    const stop = this.#budget.check();
    if (stop?.scope === 'run') {
      this.isCut = true;
      const because = `${stop.message} after ${this.#done} of ${this.total} questions`;
      this.findings.push(stoppedFinding(question.engine, because, 'limit'));
      return false;
    }
    if (this.#asked++ % 20 === 19) await platform.breathe();
    return true;
  }
}

interface Suspected {
  readonly inquiry: Inquiry;
  readonly asked: AskedProgram;
  readonly suspicion: Suspicion;
}

/** Of all pairs of a class, the surest first. */
function suspicionsOf(group: readonly Inquiry[]): Suspected[] {
  return group
    .flatMap((inquiry) =>
      inquiry.candidates.flatMap((asked) => (asked.suspicion ? [{ inquiry, asked, suspicion: asked.suspicion }] : [])),
    )
    .sort((a, b) => a.suspicion.order - b.suspicion.order);
}

function classesNotLookedAt({ notes }: InquiryModel): string[] {
  return notes.map(({ what, because }) => `${what} is not looked at: ${because}`);
}

/** Violations first, by rule; ties stay in the order of the source. */
function ranked(findings: readonly Finding[]): Finding[] {
  const key = ({ verdict, rule }: Finding) => (verdict.kind === 'violated' ? Number(rule.slice(2)) : 99_999);
  return [...findings].sort((a, b) => key(a) - key(b));
}
