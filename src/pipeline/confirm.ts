// An engine that abstracts data finds what can happen if conditions are free. Whether it also happens with the data is
// decided, within a budget, by a concrete search for the same violation: found means confirmed, with the concrete
// interleaving as the witness; not found means that the finding stays "possible".

import type { Model } from '../model/model.js';
import type { Program } from '../model/program/program.js';
import type { Property } from '../verdict/property.js';
import type { Finding } from '../verdict/verdict.js';
import { engineEntry } from './catalogue.js';

/** States of the concrete search: about a second. */
const maxStates = 20_000;

const exploreProperty: Readonly<Record<string, string>> = { atomicity: 'atomicity', race: 'races' };

export async function confirmFindings(model: Model, findings: readonly Finding[]): Promise<readonly Finding[]> {
  const open = findings.filter(isOpen);
  if (!isProgram(model) || open.length === 0) return findings;
  const properties = new Set(open.map(({ property }) => exploreProperty[property.kind]!));
  const concrete = await searchConcretely(model, [...properties]);
  return findings.map((finding) => (isOpen(finding) ? confirmedBy(finding, concrete) : finding));
}

function isOpen({ verdict, property }: Finding): boolean {
  return verdict.kind === 'violated' && !verdict.confirmed && exploreProperty[property.kind] !== undefined;
}

function isProgram(model: Model): model is Program {
  return model.kind === 'program';
}

async function searchConcretely(program: Program, properties: readonly string[]): Promise<readonly Finding[]> {
  const explore = await engineEntry('explore')?.load();
  if (!explore) return [];
  const options = {
    mode: [{ text: 'full' }],
    property: [{ text: properties.join() }],
    'max-states': [{ text: String(maxStates) }],
  };
  const task = { file: program.source.file, model: twoOfEach(program), options };
  const context = { seed: 1, reserve: () => {}, nextQuestion: () => {} };
  const found: Finding[] = [];
  for (const event of explore.run(task, context)) if (event.kind === 'finding') found.push(event.finding);
  return found;
}

/** Two instances of each process that may have any number: enough for a pair of units. */
function twoOfEach(program: Program): Program {
  const processes = program.processes.map((process) =>
    process.instances === 'any' ? { ...process, instances: 2 } : process,
  );
  return { ...program, processes };
}

function confirmedBy(finding: Finding, concrete: readonly Finding[]): Finding {
  const same = concrete.find(
    ({ verdict, property }) => verdict.kind === 'violated' && isInstance(property, finding.property),
  );
  return same ? { ...finding, verdict: same.verdict } : finding;
}

/** `found` names one pattern where `asked` may list several. */
function isInstance(found: Property, asked: Property): boolean {
  if (found.kind !== asked.kind) return false;
  if (found.kind === 'race') return found['variable'] === asked['variable'];
  const claimed = asked['pattern'] ?? (Array.isArray(asked['patterns']) ? asked['patterns'][0] : undefined);
  return (
    found['pattern'] === claimed &&
    found['unit'] === asked['unit'] &&
    found['other'] === asked['other'] &&
    JSON.stringify(found['variables']) === JSON.stringify(asked['variables'])
  );
}
