// An engine that abstracts data finds what can happen if conditions are free. Whether it also happens with the data is
// decided, within a budget, by a concrete search for the same violation: found means confirmed, with the concrete
// interleaving as the witness; not found means that the finding stays "possible".

import type { Model } from '../model/model.js';
import type { Program } from '../model/program/program.js';
import type { Property } from '../verdict/property.js';
import type { Finding } from '../verdict/verdict.js';
import { searchConcretely, twoOfEach } from './concrete-search.js';
import { confirmLabels } from './confirm-labels.js';

/** States of the concrete search: about a second. Pairs of labels need a search each and share this. */
const maxStates = 20_000;
const leastStates = 1000;

const exploreProperty: Readonly<Record<string, string>> = { atomicity: 'atomicity', race: 'races' };

export async function confirmFindings(model: Model, findings: readonly Finding[]): Promise<readonly Finding[]> {
  const open = findings.filter(isOpen);
  if (!isProgram(model) || open.length === 0) return findings;
  const properties = new Set(open.flatMap(({ property }) => exploreProperty[property.kind] ?? []));
  const concrete = properties.size > 0 ? await searchConcretely(twoOfEach(model), [...properties], maxStates) : [];
  const pairs = open.filter(({ property }) => property.kind === 'pairwise').length;
  const statesPerPair = Math.max(leastStates, Math.floor(maxStates / Math.max(1, pairs)));
  const confirmed: Finding[] = [];
  for (const finding of findings) {
    if (!isOpen(finding)) confirmed.push(finding);
    else if (finding.property.kind === 'pairwise') confirmed.push(await confirmLabels(model, finding, statesPerPair));
    else confirmed.push(confirmedBy(finding, concrete));
  }
  return confirmed;
}

function isOpen({ verdict, property }: Finding): boolean {
  if (verdict.kind !== 'violated' || verdict.confirmed) return false;
  return property.kind === 'pairwise' || exploreProperty[property.kind] !== undefined;
}

export function isProgram(model: Model): model is Program {
  return model.kind === 'program';
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
