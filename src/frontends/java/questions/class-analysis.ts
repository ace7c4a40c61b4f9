// One class with evidence of sharing: its units, and for every pair of them the questions. Candidates go from the surest
// kind of bug to the weakest; where none can happen, the engine is asked about everything and its proof is kept.

import { derived } from '../../../base/derived.js';
import type { AskedProgram, Inquiry } from '../../../verdict/inquiry.js';
import type { OptionValues } from '../../../verdict/options.js';
import { type Candidate, type CandidateKind, candidatesOf, type Unit } from '../detect/candidates.js';
import { addsLate } from '../detect/hand-over/late-additions.js';
import { removes } from '../detect/harmless-steps.js';
import { isPlainSet } from '../detect/plain-set.js';
import { type RaceCandidate, racesBetween } from '../detect/races.js';
import type { SharedLocation } from '../lower/shared-object.js';
import type { Access, UnitGraph } from '../lower/unit-graph.js';
import { GraphPaths } from '../relevance/graph-paths.js';
import { pruneHints } from '../relevance/superseded-reads.js';
import { ValueFlow } from '../relevance/value-flow.js';
import type { ClassInfo } from '../symbols/class-info.js';
import type { SyntaxNode } from '../syntax/syntax-node.js';
import { isRecycled } from '../units/confined-types.js';
import { askAll } from './ask-all.js';
import { LocationFacts } from './location-facts.js';
import { commonScope, conflicts, isOneAccess, mayConflict } from './lock-scopes.js';
import { underAnotherKey } from './other-keys.js';
import { pairProgram } from './pair-program.js';
import { besideOf, canMeet, hasNoSynchronisation, hasOneCaller, trustsSignals } from './task-order.js';
import { orderOf, type PairContext, rules, suspicionOf, tellViolation } from './tell-pair.js';
import { candidateWords, raceWords } from './wording.js';

export interface SettledPair {
  readonly a: UnitGraph;
  readonly b: UnitGraph;
  readonly lock: string | undefined;
  readonly shared: readonly SharedLocation[];
  /** Beyond what every proof takes for granted. */
  readonly assumes: readonly string[];
}

export interface ClassQuestions {
  readonly inquiries: readonly Inquiry[];
  readonly settled: readonly SettledPair[];
  readonly units: readonly UnitGraph[];
  /** Pairs that were not asked about because there are too many. */
  readonly unasked: number;
}

/** Of one class: beyond, what is left is counted and unknown. */
const mostQuestions = 2500;

/**
 * `isConfined`: a contract leaves an object to one thread at a time, so that only tasks come between its callers. `inherits`:
 * the class above is asked about for itself.
 */
export function classQuestions(
  root: ClassInfo,
  units: readonly UnitGraph[],
  isConfined: boolean,
  inherits = false,
): ClassQuestions {
  const facts = new LocationFacts(units);
  const oneCaller = hasOneCaller(units);
  const isBare = hasNoSynchronisation(units);
  const inquiries: Inquiry[] = [];
  const settled: SettledPair[] = [];
  let unasked = 0;
  const world = { root, units, facts, oneCaller, isBare, isConfined };
  for (const [i, first] of units.entries()) {
    for (const second of units.slice(i)) {
      if ((first.isOnAnotherObject && second.isOnAnotherObject) || !mayConflict(first, second)) continue;
      if (inherits && isFromAbove(root, first) && isFromAbove(root, second)) continue;
      if (inquiries.length + settled.length > mostQuestions) {
        unasked++;
        continue;
      }
      const [one, two] = [underAnotherKey(first), underAnotherKey(second)];
      const asked = [askPair(world, first, second), ...(one && two ? [askPair(world, one, two, true)] : [])];
      const isLate = addsLate(first, second) || addsLate(second, first);
      inquiries.push(
        ...asked.flatMap((pair) => pair.inquiries.map((inquiry) => (isLate ? withoutProof(inquiry) : inquiry))),
      );
      // What may go wrong for different keys is not said to hold for equal ones.
      const isOpen = isLate || (asked.length > 1 && asked[1]!.inquiries.length > 0);
      for (const { claim } of isOpen ? [] : asked) if (claim) settled.push({ ...claim, a: first, b: second });
    }
  }
  return { inquiries, settled, units, unasked };
}

