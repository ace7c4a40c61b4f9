// The results of `heddle races`: one per variable that races, or one that says that none does; plus one for each pair
// of events and each variable that the user asked about. Worded so that the reader needs no theory.

import type { Certificate } from '../../verdict/certificate.js';
import { recordedTrace, type Scope } from '../../verdict/scope.js';
import type { CaptionedPlace, Finding } from '../../verdict/verdict.js';
import type { Witness } from '../../verdict/witness.js';
import { type AlgorithmName, overReports } from './algorithms.js';
import type { Race } from './detector.js';
import type { AccessNote, Evolution, Explanation } from './explainer.js';
import type { Narrator } from './narrator.js';
import { witnessOf } from './race-witness.js';

export interface FindingContext {
  readonly algorithm: AlgorithmName;
  /** `--trace-format`, when it was given: whoever replays needs it. */
  readonly format: string | undefined;
  readonly scope: Scope;
  readonly narrator: Narrator;
  readonly statistics: Readonly<Record<string, number | string>>;
}

export function traceScope(problems: number): Scope {
  const recorded = 'the trace has every synchronisation of the run';
  if (problems === 0) return recordedTrace(recorded);
  return recordedTrace(recorded, `${problems} malformed lines or impossible events were passed over`);
}

const MAX_GROWTHS = 12;
/** Whoever checks reads the trace again, in the format that the user has named, if any. */
function readAgain({ format }: FindingContext): Certificate {
  return { kind: 'clocks/1', body: format === undefined ? {} : { format } };
}

/** Both events were seen by the second pass. */
type Seen = Explanation & Required<Pick<Explanation, 'earlier' | 'later'>>;

function isSeen(explanation: Explanation | undefined): explanation is Seen {
  return explanation?.earlier !== undefined && explanation.later !== undefined;
}

export function raceFinding(
  race: Race,
  variable: string,
  explanation: Explanation | undefined,
  evolution: readonly Evolution[],
  context: FindingContext,
): Finding {
  const { narrator, algorithm, scope, statistics } = context;
  const discipline = overReports(algorithm);
  const seen = isSeen(explanation) ? explanation : undefined;
  const falseAlarm = discipline && seen?.trail?.knows(race.later.thread) === true;
  return {
    engine: 'races',
    method: algorithm,
    property: { kind: 'race', variable },
    rule: discipline ? 'HD2002' : 'HD2001',
    message: raceMessage(race, variable, falseAlarm, context),
    verdict: {
      kind: 'violated',
      witness: raceWitness(race, seen, context),
      confirmed: seen !== undefined && (!discipline || seen.trail?.knows(race.later.thread) === false),
      scope,
    },
    places: seen ? accessPlaces(seen, narrator) : [],
    because: [...raceReasons(variable, seen, falseAlarm, context), ...evolutionLines(variable, evolution, narrator)],
    help: raceHelp(variable, seen, falseAlarm, narrator),
    statistics,
  };
}

function raceMessage({ earlier, later }: Race, variable: string, falseAlarm: boolean, context: FindingContext): string {
  const { narrator, algorithm } = context;
  const words = { r: 'read', w: 'write' } as const;
  const pair =
    `${words[earlier.op]} by ${narrator.thread(earlier.thread)} (event ${earlier.event}) and ` +
    `${words[later.op]} by ${narrator.thread(later.thread)} (event ${later.event})`;
  if (falseAlarm) return `false alarm of ${algorithm} on ${variable}: ${pair} are ordered`;
  if (overReports(algorithm)) return `no lock protects ${variable} (${algorithm} may over-report): ${pair}`;
  return `race on ${variable}: nothing orders ${pair}`;
}

/** With `accesses` as the contract has them; `held` and `location` only when the trace could be read a second time. */
function raceWitness(race: Race, seen: Seen | undefined, context: FindingContext): Witness {
  const { narrator, algorithm, format } = context;
  const access = ({ event, thread, op }: Race['earlier'], note: AccessNote | undefined) => ({
    event,
    thread: narrator.thread(thread),
    op,
    ...(note && { location: note.location, held: narrator.lockNames(note.held) }),
  });
  const accesses = [access(race.earlier, seen?.earlier), access(race.later, seen?.later)];
  const details = { algorithm, ...(format === undefined ? {} : { format }), accesses };
  return seen ? { ...witnessOf(seen, narrator), details } : { kind: 'trace', steps: [], details };
}

function accessPlaces({ earlier, later }: Seen, narrator: Narrator): CaptionedPlace[] {
  return [later, earlier].map((note) => ({
    place: narrator.place(note),
    caption: `${narrator.deed(note)} at ${note.location}, ${narrator.holding(note.held)}`,
  }));
}

function raceReasons(variable: string, seen: Seen | undefined, falseAlarm: boolean, context: FindingContext): string[] {
  const { narrator, algorithm } = context;
  if (!seen) return ['the trace could not be read a second time, so locations and locks are not known'];
  const { earlier, later, trail } = seen;
  const lines = [accessLine(earlier, narrator), accessLine(later, narrator)];
  if (overReports(algorithm))
    lines.push(`${algorithm} checks a locking discipline, not the order of the run: it over-reports`);
  if (!trail) {
    const pair = `${earlier.event},${later.event}`;
    return [...lines, `too many races are open here to follow them all; see --explain-pair ${pair}`];
  }
  lines.push(...trailLines(variable, seen, narrator));
  const chain = falseAlarm ? trail.chain(later.thread) : undefined;
  if (chain) return [...lines, `the accesses are ordered: ${orderOf(chain, narrator)}`];
  return [...lines, missingChain(seen, narrator)];
}

