// What is said about a pair of methods: the suspicion before it is asked, and the violation in the words of Java.

import type { Suspicion } from '../../../verdict/inquiry.js';
import type { AskedFor } from '../../../verdict/property.js';
import type { Finding } from '../../../verdict/verdict.js';
import type { SharedLocation } from '../lower/shared-object.js';
import type { UnitGraph } from '../lower/unit-graph.js';
import type { ClassInfo } from '../symbols/class-info.js';
import { assumptionList } from './assumptions.js';
import type { LocationFacts } from './location-facts.js';
import type { Words } from './wording.js';

export const rules = {
  'lost-update': 'HD7001',
  'stale-check': 'HD7002',
  iteration: 'HD7003',
  'torn-pair': 'HD7004',
  'dirty-read': 'HD7005',
  unrepeatable: 'HD7006',
  race: 'HD7007',
  publication: 'HD7008',
} as const;

export interface PairContext {
  readonly root: ClassInfo;
  readonly facts: LocationFacts;
  readonly hints: boolean;
  /** The two use different keys: what is theirs alone, and its locks, was left out. */
  readonly otherKeys: boolean;
  /** Accesses were left out because a latch or promise comes before them. */
  readonly signals: boolean;
  /** Accesses were left out because only one thread calls the class. */
  readonly oneCaller: boolean;
  /** A contract leaves the object to one thread at a time. */
  readonly confined: boolean;
  /** Nothing shows that two threads call these two. */
  readonly low: boolean;
  /** No lock, nothing volatile: then that is the one cause of everything. */
  readonly isBare: boolean;
}

/** An object that is filled too late explains whatever else goes wrong with it; otherwise kinds go by their rules. */
export function suspicionOf(
  { root }: PairContext,
  kind: keyof typeof rules,
  { fault, rival, low, units, locations }: Pick<Violation, 'fault' | 'rival' | 'low' | 'units' | 'locations'>,
): Suspicion {
  return {
    class: root.qualified,
    fault,
    rival,
    order: orderOf(kind),
    rank: low ? 'low' : 'normal',
    methods: units.map(({ name }) => name),
    fields: namesIn(locations),
  };
}

export function orderOf(kind: keyof typeof rules): number {
  return kind === 'publication' ? 0 : Number(rules[kind].slice(2));
}

export function namesIn(locations: readonly SharedLocation[]): string[] {
  return [...new Set(locations.map(({ name }) => name))];
}

export interface Violation {
  readonly id: string;
  readonly kind: keyof typeof rules;
  words(): Words;
  readonly units: readonly UnitGraph[];
  readonly locations: readonly SharedLocation[];
  readonly low: boolean;
  /** The lines that are at fault, and who meets them there. */
  readonly fault: string;
  readonly rival: string;
}

export function tellViolation(context: PairContext, answer: Finding, violation: Violation): Finding | undefined {
  if (answer.verdict.kind !== 'violated') return undefined;
  const { message, places, because, help } = violation.words();
  const unstable = violation.units.flatMap((unit) => unit.unstable.map((entry) => entry.because));
  return {
    ...answer,
    property: {
      ...tagged(answer, context, violation.id, violation.kind, violation.units, violation.locations, violation.low),
      fault: violation.fault,
      rival: violation.rival,
    },
    rule: rules[violation.kind],
    message: `${context.root.name}: ${message}`,
    verdict: {
      ...answer.verdict,
      scope: { ...answer.verdict.scope, assumptions: assumptionList(['A1', ...assumed(violation.units)]) },
    },
    places,
    because: [...because, ...new Set(unstable)],
    help,
  };
}

export function assumed(units: readonly UnitGraph[]): string[] {
  return units.flatMap(({ assumptions }) => [...assumptions]);
}

/** The engine's own property, which replay needs, with what a reader of the report needs. */
export function tagged(
  answer: Finding,
  { root }: { root: ClassInfo },
  question: string,
  kind: string,
  units: readonly UnitGraph[],
  locations: readonly SharedLocation[],
  low: boolean,
): Finding['property'] {
  const extra: AskedFor = {
    question,
    java: kind,
    class: root.qualified,
    methods: units.map(({ name }) => name),
    fields: namesIn(locations),
    rank: low ? 'low' : 'normal',
  };
  return { ...answer.property, ...extra };
}
