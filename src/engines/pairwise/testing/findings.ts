// Runs an engine to its end without limits and collects its findings, for tests.

import type { Model } from '../../../model/model.js';
import type { Engine, Task } from '../../../verdict/engine.js';
import type { Finding } from '../../../verdict/verdict.js';

export function findingsOf<M extends Model>(engine: Engine<M>, task: Task<M>): Finding[] {
  const findings: Finding[] = [];
  for (const event of engine.run(task, { seed: 0, reserve: () => {}, nextQuestion: () => {} }))
    if (event.kind === 'finding') findings.push(event.finding);
  return findings;
}
