// One question about a small program: put to its engine, verified on its own program, told in the words of the source.

import type { Engine, Task } from '../../verdict/engine.js';
import type { AskedProgram } from '../../verdict/inquiry.js';
import type { Finding } from '../../verdict/verdict.js';
import { engineEntry } from '../catalogue.js';
import type { Job, Platform } from '../job.js';
import { stoppedFinding } from '../stopped.js';
import { Verification, type Verified } from '../verification/verify.js';

/** Drives an engine on a task and verifies what it found. */
export type EngineRunner = (engine: Engine, task: Task) => Promise<Verified>;

export async function ask(asked: AskedProgram, job: Job, platform: Platform, run: EngineRunner): Promise<Verified> {
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
  return run(engine, task);
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