/** Nothing of it is in the text of the class: it was asked about with the class above. */
function isFromAbove({ node }: ClassInfo, { edges, origin }: UnitGraph): boolean {
  const isInside = (at: SyntaxNode) => at.source === node.source && node.start <= at.start && at.end <= node.end;
  return !isInside(origin) && !edges.some((edge) => isInside(edge.node));
}

function withoutProof({ otherwise: _, ...inquiry }: Inquiry): Inquiry {
  return inquiry;
}

interface PairWorld extends Pick<PairContext, 'root' | 'facts' | 'oneCaller' | 'isBare'> {
  readonly units: readonly UnitGraph[];
  readonly isConfined: boolean;
}

interface AskedPair {
  readonly inquiries: readonly Inquiry[];
  /** What needs no engine. */
  readonly claim?: Omit<SettledPair, 'a' | 'b'>;
}

function askPair(world: PairWorld, first: UnitGraph, second: UnitGraph, otherKeys = false): AskedPair {
  const { root, units, facts, oneCaller, isBare, isConfined } = world;
  const [a, b] = [besideOf(first, second, oneCaller), besideOf(second, first, oneCaller)];
  const shared = conflicts(a, b).filter((location) => canMeet(location, first, second, units, oneCaller));
  if (shared.length === 0 || a.unknowns.length + b.unknowns.length > 0) return { inquiries: [] };
  const lock = commonScope(a, b, shared);
  const claim = { lock: lock?.name, shared, assumes: assumedBy(first, second, oneCaller, isConfined) };
  if (lock) return { inquiries: [], claim };
  const confined = isConfined && !first.isTask && !second.isTask;
  const low = (oneCaller || isConfined) && !first.isTask && !second.isTask;
  const signals = trustsSignals(first, second);
  const around = { root, facts, hints: false, signals, otherKeys, oneCaller, confined, low, isBare };
  if (isOneAccess(first, shared) && isOneAccess(second, shared))
    return { inquiries: raceInquiries(around, [a, b], shared), claim };
  const [one, two] = [pruned(a), pruned(b)];
  const context = { ...around, hints: one.usedHints || two.usedHints };
  return { inquiries: pairInquiries(context, one.kept, a === b ? one.kept : two.kept, [a, b], shared) };
}

function assumedBy(a: UnitGraph, b: UnitGraph, oneCaller: boolean, isConfined: boolean): string[] {
  const hasRounds = [a, b].some(({ edges }) => edges.some(({ action }) => action.kind === 'boundary'));
  const confined = isConfined && !a.isTask && !b.isTask;
  return [
    ...(hasRounds ? ['A9'] : []),
    ...(oneCaller ? ['A11'] : []),
    ...(confined ? ['A14'] : []),
    ...(trustsSignals(a, b) ? ['A15'] : []),
  ];
}

const pruned = derived((graph: UnitGraph): { readonly kept: Unit; readonly usedHints: boolean } => {
  const { graph: kept, usedHints } = pruneHints(graph);
  return { kept: { graph: kept, paths: new GraphPaths(kept), flow: new ValueFlow(kept) }, usedHints };
});

/** One access each: all that can be wrong is that nothing orders the two. */
function raceInquiries(
  context: PairContext,
  raw: readonly [UnitGraph, UnitGraph],
  shared: readonly SharedLocation[],
): Inquiry[] {
  const ids = new Set(shared.map(({ id }) => id));
  const races = racesBetween(...raw).filter(({ location }) => ids.has(location.id));
  return races.map((race) => {
    const question = askRace(context, `${pairId(context, raw)} race ${race.location.id}`, race, raw);
    return { id: question.id, about: context.root.qualified, engine: 'explore', candidates: [question] };
  });
}

function pairId({ root, otherKeys }: PairContext, raw: readonly [UnitGraph, UnitGraph]): string {
  return `${root.qualified}: ${raw[0].name} | ${raw[1].name}${otherKeys ? ', for different keys' : ''}`;
}

