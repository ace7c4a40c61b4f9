// What the engine says about a program, with options as on the command line.

import type { Program } from '../../../model/program/program.js';
import type { EngineEvent } from '../../../verdict/engine.js';
import type { Finding } from '../../../verdict/verdict.js';
import { exploreEngine } from '../engine.js';

export function findingsOf(model: Program, flags: Readonly<Record<string, string>> = {}): Finding[] {
  const options = Object.fromEntries(Object.entries(flags).map(([name, text]) => [name, [{ text }]]));
  const context = { seed: 1, reserve: () => {}, nextQuestion: () => {} };
  const events: EngineEvent[] = [...exploreEngine.run({ file: 'test.eml', model, options }, context)];
  return events.flatMap((event) => (event.kind === 'finding' ? [event.finding] : []));
}
