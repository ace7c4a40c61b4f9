// Models that are questions about small programs: each is put to its engine and verified on its own program, and the
// answer is told in the words of the source. Findings of low rank are counted, and shown when all are asked for.

import { Budget } from '../base/budget.js';
import type { Diagnostic } from '../base/diagnostic.js';
import type { Engine, Task } from '../verdict/engine.js';
import type { AskedProgram, Inquiry, InquiryModel } from '../verdict/inquiry.js';
import { optionFlag } from '../verdict/options.js';
import type { Finding } from '../verdict/verdict.js';
import { engineEntry } from './catalogue.js';
import type { Answer, Job, Platform, ProgressReport, Question } from './job.js';
import { stoppedFinding } from './stopped.js';
import { Verification, type Verified } from './verification/verify.js';

/** Drives an engine on a task and verifies what it found. */
export type EngineRunner = (engine: Engine, task: Task) => Promise<Verified>;

interface Gathered {
  readonly findings: Finding[];
  readonly diagnostics: Diagnostic[];
  low: number;
  /** Left out because their class has several surer ones. */
  further: number;
  cut: boolean;
}

export async function answerInquiries(
  job: Job,
  question: Question,
  model: InquiryModel,
  platform: Platform,
  onProgress: (progress: ProgressReport) => void,
  run: EngineRunner,
): Promise<Extract<Answer, { kind: 'done' }>> {
  const gathered: Gathered = { findings: [], diagnostics: [], low: 0, further: 0, cut: false };
  const mine = model.inquiries.filter(({ engine }) => engine === question.engine);
  const showsAll = optionFlag(question.options, 'all');
  const budget = new Budget(job.limits, () => platform.now());
  for (const [done, inquiry] of mine.entries()) {
    onProgress({ file: job.input.file, engine: question.engine, done, total: mine.length });
    const stop = budget.check();
    if (stop?.scope === 'run') {
      gathered.cut = true;
      gathered.findings.push(
        stoppedFinding(question.engine, `${stop.message} after ${done} of ${mine.length} questions`),
      );
      break;
    }
    if (done % 20 === 19) await platform.breathe();
    await answerInquiry(inquiry, job, gathered, platform, run, showsAll);
  }
  const isFirst = question.engine === 'atomicity';
  const told = showsAll ? gathered.findings : surestOfEachClass(oncePerCause(gathered.findings), gathered);
  const findings = isFirst ? [...told, ...model.settled] : told;
  return {
    kind: 'done',
    findings: ranked(findings),
    diagnostics: gathered.diagnostics,
    notes: notesOf(model, gathered, isFirst),
    ...(gathered.cut ? { cut: true as const } : {}),
  };
}

/** Findings of one fault are one finding, the surest kind, that names the others; two different methods tell more than one. */
function oncePerCause(findings: readonly Finding[]): Finding[] {
  const groups = new Map<unknown, Finding[]>();
  for (const finding of findings) {
    const fault = finding.verdict.kind === 'violated' ? finding.property.fault : undefined;
    const key = fault ?? finding;
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  return [...groups.values()].map((group) => (group.length === 1 ? group[0]! : mergedFinding(group)));
}

function mergedFinding(group: readonly Finding[]): Finding {
  const [surest] = ranked(group);
  const alike = group.filter(({ rule }) => rule === surest!.rule);
  const told = alike.find(({ property }) => new Set(property.methods).size > 1) ?? alike[0]!;
  const others = group.filter((finding) => finding !== told);
  const rivals = [...new Set(others.flatMap(({ property }) => property.rival ?? []))];
  const more = rivals.length > 4 ? ` and ${rivals.length - 4} more (--all shows them)` : '';
  const because = [...told.because, `the same: ${rivals.slice(0, 4).join(', ')}${more}`];
  const also = [...new Set(others.flatMap(({ property }) => property.methods ?? []))];
  const fields = [...new Set(group.flatMap(({ property }) => property.fields ?? []))];
  return { ...told, because, property: { ...told.property, fields, also } };
}

/** Who has to look at a class anyway is told its three surest findings; the others wait until those are mended. */
const mostPerClass = 3;

function surestOfEachClass(findings: readonly Finding[], gathered: Gathered): Finding[] {
  const shown = new Map<unknown, number>();
  return ranked(findings).filter(({ verdict, property }) => {
    if (verdict.kind !== 'violated' || property.class === undefined) return true;
    const count = (shown.get(property.class) ?? 0) + 1;
    shown.set(property.class, count);
    if (count > mostPerClass) gathered.further++;
    return count <= mostPerClass;
  });
}

function notesOf(model: InquiryModel, { low, further }: Gathered, isFirst: boolean): string[] {
  const classes = isFirst ? model.notes.map(({ what, because }) => `${what} is not looked at: ${because}`) : [];
  const count = (many: number) => `${many} ${many === 1 ? 'finding' : 'findings'}`;
  return [
    ...(low === 0 ? [] : [`${count(low)} of low rank (--all shows them)`]),
    ...(further === 0 ? [] : [`${count(further)} in classes with ${mostPerClass} others (--all shows them)`]),
    ...classes,
  ];
}

/** Violations first, by rule; ties stay in the order of the source. */
function ranked(findings: readonly Finding[]): Finding[] {
  const key = ({ verdict, rule }: Finding) => (verdict.kind === 'violated' ? Number(rule.slice(2)) : 99_999);
  return [...findings].sort((a, b) => key(a) - key(b));
}

async function answerInquiry(
  inquiry: Inquiry,
  job: Job,
  gathered: Gathered,
  platform: Platform,
  run: EngineRunner,
  showsAll: boolean,
): Promise<void> {
  for (const asked of inquiry.otherwise ? [...inquiry.candidates, inquiry.otherwise] : inquiry.candidates) {
    const answers = await ask(asked, job, platform, run);
    gathered.diagnostics.push(...answers.diagnostics);
    const told = tellFirst(asked, answers.findings);
    if (!told) continue;
    const isLow = told.verdict.kind === 'violated' && told.property.rank === 'low';
    if (isLow && !showsAll) gathered.low++;
    else gathered.findings.push(told);
    return;
  }
}

/** A violation says more than what holds beside it. */
function tellFirst(asked: AskedProgram, findings: readonly Finding[]): Finding | undefined {
  const order = ['violated', 'unknown', 'holds'];
  const sorted = [...findings].sort((a, b) => order.indexOf(a.verdict.kind) - order.indexOf(b.verdict.kind));
  for (const finding of sorted) {
    const told = asked.tell(finding);
    if (told) return told;
  }
  return undefined;
}

async function ask(asked: AskedProgram, job: Job, platform: Platform, run: EngineRunner): Promise<Verified> {
  const program = asked.build();
  if (asked.answer) {
    const findings: Finding[] = [];
    const verification = new Verification(program, platform, job.limits, (some) => void findings.push(...some));
    await verification.add(asked.answer());
    return { findings, diagnostics: await verification.finish() };
  }
  const engine = await engineEntry(asked.engine)?.load();
  if (!engine) throw new Error(`no engine ${asked.engine}`);
  const task: Task = { file: job.input.file, model: program, options: asked.options };
  const obstacle = engine.applicable(task);
  if (!obstacle.ok) return { findings: [stoppedFinding(asked.engine, obstacle.because)], diagnostics: [] };
  return run(engine, task);
}
