// The answer to one question, with the evidence that lets anyone check it.

import type { RuleCode } from '../base/rule.js';
import type { Place } from '../base/source-text.js';
import type { Certificate, NoCertificate } from './certificate.js';
import type { Property } from './property.js';
import type { Scope } from './scope.js';
import type { Witness } from './witness.js';

export type Verdict =
  /** Replayed before anyone sees it; `confirmed` is false when data was abstracted and no concrete run was found. */
  | { readonly kind: 'violated'; readonly witness: Witness; readonly confirmed: boolean; readonly scope: Scope }
  /** Certified before anyone sees it. */
  | { readonly kind: 'holds'; readonly scope: Scope; readonly certificate: Certificate | NoCertificate }
  | { readonly kind: 'unknown'; readonly because: string; readonly obstacle?: Obstacle };

/** What was in the way of an answer, for programs; absent where it is the question itself, which is not decided. */
export type Obstacle = (typeof obstacles)[number];

export const obstacles = [
  /** Time, memory, states, steps: with more of it there may be an answer. */
  'limit',
  /** Ended from outside, or not come to yet. */
  'interrupted',
  /** The model asks something of an engine that does not take it. */
  'not-taken',
  /** It holds, but no checker has accepted that (`--strict`). */
  'not-certified',
  'internal-error',
] as const;

export function unknownBecause(because: string, obstacle: Obstacle | undefined): Verdict {
  return { kind: 'unknown', because, ...(obstacle === undefined ? {} : { obstacle }) };
}

/** A source place that a finding points at, with a few words on what happens there. */
export interface CaptionedPlace {
  readonly place: Place;
  readonly caption: string;
}

/** One question with its answer: what reports print. Plain data, so it can travel between workers. */
export interface Finding {
  readonly engine: string;
  readonly method: string;
  readonly property: Property;
  readonly rule: RuleCode;
  /** Where the finding is less (or more) grave than its rule says. */
  readonly severity?: 'error' | 'warning' | 'note';
  /** The header line: lower case, one sentence, no full stop. */
  readonly message: string;
  readonly verdict: Verdict;
  /** Where to look: the first is the main one. */
  readonly places: readonly CaptionedPlace[];
  /** Why, in sentences a reader can follow. */
  readonly because: readonly string[];
  readonly help?: string;
  readonly statistics: Readonly<Record<string, number | string>>;
}