function pairInquiries(
  context: PairContext,
  one: Unit,
  two: Unit,
  raw: readonly [UnitGraph, UnitGraph],
  shared: readonly SharedLocation[],
): Inquiry[] {
  const ids = new Set(shared.map(({ id }) => id));
  const together = (a: SharedLocation, b: SharedLocation) =>
    ids.has(a.id) && ids.has(b.id) && context.facts.belongTogether(a, b);
  const isLatch = (location: SharedLocation) => context.facts.isLatch(location);
  const forth = candidatesOf(one, two, isLatch, together).map((candidate) => ({ candidate, unit: one, other: two }));
  const back =
    one === two
      ? []
      : candidatesOf(two, one, isLatch, together).map((candidate) => ({ candidate, unit: two, other: one }));
  const all = [...forth, ...back].map((entry) => ({
    ...entry,
    low: context.low || entry.candidate.low || isWeak(context, entry.candidate),
  }));
  const kinds = Object.keys(rules);
  all.sort(
    (a, b) => Number(a.low) - Number(b.low) || kinds.indexOf(a.candidate.kind) - kinds.indexOf(b.candidate.kind),
  );
  const races = racesBetween(...raw).filter(({ location }) => ids.has(location.id));
  const id = pairId(context, raw);
  const asked = all
    .slice(0, 12)
    .map(({ candidate, unit, other, low }, i) => askCandidate(context, `${id} #${i}`, candidate, unit, other, low));
  const strong = asked.filter((_, i) => !all[i]!.low);
  const weak = asked.filter((_, i) => all[i]!.low);
  const raceQuestions = races.map((race) => askRace(context, `${id} race ${race.location.id}`, race, raw));
  const covered = new Set(
    all
      .filter(({ low }) => !low)
      .flatMap(({ candidate }) => [candidate.first.location.id, candidate.second.location.id]),
  );
  const inside = raceQuestions.filter((_, i) => covered.has(races[i]!.location.id));
  const outside = raceQuestions.filter((_, i) => !covered.has(races[i]!.location.id));
  const otherwise = askAll(context, id, one, two, shared);
  // An object that is filled too late explains whatever else goes wrong with it.
  const isLate = (question: AskedProgram) => races[raceQuestions.indexOf(question)]!.kind === 'publication';
  const candidates = [
    ...inside.filter(isLate),
    ...strong,
    ...inside.filter((race) => !isLate(race)),
    ...weak.slice(0, 3),
  ];
  const about = context.root.qualified;
  const main: Inquiry = { id, about, engine: 'atomicity', candidates, otherwise };
  const apart = outside.map((question) => ({ id: question.id, about, engine: 'explore', candidates: [question] }));
  return [main, ...apart];
}

/** Configuration that is set while in use, and flags, are told only when asked for. */
function isWeak({ root, facts }: PairContext, { kind, first, second, between }: Candidate): boolean {
  const places = [first.location, second.location];
  return (
    places.some((location) => facts.isConfiguration(location) || (!location.isStatic && isRecycled(root))) ||
    (kind !== 'stale-check' &&
      kind !== 'lost-update' &&
      facts.isCounter(first.location) &&
      between.every(({ commutes, kind }) => commutes || kind === 'read'))
  );
}

function askCandidate(
  context: PairContext,
  id: string,
  candidate: Candidate,
  unit: Unit,
  other: Unit,
  low: boolean,
): AskedProgram {
  const mine = new Set(candidate.mine);
  const theirs = new Set(candidate.between);
  const graphs = [unit.graph, unit === other ? again(other.graph) : other.graph] as const;
  const keeps = (access: Access) =>
    mine.has(access) || theirs.has(access) || (unit === other && theirs.has(original(access)));
  const fault = faultOf(context, candidate.kind, [candidate.first.location, candidate.second.location]);
  const rival = `${candidate.first.method} at line ${candidate.first.node.line} with ${unit === other ? 'another call of itself' : other.graph.name}`;
  const { kind, locations } = candidate;
  return {
    id,
    engine: 'atomicity',
    options: {},
    suspicion: {
      ...suspicionOf(context, kind, { fault, rival, low, units: graphs, locations }),
      ...(isSurprising(candidate) ? {} : { order: orderOf(kind) + 0.5 }),
    },
    build: () => pairProgram(graphs, { keeps, oneEach: true }),
    tell: (answer) =>
      tellViolation(context, answer, {
        ...{ id, kind, locations, low, fault, rival },
        words: () => candidateWords(candidate, unit.graph, other.graph),
        units: graphs,
      }),
  };
}

