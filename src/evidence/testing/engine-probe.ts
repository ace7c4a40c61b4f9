// What the engines of a build, perhaps with a rule broken on purpose, say about models whose truth is known
// (scripts/mutants.mjs): every `holds` that is false, and those that a checker accepts nevertheless.

import { SourceText } from '../../base/source-text.js';
import { findingsOf as coverFindings } from '../../engines/cover/testing/ask.js';
import { findingsOf as exploreFindings } from '../../engines/explore/testing/findings-of.js';
import { pairwiseEngine } from '../../engines/pairwise/engine.js';
import { findingsOf as engineFindings } from '../../engines/pairwise/testing/findings.js';
import { racesEngine } from '../../engines/races/engine.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import type { Model } from '../../model/model.js';
import { traceOfText } from '../../model/traces/testing/trace-of.js';
import { parseForest } from '../../model/trees/parse.js';
import type { Finding } from '../../verdict/verdict.js';
import { basisCertifier, coverabilitySetCertifier } from '../cover/cover-certifiers.js';
import { schemeCertifier } from '../pairwise/scheme-certifier.js';
import { treeCertifier } from '../pairwise/tree-certifier.js';
import { executionsCertifier, localStatesCertifier, statesCertifier } from '../program/states-certifier.js';
import { traceCertifier } from '../traces/trace-certifier.js';
import { type Accepted, acceptedOf, type Claim } from './accepted-claims.js';
import { type Area, claimKey, diagramOf, type JudgedModel, schemeOf } from './engine-corpus.js';
import { outcomeOf } from './outcome-of.js';

const certifiers = [
  basisCertifier,
  coverabilitySetCertifier,
  executionsCertifier,
  localStatesCertifier,
  schemeCertifier,
  statesCertifier,
  traceCertifier,
  treeCertifier,
];

/** `failed`: questions that an engine ended with an error of its own, such as a search that contradicts its answer. */
export interface Probed {
  wrong: number;
  accepted: number;
  failed: number;
}

/** Which models an engine, or the re-searches, are asked about. */
export const areasOf: Readonly<Record<string, readonly Area[]>> = {
  searches: ['interleavings'],
  cover: ['diagrams', 'replicated'],
  explore: ['interleavings'],
  races: ['traces'],
  pairwise: ['trees', 'schemes'],
};

export function probeEngine(corpus: readonly JudgedModel[], engine: string): Probed {
  const areas = areasOf[engine] ?? [];
  const result = { wrong: 0, accepted: 0, failed: 0 };
  for (const { area, text, falseClaims } of corpus) {
    if (!areas.includes(area)) continue;
    for (const { model, ask } of questionsOf[area](text)) {
      const findings = answered(ask);
      if (!findings) result.failed++;
      for (const finding of findings ?? []) {
        if (finding.verdict.kind !== 'holds' || !falseClaims.includes(claimKey(finding.property))) continue;
        result.wrong++;
        if (isAccepted(model, finding)) result.accepted++;
      }
    }
  }
  return result;
}

/** What the re-searches of a build accept: how many false claims, and which true ones. */
export function probeSearches(corpus: readonly JudgedModel[], expected?: readonly string[]): Accepted {
  return acceptedOf(searchClaims(corpus), 0, expected);
}

function* searchClaims(corpus: readonly JudgedModel[]): Iterable<Claim> {
  for (const [i, { area, text, falseClaims }] of corpus.entries())
    for (const certifier of area === 'interleavings'
      ? [statesCertifier, localStatesCertifier, executionsCertifier]
      : [])
      for (const kind of ['assertion', 'error', 'deadlock', 'race'] as const)
        yield {
          name: `${certifier.certificateKind} ${kind} ${i}`,
          isTrue: !falseClaims.includes(claimKey({ kind })),
          isAccepted: () =>
            outcomeOf(certifier, programOf(text), { kind }, undefined, undefined, { left: 3000 }) === 'accepted',
        };
}

function answered(ask: () => Finding[]): Finding[] | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

function isAccepted(model: Model, { property, verdict }: Finding): boolean {
  if (verdict.kind !== 'holds' || !('body' in verdict.certificate)) return false;
  const { certificate, scope } = verdict;
  const certifier = certifiers.find(({ certificateKind }) => certificateKind === certificate.kind);
  return certifier !== undefined && outcomeOf(certifier, model, property, certificate, scope) === 'accepted';
}

interface Asked {
  readonly model: Model;
  ask(): Finding[];
}

/** The text as a model, asked with every method that decides. */
const questionsOf: Readonly<Record<Area, (text: string) => Asked[]>> = {
  diagrams(text) {
    const model = diagramOf(Number(text));
    return ['portfolio', 'backward', 'forward'].map((method) => ({
      model,
      ask: () => coverFindings(model, { method: [method] }),
    }));
  },
  replicated(text) {
    const model = programOf(text);
    const targets = ['assert', 'A'].filter((target) => text.includes(target === 'assert' ? 'assert' : 'label A'));
    return targets.map((target) => ({ model, ask: () => coverFindings(model, { target: [target] }) }));
  },
  interleavings(text) {
    const model = programOf(text);
    const property = 'assertions,errors,deadlocks,races';
    return ['stateful', 'lockset', 'optimal', 'full'].map((method) => ({
      model,
      ask: () => exploreFindings(model, { method, property, 'max-states': '3000' }),
    }));
  },
  traces(text) {
    const model = traceOfText(text);
    return ['goldilocks', 'vector-clock', 'epoch'].map((algorithm) => ({
      model,
      ask: () =>
        engineFindings(racesEngine, { file: 'test.std', model, options: { algorithm: [{ text: algorithm }] } }),
    }));
  },
  trees(text) {
    const source = new SourceText('test.tree', text);
    const model = { kind: 'trees' as const, source, trees: parseForest(source).trees };
    return [{ model, ask: () => engineFindings(pairwiseEngine, { file: 'test.tree', model, options: {} }) }];
  },
  schemes(text) {
    const model = schemeOf(text);
    return [{ model, ask: () => engineFindings(pairwiseEngine, { file: 'test.hrs', model, options: {} }) }];
  },
};
