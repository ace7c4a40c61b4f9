// A search over the concrete states of a program, with a budget of states, for violations that an engine found with the
// program's data abstracted.

import type { Budget } from '../../base/budget.js';
import type { Program } from '../../model/program/program.js';
import { noCertificate } from '../../verdict/certificate.js';
import { allExecutions } from '../../verdict/scope.js';
import type { Finding } from '../../verdict/verdict.js';
import { engineEntry } from '../catalogue.js';

export async function searchConcretely(
  program: Program,
  properties: readonly string[],
  maxStates: number,
  budget: Budget,
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
  const run = explore.run(task, context);
  // A search that is told to stop says itself what it does not know.
  for (let next = run.next(); !next.done; next = run.next(budget.check()))
    if (next.value.kind === 'finding') found.push(next.value.finding);
  return found;
}

/** Did the search see every execution of the program, for any number of threads that it may have? */
export function sawEverything(program: Program, found: readonly Finding[]): boolean {
  if (program.processes.some(({ instances }) => instances === 'any')) return false;
  return found.length > 0 && found.every(({ verdict }) => verdict.kind !== 'unknown');
}

/** What was possible with free conditions does not happen with the data: a search of all states has not met it. */
export function excludedByData(finding: Finding): Finding {
  const because =
    'searched exhaustively, not certified: with the data no execution shows it, only with free conditions';
  return {
    ...finding,
    message: `not with the program's data: ${finding.message}`,
    verdict: { kind: 'holds', scope: allExecutions(), certificate: noCertificate(because) },
    places: [],
    because: ['with free conditions it could happen; a search of all concrete states has not met it'],
  };
}

/** Two instances of each process that may have any number: enough for a pair of units, labels or accesses. */
export function twoOfEach(program: Program): Program {
  const processes = program.processes.map((process) =>
    process.instances === 'any' ? { ...process, instances: 2 } : process,
  );
  return { ...program, processes };
}
