// What a reproduction test may try: the calls and their schedule are those of the report, but what the outside answers, which
// texts are passed and what is compared are not told by it. Trials are made in order; the first that fails is the test, so it
// looks at as little as shows the violation, and a repair has to mend no more than that.

import type { Finding } from '../../verdict/verdict.js';
import type { CallsDetails } from '../../verdict/witness.js';
import { listOf, objectOf } from './details.js';

export interface Trial {
  readonly claim: 'order' | 'serial' | 'exclusive' | 'restored' | 'again' | 'ends';
  /** What is compared with serial orders. */
  readonly observe?: readonly string[];
  /** Texts that are not the key of the location differ from call to call. */
  readonly distinct?: true;
  /** What is answered depends on the number that is asked for. */
  readonly byArgument?: true;
  /** The text that is passed. */
  readonly word?: string;
  /** What is outside has changed when this call begins: it says so. */
  readonly changesWith?: number;
  /** The call that closes: what is begun after its end counts. */
  readonly closer?: number;
  /** The first call is made once more, after so many steps of the schedule; then everything is answered as it was asked. */
  readonly again?: number;
  /** Amounts are one. */
  readonly few?: true;
  /** The operation that only one call may be in. */
  readonly section?: string;
}

const mostWords = 8;
const mostSteps = 12;

/** All of them differ in what they look at, too: see `observations`. */
export function trialsFor(finding: Finding, details: CallsDetails): readonly Trial[] {
  if (finding.rule === 'HD6009') return [{ claim: 'restored' }, { claim: 'again', again: 0 }];
  if (finding.rule === 'HD6008') return [{ claim: 'ends' }];
  if (listOf(details.calls).length < 2)
    return [['settled'], ['settled', 'state'], ['settled', 'effects']].map((observe) => ({ claim: 'order', observe }));
  const other = callOf(finding, details);
  const steps = listOf(details.schedule).length;
  const again = listOf(details.calls).length < 3 ? Array.from({ length: steps }, (_, step) => step + 1) : [];
  const worlds: readonly Omit<Trial, 'claim'>[] = [
    {},
    { distinct: true },
    { byArgument: true },
    { distinct: true, byArgument: true },
    ...wordsIn(details).map((word) => ({ word })),
    ...(other > 0 && finding.rule === 'HD6001' ? [{ changesWith: other }] : []),
    ...again
      .slice(0, mostSteps)
      .flatMap((step): Omit<Trial, 'claim'>[] => [{ again: step }, { again: step, few: true }]),
  ];
  const sections = [...new Set(listOf(details.schedule).map((step) => String(objectOf(step)['name'])))];
  return [
    ...worlds.flatMap((world) => observations.map((observe): Trial => ({ claim: 'serial', observe, ...world }))),
    ...(other > 0 && finding.rule === 'HD6004'
      ? [{ claim: 'serial' as const, observe: ['settled', 'late'], closer: other }]
      : []),
    ...(finding.rule === 'HD6005' ? sections.map((section): Trial => ({ claim: 'exclusive', section })) : []),
  ];
}

const observations: readonly (readonly string[])[] = [
  ['settled'],
  ['settled', 'state'],
  ['settled', 'memory'],
  ['settled', 'effects'],
  ['settled', 'state', 'memory', 'effects'],
];

/** The call that comes between, counted from 1; 0 if it is none. */
function callOf({ property }: Finding, details: CallsDetails): number {
  const name = property.kind === 'interleaving' ? property.other : undefined;
  return listOf(details.calls).findLastIndex((call) => objectOf(call)['name'] === name) + 1;
}

function wordsIn({ words }: CallsDetails): string[] {
  return listOf(words).map(String).slice(0, mostWords);
}
