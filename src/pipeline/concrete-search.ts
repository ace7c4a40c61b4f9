// A search over the concrete states of a program, with a budget of states, for violations that an engine found with the
// program's data abstracted.

import type { Program } from '../model/program/program.js';
import type { Finding } from '../verdict/verdict.js';
import { engineEntry } from './catalogue.js';

export async function searchConcretely(
  program: Program,
  properties: readonly string[],
  maxStates: number,
): Promise<readonly Finding[]> {
  const explore = await engineEntry('explore')?.load();
  if (!explore) return [];
  const options = {
    mode: [{ text: 'full' }],
    property: [{ text: properties.join() }],
    'max-states': [{ text: String(maxStates) }],
  };
  const task = { file: program.source.file, model: program, options };
  const context = { seed: 1, reserve: () => {}, nextQuestion: () => {} };
  const found: Finding[] = [];
  for (const event of explore.run(task, context)) if (event.kind === 'finding') found.push(event.finding);
  return found;
}

/** Two instances of each process that may have any number: enough for a pair of units, labels or accesses. */
export function twoOfEach(program: Program): Program {
  const processes = program.processes.map((process) =>
    process.instances === 'any' ? { ...process, instances: 2 } : process,
  );
  return { ...program, processes };
}
