// What was explored of some modules, as plain data: a large program is explored by several, and what it says is said when all
// shares are there. One cause is one finding, however many providers lead to it, whoever has explored them.

import { isRecord, type Json, type JsonObject, plainJson } from '../../base/json.js';
import type { Script } from '../../model/script/script.js';
import type { Finding } from '../../verdict/verdict.js';
import { gapFinding, type Tally, tallyOf, violationFinding } from './findings.js';
import { type Explored, type Found, isBound } from './found.js';

export type ExploredShare = JsonObject & {
  /** Violations, and what makes two of them the same. */
  readonly findings: readonly JsonObject[];
  readonly causes: readonly string[];
  /** What was not followed, in the same way. */
  readonly gaps: readonly JsonObject[];
  readonly gapCauses: readonly string[];
  readonly tally: Readonly<Record<'entries' | 'bounded' | 'unexplored' | 'calls', number>>;
  readonly assumed: readonly string[];
  /** Modules without anything asynchronous; files that were not explored; providers that were. */
  readonly plain: number;
  readonly broken: readonly string[];
  readonly providers: number;
};

const manyCalls = Number.MAX_SAFE_INTEGER;

export function exploredShare(
  script: Script,
  all: readonly Explored[],
  plain: number,
  broken: readonly string[],
): ExploredShare {
  const found = all.flatMap((explored) => explored.found.map((each) => ({ each, runs: explored.runs })));
  const first = new Map(found.toReversed().map((one) => [causeOf(script, one.each), one]));
  const causes = [...new Set(found.map(({ each }) => causeOf(script, each)))];
  const gaps = gapsOf(script, all);
  const { entries, bounded, unexplored, calls, assumed } = tallyOf(all);
  return {
    findings: causes.map((cause) =>
      plainJson(violationFinding(script, first.get(cause)!.each, first.get(cause)!.runs)),
    ),
    causes,
    gaps: [...gaps.values()].map(plainJson),
    gapCauses: [...gaps.keys()],
    tally: { entries, bounded, unexplored, calls: Math.min(calls, manyCalls) },
    assumed,
    plain,
    broken,
    providers: all.length,
  };
}

export function together(shares: readonly ExploredShare[]) {
  const sum = (count: (share: ExploredShare) => number) => shares.reduce((total, share) => total + count(share), 0);
  const { entries, bounded, unexplored } = {
    entries: sum(({ tally }) => tally.entries),
    bounded: sum(({ tally }) => tally.bounded),
    unexplored: sum(({ tally }) => tally.unexplored),
  };
  const tally: Tally = {
    ...{ entries, bounded, unexplored, complete: entries - bounded - unexplored },
    calls: Math.min(...shares.map((share) => share.tally.calls)),
    assumed: [...new Set(shares.flatMap(({ assumed }) => assumed))],
  };
  return {
    tally,
    found: byCause(shares.map(({ causes, findings }) => [causes, findings])),
    gaps: byCause(shares.map(({ gapCauses, gaps }) => [gapCauses, gaps])),
    plain: sum(({ plain }) => plain),
    broken: shares.flatMap(({ broken }) => broken),
    providers: sum(({ providers }) => providers),
  };
}

/** The first of each cause. */
function byCause(shares: readonly (readonly [readonly string[], readonly JsonObject[]])[]): Finding[] {
  const known = new Map<string, Finding>();
  for (const [causes, findings] of shares)
    for (const [i, cause] of causes.entries()) {
      const finding = findings[i];
      if (!known.has(cause) && isFinding(finding)) known.set(cause, finding);
    }
  return [...known.values()];
}

/** Undefined if it is not what a share leaves: it may come from anywhere. What it says is replayed like everything else. */
export function readShare(carried: Json | undefined): ExploredShare | undefined {
  return isShare(carried) ? carried : undefined;
}

function isShare(value: unknown): value is ExploredShare {
  if (!isRecord(value) || !isRecord(value['tally'])) return false;
  const { findings, causes, gaps, gapCauses, tally, assumed, plain, broken, providers } = value;
  const isEach = (list: unknown, isOne: (one: unknown) => boolean) => Array.isArray(list) && list.every(isOne);
  const isText = (one: unknown) => typeof one === 'string';
  const counts = [plain, providers, ...['entries', 'bounded', 'unexplored', 'calls'].map((name) => tally[name])];
  return (
    [findings, gaps].every((list) => isEach(list, isFinding)) &&
    [causes, gapCauses, assumed, broken].every((list) => isEach(list, isText)) &&
    counts.every((count) => typeof count === 'number' && count >= 0)
  );
}

function isFinding(value: unknown): value is Finding & JsonObject {
  return isRecord(value) && isRecord(value['verdict']) && isRecord(value['property']) && Array.isArray(value['places']);
}

/** Of a share that has no answer. */
export function unanswered(script: Script): ExploredShare {
  const because = 'a part of the question has no answer';
  const none = exploredShare(script, [], 0, []);
  return { ...none, gaps: [plainJson(gapFinding(script, because, because, undefined))], gapCauses: [because] };
}

function causeOf(script: Script, { violation, run }: Found): string {
  const seen = run.events[violation.seen]?.spot;
  return `${violation.code} ${violation.spot.module}:${lineOf(script, violation.spot)} ${seen?.module}:${seen && lineOf(script, seen)}`;
}

function lineOf(
  script: Script,
  { module, span }: { readonly module: number; readonly span: { readonly start: number } },
): number {
  return script.modules[module]?.source.position(span.start).line ?? 0;
}

function gapsOf(script: Script, all: readonly Explored[]): ReadonlyMap<string, Finding> {
  const known = new Map<string, Finding>();
  for (const { gaps: own, partly } of all) {
    for (const { reason, spot } of own) {
      const place = spot && script.modules[spot.module]?.source.place(spot.span);
      const where = place ? `${place.file}:${place.line}` : '';
      known.set(`${where} ${reason}`, gapFinding(script, place ? `${where} ${reason}` : reason, reason, place));
    }
    for (const [entry, reasons] of partly)
      for (const reason of reasons)
        if (!isBound(reason))
          known.set(
            `${entry.name} ${reason}`,
            gapFinding(script, `${entry.name} was explored in part: ${reason}`, reason, undefined),
          );
  }
  return known;
}