/** Of several who come between, the one that takes away what was found shows most clearly what goes wrong. */
function isSurprising({ kind, first, between }: Candidate): boolean {
  return kind !== 'stale-check' || !first.location.isContent || between.some(removes);
}

/**
 * What has to be mended: the fields of a class that nobody protects, together; otherwise the use of these locations.
 * A field is its declaring class's, whichever subclass was looked at.
 */
function faultOf(
  { root, facts, isBare }: PairContext,
  kind: CandidateKind | RaceCandidate['kind'],
  locations: readonly SharedLocation[],
): string {
  if (isBare) return `no synchronisation in ${root.qualified}`;
  const owners = new Set(locations.map(({ field }) => field?.owner.qualified ?? root.qualified));
  if (owners.size === 1 && locations.every((location) => facts.isUnprotected(location)))
    return `unprotected fields of ${[...owners][0]}${kind === 'publication' ? ', seen half made' : ''}`;
  const places = locations.map((location) => placeOf(root, location));
  return `${kind} ${[...new Set(places)].sort().join(' ')}`;
}

/** Fields that one side locks and the other does not: one habit, one finding. */
function raceFault(context: PairContext, race: RaceCandidate): string {
  const { kind, location, write, other } = race;
  const isHalfLocked = kind === 'race' && !location.isContent && write.held.length > 0 !== other.held.length > 0;
  if (!isHalfLocked || context.isBare) return faultOf(context, kind, [location]);
  return `fields of ${location.field?.owner.qualified ?? context.root.qualified}, locked on one side`;
}

function placeOf(root: ClassInfo, { field, isContent, id }: SharedLocation): string {
  return field ? `${field.owner.qualified}.${field.name}${isContent ? '[]' : ''}` : `${root.qualified} ${id}`;
}

/** The same unit in another thread. */
function again(graph: UnitGraph): UnitGraph {
  return { ...graph };
}

function original(access: Access): Access {
  return access;
}

function askRace(
  context: PairContext,
  id: string,
  race: RaceCandidate,
  raw: readonly [UnitGraph, UnitGraph],
): AskedProgram {
  const [writer, other] = race.swapped ? [raw[1], raw[0]] : raw;
  const units = [raw[0], raw[0] === raw[1] ? again(raw[1]) : raw[1]] as const;
  const low =
    context.low ||
    context.facts.isConfiguration(race.location) ||
    (!race.location.isStatic && isRecycled(context.root)) ||
    writer.rank === 'low' ||
    other.rank === 'low' ||
    isBlind(race, raw) ||
    (isPlainSet(writer, race.write) && !writer.isTask && !other.isTask);
  const { kind } = race;
  const locations = [race.location];
  const fault = raceFault(context, race);
  const rival = `${race.location.name} in ${writer === other ? `two calls of ${writer.name}` : `${writer.name} and ${other.name}`}`;
  return {
    id,
    engine: 'explore',
    suspicion: suspicionOf(context, kind, { fault, rival, low, units, locations }),
    options: optionsOf({ property: 'races', 'max-states': '20000' }),
    build: () =>
      pairProgram(units, {
        keeps: ({ location }) => location.id === race.location.id,
        withoutUnits: true,
        oneEach: true,
      }),
    tell: (answer) =>
      tellViolation(context, answer, {
        ...{ id, kind, locations, low, fault, rival, units },
        words: () => raceWords(race, writer, other),
      }),
  };
}

/** Two calls of one method that store what they are given: whichever comes last wins, as without threads. */
function isBlind({ write, other, location }: RaceCandidate, raw: readonly [UnitGraph, UnitGraph]): boolean {
  return (
    raw[0] === raw[1] && !location.isContent && other.kind === 'write' && write.data.size === 0 && other.data.size === 0
  );
}

export function optionsOf(values: Readonly<Record<string, string>>): OptionValues {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, [{ text }]]));
}
