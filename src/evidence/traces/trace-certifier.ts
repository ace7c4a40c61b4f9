// Certifier of the kind `clocks/1`: the trace is read again, all of it, and no two accesses race (or the asked event happens
// before the other) by full vector clocks. The body may name the format in which the trace was read. Lines and events that
// were passed over must be counted in the scope of the claim.

import { isTraceFormat, type TraceFormat, type TraceModel } from '../../model/traces/trace-model.js';
import { TraceWalk } from '../../model/traces/trace-walk.js';
import type { CertificateOf } from '../../verdict/certificate.js';
import type { Property, PropertyOf } from '../../verdict/property.js';
import type { Scope } from '../../verdict/scope.js';
import {
  accepted,
  type CertifyOutcome,
  type CertifyRun,
  certifierOf,
  notCertified,
  rejected,
  type Work,
} from '../certifier.js';
import { FullClocks } from './full-clocks.js';

/** A longer trace is not read again unless the work allows it. */
const mostEvents = 50_000_000;

export const traceCertifier = certifierOf('clocks/1', (model, property, scope, { body }, work) => {
  if (model.kind !== 'trace') return rejected('clocks are about a trace');
  if (scope.kind !== 'recorded-trace') return rejected('the scope is not the recorded trace');
  const asked = askedEvents(property);
  if (!asked) return rejected(`clocks do not show a property of kind ${property.kind}`);
  if (!model.reopenable) return notCertified('the trace can be read only once');
  return certifyTrace(model, property, scope, asked, formatOf(body), work);
});

/** The events whose order is asked for; none for races. Undefined when something else is asked. */
function askedEvents(property: Property): readonly number[] | undefined {
  if (property.kind === 'race') return [];
  return property.kind === 'order' && property.events.length === 2 ? property.events : undefined;
}

function formatOf({ format }: CertificateOf<'clocks/1'>['body']): TraceFormat | undefined {
  return typeof format === 'string' && isTraceFormat(format) ? format : undefined;
}

function* certifyTrace(
  model: TraceModel,
  property: Property,
  scope: Scope,
  asked: readonly number[],
  format: TraceFormat | undefined,
  work: Work,
): CertifyRun {
  const walk = new TraceWalk(model, { format, lenient: 'silent', lastEvent: Math.min(work.left, mostEvents) + 1 });
  const clocks = new FullClocks(asked);
  const end = yield* walk.run(clocks);
  if (end.kind !== 'end') return notCertified('the trace was not read to its end');
  if (walk.events > Math.min(work.left, mostEvents)) return notCertified('the trace is too long to be read again');
  work.left -= walk.events;
  if (!admits(scope, walk.problems)) return rejected(`${walk.problems} lines or events that the claim says nothing of`);
  return property.kind === 'race' ? racesOf(clocks, walk, property) : orderOf(clocks, asked);
}

/** Whether the assumptions count what was passed over. */
function admits({ assumptions }: Scope, problems: number): boolean {
  return (
    problems === 0 ||
    assumptions.some(({ text }) => text.startsWith(`${problems} malformed lines or impossible events`))
  );
}

function orderOf(clocks: FullClocks, [earlier, later]: readonly number[]): CertifyOutcome {
  const isBefore = clocks.isBefore(earlier!, later!);
  if (isBefore === undefined) return rejected('the trace does not have these events');
  return isBefore ? accepted : rejected(`event ${earlier} does not happen before event ${later}`);
}

function racesOf({ racing }: FullClocks, { names }: TraceWalk, { variable }: PropertyOf<'race'>): CertifyOutcome {
  if (variable === undefined) return racing.size === 0 ? accepted : rejected(`${racing.size} variables race`);
  const number = names.variables.findText(variable);
  if (number < 0) return rejected(`the trace has no variable ${variable}`);
  return racing.has(number) ? rejected(`${variable} races`) : accepted;
}
