// From what a search has found to findings.

import type { Place } from '../../base/source-text.js';
import type { Script } from '../../model/script/script.js';
import { noCertificate } from '../../verdict/certificate.js';
import type { CaptionedPlace, Finding, Verdict } from '../../verdict/verdict.js';
import { type Explored, type Found, isBound } from './found.js';
import { witnessOf } from './witness.js';
import { captionsOf, helpOf, messageOf } from './wording.js';

export function violationFinding(script: Script, found: Found, runs: number): Finding {
  const { violation, question } = found;
  const { code, location, unit, other } = violation;
  return {
    engine: 'async',
    method: 'search',
    property: { kind: 'interleaving', code, location, unit: unit.entry, other: other.entry },
    rule: code,
    message: messageOf(found),
    verdict: {
      kind: 'violated',
      witness: witnessOf(script, found),
      confirmed: true,
      scope: {
        kind: 'bounded',
        bounds: { calls: question.overlapping.length },
        assumptions: assumptionsOf(found).map((text) => ({ text })),
      },
    },
    places: placesOf(script, found),
    because: [],
    help: helpOf(found),
    statistics: { schedules: runs },
  };
}

function placeAt(script: Script, { run }: Found, index: number): Place | undefined {
  const event = run.events[index];
  return event && script.modules[event.spot.module]?.source.place(event.spot.span);
}

/** The act first: this is where to look. */
function placesOf(script: Script, found: Found): CaptionedPlace[] {
  const { seen, between, act } = found.violation;
  const [onSeen, onBetween, onAct] = captionsOf(found);
  const candidates = [
    {
      place: script.modules[found.violation.spot.module]?.source.place(found.violation.spot.span),
      caption: onAct || onSeen,
    },
    ...(act === seen ? [] : [{ place: placeAt(script, found, seen), caption: onSeen }]),
    ...(between === seen ? [] : [{ place: placeAt(script, found, between), caption: onBetween }]),
  ];
  const known = new Set<string>();
  return candidates.flatMap(({ place, caption }) => {
    const key = `${place?.file}:${place?.line}:${place?.column}`;
    if (!place || known.has(key)) return [];
    known.add(key);
    return [{ place, caption }];
  });
}

function assumptionsOf({ question, run }: Found): string[] {
  const { overlapping, provider, before } = question;
  const names = [...new Set(overlapping.map(({ name }) => name))];
  const why = overlapping[0]?.isHandler
    ? 'a handler is called for each event'
    : provider.kind === 'class'
      ? 'public methods of an exported class'
      : 'exported';
  const subject =
    names.length > 1
      ? `${names.join(' and ')} can run at the same time`
      : `${names[0]} can be called again before it has finished`;
  return [
    `${subject} (${why}) [silence: // heddle: not-concurrent]`,
    ...(before.length > 0 ? [`${[...new Set(before.map(({ name }) => name))].join(', ')} ran before`] : []),
    ...run.machine.assumed,
  ];
}

export interface Tally {
  readonly entries: number;
  readonly complete: number;
  readonly bounded: number;
  readonly unexplored: number;
  /** So many calls at once were tried in all orders. */
  readonly calls: number;
  /** What was taken for granted about the outside. */
  readonly assumed: readonly string[];
}

export function tallyOf(all: readonly Explored[]): Tally {
  let entries = 0;
  let bounded = 0;
  let unexplored = 0;
  let calls = Number.POSITIVE_INFINITY;
  for (const explored of all) {
    calls = Math.min(calls, explored.calls);
    entries += explored.entries.length;
    for (const [, own] of explored.partly) {
      const open = [...own].filter((reason) => !isBound(reason));
      if (open.length > 0) unexplored++;
      else bounded++;
    }
  }
  const assumed = [...new Set(all.flatMap((explored) => explored.assumed))];
  return { entries, complete: entries - bounded - unexplored, bounded, unexplored, calls, assumed };
}

/** Every await of the entries, and every call and write that others could feel: what no run came to makes an entry explored in part. */
const lookedFor =
  'looked for: HD6001 to HD6009 and HD6011; every await, and every call and write that others could feel, was reached';

/** The last word: how much of the program the answer is about. */
export function summaryFinding(
  script: Script,
  tally: Tally,
  found: number,
  instances: number,
  schedules: number,
  notFollowed: number,
): Finding {
  const { entries, complete, bounded, unexplored } = tally;
  const calls = Math.min(instances, tally.calls);
  const further = calls < instances ? [`${instances} calls at a time: some orders were tried, not all`] : [];
  const isWhole = bounded + unexplored + notFollowed === 0;
  const named = Object.entries(script.left).map(([reason, count]) => `${count} ${reason}`);
  const left = named.length > 0 ? [`not looked at: ${named.join(', ')}`] : [];
  const parts = [
    `${complete} of ${entries} entries explored completely`,
    ...(bounded > 0 ? [`${bounded} within the bounds`] : []),
    ...(unexplored > 0 ? [`${unexplored} in part`] : []),
  ];
  return {
    engine: 'async',
    method: 'search',
    property: { kind: 'interleaving', code: 'HD6000' },
    rule: 'HD6000',
    message: `no ${found > 0 ? 'other ' : ''}interleaving was found to break anything`,
    verdict: isWhole
      ? withinCalls(calls, [parts.join(', '), ...further, lookedFor, ...tally.assumed, ...left])
      : { kind: 'unknown', because: beyondBounds(tally, schedules, notFollowed) },
    places: [],
    because: isWhole ? [] : [parts.join(', '), ...left],
    statistics: { entries, complete, bounded, unexplored },
  };
}

/** Every order of so many overlapping calls was tried. */
function withinCalls(calls: number, about: readonly string[]): Verdict {
  // What it is about belongs to the answer: a report may leave reasons out, but not what is taken for granted.
  const scope = { kind: 'bounded', bounds: { calls }, assumptions: about.map((text) => ({ text })) } as const;
  return { kind: 'holds', scope, certificate: noCertificate('every order of the calls was tried, one by one') };
}

/** A search that was cut says nothing about what it has not seen. */
function beyondBounds({ entries, bounded, unexplored }: Tally, schedules: number, notFollowed: number): string {
  const cut = bounded + unexplored;
  if (cut === 0) return `${notFollowed} ${notFollowed === 1 ? 'thing was' : 'things were'} not followed`;
  return `${cut} of ${entries} entries have more orders than were tried (at first ${schedules} for each set of calls)`;
}

export function gapFinding(script: Script, message: string, because: string, place: Place | undefined): Finding {
  return {
    engine: 'async',
    method: 'search',
    property: { kind: 'interleaving', code: 'HD6010', files: script.modules.length },
    rule: 'HD6010',
    message,
    verdict: { kind: 'unknown', because },
    places: place ? [{ place, caption: because }] : [],
    because: [],
    statistics: {},
  };
}
