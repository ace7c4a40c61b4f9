// An engine that abstracts data finds what can happen if conditions are free. Whether it also happens with the data is
// decided, within a budget, by a concrete search for the same violation: found means confirmed, with the concrete
// interleaving as the witness; a search that ends without it means that it does not happen; else it stays "possible".

import { type Budget, unlimited } from '../../base/budget.js';
import type { Model } from '../../model/model.js';
import type { Program } from '../../model/program/program.js';
import type { Property } from '../../verdict/property.js';
import type { Finding } from '../../verdict/verdict.js';
import { excludedByData, sawEverything, searchConcretely, twoOfEach } from './concrete-search.js';
import { confirmLabels } from './confirm-labels.js';

/** States of the concrete search: about a second. Pairs of labels need a search each and share this. */
const maxStates = 100_000;
const leastStates = 1000;

const exploreProperty: Readonly<Record<string, string>> = { atomicity: 'atomicity', race: 'races' };

/** Searches for all findings of a run, which may come a few at a time: one search for each kind of question. */
export class Confirmation {
  readonly #searches = new Map<string, Promise<readonly Finding[]>>();

  constructor(
    readonly model: Model,
    readonly budget: Budget = unlimited,
  ) {}

  async of(findings: readonly Finding[]): Promise<readonly Finding[]> {
    const { model, budget } = this;
    if (model.kind !== 'program' || !findings.some(isOpen)) return findings;
    const pairs = findings.filter(needsCompany).length;
    const statesPerPair = Math.max(leastStates, Math.floor(maxStates / Math.max(1, pairs)));
    const confirmed: Finding[] = [];
    for (const finding of findings) {
      if (!isOpen(finding)) confirmed.push(finding);
      else if (needsCompany(finding)) confirmed.push(await confirmLabels(model, finding, statesPerPair, budget));
      else confirmed.push(confirmedBy(model, finding, await this.#search(model, finding.property.kind)));
    }
    return confirmed;
  }

  #search(model: Program, kind: string): Promise<readonly Finding[]> {
    const known = this.#searches.get(kind);
    if (known) return known;
    const search = searchConcretely(twoOfEach(model), [exploreProperty[kind]!], maxStates, this.budget);
    this.#searches.set(kind, search);
    return search;
  }
}

/** Pairs of labels share their states: how many each may use depends on their number. */
export function needsCompany(finding: Finding): boolean {
  return finding.property.kind === 'pairwise' && isOpen(finding);
}

function isOpen({ verdict, property }: Finding): boolean {
  if (verdict.kind !== 'violated' || verdict.confirmed) return false;
  return property.kind === 'pairwise' || exploreProperty[property.kind] !== undefined;
}

function confirmedBy(model: Program, finding: Finding, concrete: readonly Finding[]): Finding {
  const { property } = finding;
  const seen = concrete.filter(
    ({ verdict, property: found }) => verdict.kind === 'violated' && isInstance(found, property),
  );
  const [first] = seen.toSorted((a, b) => rankIn(property, a.property) - rankIn(property, b.property));
  if (first) return { ...finding, property: asSeen(property, seen), verdict: first.verdict };
  const about = concrete.filter(({ property: found }) => found.kind === property.kind);
  return sawEverything(model, about) ? excludedByData(finding) : finding;
}

/** `found` names one pattern where `asked` may list several. */
function isInstance(found: Property, asked: Property): boolean {
  if (found.kind === 'race') return asked.kind === 'race' && found.variable === asked.variable;
  if (found.kind !== 'atomicity' || asked.kind !== 'atomicity') return false;
  return (
    rankIn(asked, found) !== -1 &&
    found.unit === asked.unit &&
    found.other === asked.other &&
    String(found.variables) === String(asked.variables)
  );
}

/** Where the pattern of one stands among those of the other; -1 if it does not. */
function rankIn(asked: Property, found: Property): number {
  return patternsOf(asked).indexOf(patternsOf(found)[0] ?? '');
}

function patternsOf(property: Property): readonly string[] {
  if (property.kind !== 'atomicity') return [];
  return property.pattern === undefined ? (property.patterns ?? []) : [property.pattern];
}

/** Of several patterns only those that were met with the data, in their order. */
function asSeen(asked: Property, seen: readonly Finding[]): Property {
  if (asked.kind !== 'atomicity' || !asked.patterns) return asked;
  const met = new Set(seen.flatMap(({ property }) => patternsOf(property)));
  return { ...asked, patterns: asked.patterns.filter((pattern) => met.has(pattern)) };
}
