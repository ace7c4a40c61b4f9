// Answers from elsewhere (a cache, another machine) are nobody's word: every violation is replayed and every certificate
// checked again, on the model as it was read here, and together they must answer everything that was asked. An answer
// that differs in anything after that from what it was before is not used.

import { hasErrors } from '../../base/diagnostic.js';
import { isRecord, type Json } from '../../base/json.js';
import type { Model } from '../../model/model.js';
import { readReport } from '../../report/json/read.js';
import { writeJson } from '../../report/json/write-json.js';
import { plainReport } from '../../report/report.js';
import { cannotSay } from '../../verdict/engine.js';
import { askedPrograms, type InquiryModel, type Subject } from '../../verdict/inquiry.js';
import type { Finding } from '../../verdict/verdict.js';
import { engineEntry } from '../catalogue.js';
import type { Ending, Job, Platform, Question } from '../job.js';
import { Verification } from '../verification/verify.js';

export interface Given {
  readonly job: Job;
  readonly question: Question;
  readonly model: Subject;
  readonly findings: readonly Finding[];
}

/** Why the answer is not used; undefined if it is as good as one that was found here. */
export async function recheck(given: Given, platform: Platform): Promise<string | undefined> {
  const { job, question, model, findings } = given;
  if (model.kind === 'inquiries') return 'answers about source code are asked again';
  try {
    return (
      malformed(findings, job.input.file) ??
      withoutEvidence(findings) ??
      (await incomplete(question, model, job.input.file, findings)) ??
      (await unconfirmed(model, findings, job, platform))
    );
  } catch (error) {
    return `it is malformed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The same for what another machine says now: what has no evidence stays so, everything else is checked. */
export async function recheckAnswer(given: Given, ending: Ending, platform: Platform): Promise<string | undefined> {
  const { job, question, model, findings } = given;
  if (ending.kind !== 'done') return 'it says nothing about a question that has an answer';
  try {
    const mayBeSilent = question.part !== undefined || model.kind === 'inquiries' || hasErrors(ending.diagnostics);
    if (findings.length === 0 && !mayBeSilent) return 'it says nothing';
    const leftFor = findingsIn(ending.carried);
    const wrong = malformed([...findings, ...leftFor], job.input.file);
    if (wrong !== undefined) return wrong;
    if (model.kind === 'inquiries') return await unconfirmedOfInquiries(model, findings, job, platform);
    const isOpen = hasErrors(ending.diagnostics) || findings.some(({ verdict }) => verdict.kind === 'unknown');
    const left = isOpen ? undefined : await incomplete(question, model, job.input.file, findings, ending.carried);
    if (left !== undefined && left !== cannotSay) return left;
    return await unconfirmed(model, [...findings, ...leftFor], job, platform);
  } catch (error) {
    return `it is malformed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** What a part leaves for its conclusion to tell; whether it is what it looks like is asked next. */
function findingsIn(carried: Json | undefined): readonly Finding[] {
  return isRecord(carried) && Array.isArray(carried['findings']) ? carried['findings'] : [];
}

/** Each on the small program that it is about. */
async function unconfirmedOfInquiries(
  model: InquiryModel,
  findings: readonly Finding[],
  job: Job,
  platform: Platform,
): Promise<string | undefined> {
  const programs = new Map(askedPrograms(model).map((asked) => [asked.id, asked]));
  for (const finding of findings) {
    if (finding.verdict.kind === 'unknown') continue;
    const asked = programs.get(String(finding.property.question));
    if (!asked) return `nobody asked: ${finding.message}`;
    const because = await unconfirmed(asked.build(), [finding], job, platform);
    if (because !== undefined) return because;
  }
  return undefined;
}

/** A report is read with care: what it takes for a result is one. */
function malformed(findings: readonly Finding[], file: string): string | undefined {
  const entries = findings.map((finding) => ({ file, finding }));
  const empty = {
    version: '',
    command: '',
    inputs: [],
    skipped: [],
    diagnostics: [],
    sources: { find: () => undefined },
    rules: {},
  };
  const text = [...writeJson({ ...empty, entries }, { ...plainReport, certificates: true })].join('');
  const read = readReport(text);
  return read.ok ? undefined : `it is malformed: ${read.error}`;
}

/** Can it be checked again? */
export function hasEvidence({ verdict }: Finding): boolean {
  if (verdict.kind === 'holds') return verdict.certificate.kind !== 'none' && verdict.scope.kind !== 'bounded';
  return verdict.kind === 'violated' && verdict.confirmed;
}

/** What nobody can check is asked again. */
function withoutEvidence(findings: readonly Finding[]): string | undefined {
  const open = findings.find((finding) => !hasEvidence(finding));
  return open && `it has no evidence for: ${open.message}`;
}

async function incomplete(
  question: Question,
  model: Model,
  file: string,
  findings: readonly Finding[],
  carried?: Json,
): Promise<string | undefined> {
  const engine = await engineEntry(question.engine)?.load();
  if (!engine?.unanswered || !engine.info.modelKinds.includes(model.kind)) return cannotSay;
  if (findings.some((finding) => finding.engine !== question.engine)) return 'it is the answer of another engine';
  const task = { file, model, options: question.options, ...(question.part ? { part: question.part } : {}) };
  const asked = (question.asked ? undefined : engine.questionsOfCheck?.(task)) ?? [question.options];
  for (const options of asked) {
    const left = engine.unanswered({ ...task, options }, findings, carried);
    if (left === cannotSay) return left;
    if (left !== undefined) return `it does not say everything that was asked: ${left}`;
  }
  return undefined;
}

async function unconfirmed(
  model: Model,
  findings: readonly Finding[],
  { limits }: Job,
  platform: Platform,
): Promise<string | undefined> {
  const checked: Finding[] = [];
  const verification = new Verification(model, platform, limits, (some) => void checked.push(...some));
  for (const finding of findings) await verification.add(finding);
  await verification.finish();
  const differs = findings.find((finding, i) => JSON.stringify(finding) !== JSON.stringify(checked[i]));
  return differs && `its evidence does not stand the check: ${differs.message}`;
}
