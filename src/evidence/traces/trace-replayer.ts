// Checks claims about a recorded trace in one pass with vector clocks, without the detectors: the two accesses are
// there as claimed, they conflict, nothing orders them, and no earlier access of the variable races. Claims of the
// classic lockset algorithms are about a discipline: for them the order is only checked when they say "confirmed".

import type { Json } from '../../base/json.js';
import { AccessFilter } from '../../model/traces/access-filter.js';
import { isTraceFormat, type TraceFormat, type TraceModel } from '../../model/traces/trace-model.js';
import { TraceWalk } from '../../model/traces/trace-walk.js';
import type { TraceWitness, Witness } from '../../verdict/witness.js';
import { type Claim, notReplayed, type Replayer, type ReplayOutcome, replayed, unfinishedReplay } from '../replayer.js';
import { eventsShownBy, ShownEvents } from './shown-events.js';
import { ClaimChecker, type TraceClaim } from './trace-claim.js';

export const traceReplayer: Replayer<TraceModel> = {
  modelKind: 'trace',
  claimsStandAlone: false,
  *replay(model, claims) {
    if (!model.reopenable) return claims.map(withoutSecondReading);
    const parsed = claims.map(parseClaim);
    const witnesses = claims.map(({ witness }) => witness);
    const shownEvents = eventsShownBy(witnesses);
    const checkable = parsed.filter((claim) => claim !== undefined);
    const walk = new TraceWalk(model, {
      format: formatOf(claims),
      lenient: 'silent',
      lastEvent: checkable.reduce((last, claim) => Math.max(last, claim.later.event), 0),
      located: shownEvents,
    });
    const checker = new ClaimChecker(checkable, walk.names);
    const shown = new ShownEvents(walk, checker, witnesses);
    const events = [...shownEvents, ...checkable.flatMap(({ earlier, later }) => [earlier.event, later.event])];
    const end = yield* walk.run(shown, new AccessFilter(checker.variables, events));
    if (end.kind === 'stopped') return claims.map(() => unfinishedReplay);
    return claims.map(({ witness }, i) => outcomeOf(checker, parsed[i], shown.problemOf(witness)));
  },
};

/** `--trace-format` of the run that made the claims. */
function formatOf(claims: readonly Claim[]): TraceFormat | undefined {
  const format = claims.map(({ witness }) => detailsOf(witness).format).find((text) => typeof text === 'string');
  return format !== undefined && isTraceFormat(format) ? format : undefined;
}

/** What can be read only once cannot be replayed: such races are reported as possible, and none as confirmed. */
function withoutSecondReading({ confirmed }: Claim): ReplayOutcome {
  return confirmed ? notReplayed('the trace can be read only once') : replayed;
}

function outcomeOf(checker: ClaimChecker, claim: TraceClaim | undefined, unseen: string | undefined): ReplayOutcome {
  if (!claim) return notReplayed('the witness names no two events');
  const problem = checker.problemOf(claim) ?? unseen;
  return problem === undefined ? replayed : notReplayed(problem);
}

function parseClaim({ property, witness, confirmed }: Claim): TraceClaim | undefined {
  const { events, accesses, algorithm } = detailsOf(witness);
  if (property.kind === 'order') {
    const [earlier, later] = eventsOf(events);
    if (earlier === undefined || later === undefined) return undefined;
    return { kind: 'order', earlier: { event: earlier }, later: { event: later } };
  }
  const variable = property.kind === 'race' ? property.variable : undefined;
  if (variable === undefined || !Array.isArray(accesses)) return undefined;
  const [earlier, later] = accesses.map(parseAccess);
  if (!earlier || !later) return undefined;
  const discipline = algorithm === 'eraser' || algorithm === 'lsa';
  const conflicts = algorithm === 'goldilocks-basic' ? 'any' : 'read-write';
  if (discipline) return { kind: 'discipline', variable, earlier, later, unordered: confirmed };
  return { kind: 'race', variable, earlier, later, conflicts };
}

function detailsOf(witness: Witness): NonNullable<TraceWitness['details']> {
  return (witness.kind === 'trace' && witness.details) || {};
}

function eventsOf(events: Json | undefined): number[] {
  return Array.isArray(events) ? events.filter((event) => typeof event === 'number') : [];
}

function parseAccess(access: Json): { event: number; thread: string; op: 'r' | 'w' } | undefined {
  if (typeof access !== 'object' || access === null || Array.isArray(access)) return undefined;
  const { event, thread, op } = access as Record<string, Json>;
  if (typeof event !== 'number' || typeof thread !== 'string' || (op !== 'r' && op !== 'w')) return undefined;
  return { event, thread, op };
}