function accessLine(note: AccessNote, narrator: Narrator): string {
  return `event ${note.event}: ${narrator.deed(note)} at ${note.location}, ${narrator.holding(note.held)}`;
}

/** How the lockset of the earlier access grew until the later one. */
function trailLines(variable: string, { earlier, trail }: Seen, narrator: Narrator): string[] {
  if (!trail) return [];
  const growths = trail.growths;
  const initial = narrator.set(trail.lockset.slice(0, 1 + earlier.held.length));
  const lines = [`after event ${earlier.event}: LS(${variable}) = ${initial}`];
  for (const growth of growths.slice(0, MAX_GROWTHS)) lines.push(narrator.growth(variable, growth));
  if (growths.length > MAX_GROWTHS)
    lines.push(`… ${growths.length - MAX_GROWTHS} more steps: LS(${variable}) = ${narrator.set(trail.lockset)}`);
  return lines;
}

function missingChain({ earlier, later }: Seen, narrator: Narrator): string {
  const first = narrator.thread(earlier.thread);
  const second = narrator.thread(later.thread);
  return (
    `no chain of release and acquire, fork, join or volatile access leads from ${first} after event ${earlier.event} ` +
    `to ${second} before event ${later.event}: neither ${second} nor a lock it holds is in the lockset`
  );
}

function orderOf(chain: readonly Parameters<Narrator['deed']>[0][], narrator: Narrator): string {
  return chain.length === 0 ? 'both are of one thread' : narrator.chain(chain);
}

function raceHelp(variable: string, seen: Seen | undefined, falseAlarm: boolean, narrator: Narrator): string {
  if (falseAlarm) return 'the default --algorithm goldilocks follows the order of the run and does not report this';
  const [lock] = seen ? [...narrator.lockNames(seen.earlier.held), ...narrator.lockNames(seen.later.held)] : [];
  if (lock === undefined)
    return `protect every access of ${variable} with one lock, or order the threads by fork, join or a volatile flag`;
  return `hold one lock at both accesses, for example ${lock}, which one of the threads holds at its own`;
}

function evolutionLines(variable: string, evolution: readonly Evolution[], narrator: Narrator): string[] {
  return evolution.map((entry) => narrator.growth(variable, entry));
}

/** For a trace, or for one variable of it, without a race. */
export function holdsFinding(
  variable: string | undefined,
  evolution: readonly Evolution[],
  context: FindingContext,
): Finding {
  const { algorithm, narrator, scope, statistics } = context;
  const rule = overReports(algorithm) ? 'HD2002' : 'HD2001';
  const lines = variable === undefined ? [] : evolutionLines(variable, evolution, narrator);
  return {
    engine: 'races',
    method: algorithm,
    property: { kind: 'race', ...(variable === undefined ? {} : { variable }) },
    rule,
    message: variable === undefined ? 'no race: all conflicting accesses are ordered' : `no race on ${variable}`,
    verdict: { kind: 'holds', scope, certificate: readAgain(context) },
    places: [],
    because: lines,
    statistics,
  };
}

export function unknownFinding(because: string, context: FindingContext): Finding {
  const { algorithm, statistics } = context;
  return {
    engine: 'races',
    method: algorithm,
    property: { kind: 'race' },
    rule: 'HD2001',
    message: 'the trace was not read to its end',
    verdict: { kind: 'unknown', because },
    places: [],
    because: [],
    statistics,
  };
}

/** `--explain-pair i,j`: holds when event i happens before event j. */
export function orderFinding(explanation: Explanation, context: FindingContext): Finding | undefined {
  if (!isSeen(explanation) || !explanation.trail) return undefined;
  const { narrator, scope, statistics, format } = context;
  const { earlier, later, trail } = explanation;
  const chain = trail.chain(later.thread);
  const events = [earlier.event, later.event];
  const base = {
    engine: 'races',
    method: context.algorithm,
    property: { kind: 'order', events },
    rule: 'HD2003',
    places: accessPlaces(explanation, narrator),
    statistics,
  } as const;
  const lines = [accessLine(earlier, narrator), accessLine(later, narrator)];
  if (chain)
    return {
      ...base,
      message: `event ${earlier.event} happens before event ${later.event}`,
      verdict: { kind: 'holds', scope, certificate: readAgain(context) },
      because: [...lines, `ordered by: ${orderOf(chain, narrator)}`],
    };
  const details = { events, ...(format === undefined ? {} : { format }) };
  return {
    ...base,
    message: `event ${earlier.event} does not happen before event ${later.event}`,
    verdict: { kind: 'violated', witness: { ...witnessOf(explanation, narrator), details }, confirmed: true, scope },
    because: [
      ...lines,
      ...trailLines(`event ${earlier.event}`, explanation, narrator),
      missingChain(explanation, narrator),
    ],
  };
}
