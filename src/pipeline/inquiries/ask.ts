// One question about a small program: put to its engine, verified on its own program, told in the words of the source.

import type { Diagnostic } from '../../base/diagnostic.js';
import type { Program } from '../../model/program/program.js';
import type { Engine, Task } from '../../verdict/engine.js';
import type { AskedProgram } from '../../verdict/inquiry.js';
import type { Finding } from '../../verdict/verdict.js';
import { type KeptAnswers, questionAbout } from '../answers/kept-answers.js';
import { hasEvidence, recheck } from '../answers/recheck.js';
import { engineEntry } from '../catalogue.js';
import type { Job, Platform } from '../job.js';
import { stoppedFinding } from '../stopped.js';
import { Verification, type Verified } from '../verification/verify.js';

/** Drives an engine on a task and verifies what it found. */
export type EngineRunner = (engine: Engine, task: Task) => Promise<Verified>;

export interface Answered extends Verified {
  /** An answer that was kept stood the check. */
  readonly isReused?: true;
}

export async function ask(asked: AskedProgram, job: Job, platform: Platform, run: EngineRunner): Promise<Answered> {
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
  if (!obstacle.ok) return { findings: [stoppedFinding(asked.engine, obstacle.because, 'not-taken')], diagnostics: [] };
  if (!platform.kept) return run(engine, task);
  return askUnlessKept(platform.kept, { asked, program, job, platform, ask: () => run(engine, task) });
}

interface Keeping {
  readonly asked: AskedProgram;
  readonly program: Program;
  readonly job: Job;
  readonly platform: Platform;
  readonly ask: () => Promise<Verified>;
}

async function askUnlessKept(kept: KeptAnswers, { asked, program, job, platform, ask }: Keeping): Promise<Answered> {
  const about = questionAbout(program, asked, job);
  const findings = kept.find(about);
  const question = { engine: asked.engine, options: asked.options, asked: true };
  const because = findings && (await recheck({ job, question, model: program, findings }, platform));
  if (findings && because === undefined) return { findings, diagnostics: [], isReused: true };
  const verified = await ask();
  const isKept = verified.diagnostics.length === 0 && verified.findings.length > 0;
  if (isKept && verified.findings.every(hasEvidence)) kept.keep(about, verified.findings);
  if (because === undefined) return verified;
  return { ...verified, diagnostics: [...verified.diagnostics, notUsed(job.input.file, because)] };
}

/** An answer from elsewhere that did not stand the check; the question was asked. */
export function notUsed(file: string, because: string): Diagnostic {
  return { code: 'HD0016', severity: 'note', message: `an answer in the cache is not used: ${because}`, file };
}

/** A violation says more than what holds beside it. */
export function tellFirst(asked: AskedProgram, findings: readonly Finding[]): Finding | undefined {
  const order = ['violated', 'unknown', 'holds'];
  const sorted = [...findings].sort((a, b) => order.indexOf(a.verdict.kind) - order.indexOf(b.verdict.kind));
  for (const finding of sorted) {
    const told = asked.tell(finding);
    if (told) return told;
  }
  return undefined;
}
