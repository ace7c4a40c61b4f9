// One pass over a trace: reads it, checks every event, and drives a visitor. A generator, so that it can wait for
// input, report problems and be stopped; what it yields fits the events of engines. Memory does not grow with
// the trace, but for what is remembered of it (trace-memory.ts).

import type { Stop } from '../../base/budget.js';
import type { Diagnostic } from '../../base/diagnostic.js';
import type { AccessFilter } from './access-filter.js';
import { impossibleEventDiagnostic, malformedLineDiagnostic, type Severity } from './impossible-event.js';
import { TraceNames } from './trace-event.js';
import { readLocations } from './trace-locations.js';
import { type DecodedTrace, RememberedStream, TraceRecorder } from './trace-memory.js';
import { decoderFor, type TraceFormat, type TraceModel } from './trace-model.js';
import { type Impossibility, TraceSteps, type TraceVisitor } from './trace-steps.js';
import { type StreamState, TraceStream } from './trace-stream.js';
import type { WalkEnd, WalkRun } from './walk-signal.js';

export interface WalkOptions {
  readonly format?: TraceFormat | undefined;
  /** Malformed lines and impossible events are warnings (`silent`: not even that) instead of the end. */
  readonly lenient?: boolean | 'silent';
  /** The pass ends behind this event. */
  readonly lastEvent?: number;
  /** The events whose location the visitor asks for: those of others are not read again. */
  readonly located?: readonly number[];
}

const MAX_WARNINGS = 20;

export class TraceWalk {
  readonly names: TraceNames;
  readonly #stream: TraceStream | RememberedStream;
  readonly #decoded: DecodedTrace | undefined;
  /** Of a pass that may reach the end. */
  readonly #recorder: TraceRecorder | undefined;
  readonly #severity: Severity;
  readonly #lastEvent: number;
  #steps: TraceSteps | undefined;
  #events = 0;
  #problems = 0;

  constructor(
    readonly model: TraceModel,
    readonly options: WalkOptions = {},
  ) {
    const format = options.format ?? model.format;
    const decoded = model.memory.of(format, options.lastEvent ?? Number.POSITIVE_INFINITY);
    this.#decoded = decoded;
    this.names = decoded?.names.copy() ?? new TraceNames();
    this.#stream = decoded
      ? new RememberedStream(decoded)
      : new TraceStream(model.open(), decoderFor(format, this.names));
    if (!decoded && options.lastEvent === undefined)
      this.#recorder = new TraceRecorder(model.memory, format, this.names);
    this.#severity = options.lenient ? 'warning' : 'error';
    this.#lastEvent = options.lastEvent ?? Number.POSITIVE_INFINITY;
  }

  /** Memory of what the pass keeps, for the budget. */
  get bytes(): number {
    return this.names.bytes + (this.#recorder?.bytes ?? 0);
  }

  /** Events walked so far. */
  get events(): number {
    return this.#events;
  }

  /** Index in the batch of the event being performed. */
  get #index(): number {
    return this.#steps?.index ?? 0;
  }

  /** Malformed lines and impossible events so far. */
  get problems(): number {
    return this.#problems;
  }

  /** Line of the event that the visitor is being told of. */
  get line(): number {
    return this.#stream.batch.line[this.#index]!;
  }

  /** Location of the event that the visitor is being told of; where the format has none, the line stands in. */
  get location(): string {
    const { batch } = this.#stream;
    const found = this.#decoded
      ? this.#decoded.locations.get(batch.firstEvent + this.#index)
      : batch.location(this.#index);
    return found ?? `line ${this.line}`;
  }

  /** `filter`: the accesses that the visitor wants to hear of. */
  *run(visitor: TraceVisitor, filter?: AccessFilter): WalkRun<WalkEnd> {
    const steps = new TraceSteps(visitor, filter);
    this.#steps = steps;
    if (this.#decoded) yield* readLocations(this.model, this.#decoded, this.options.located ?? []);
    for (;;) {
      const state = this.#stream.next();
      this.#recorder?.take(state, this.#stream.batch);
      const end = yield* this.#take(state, steps);
      if (!end) continue;
      if (end.kind === 'stopped') this.#recorder?.stop();
      this.#stream.close();
      return end;
    }
  }

  *#take(state: StreamState, steps: TraceSteps): WalkRun<WalkEnd | undefined> {
    if (state === 'end') return yield* this.#finish();
    if (state === 'pending') return stopped(yield { kind: 'await-input', ready: this.#stream.ready() });
    if (state !== 'batch') return yield* this.#report(malformedLineDiagnostic(state, this.model.file, this.#severity));
    return yield* this.#performBatch(steps);
  }

  *#performBatch(steps: TraceSteps): WalkRun<WalkEnd | undefined> {
    steps.next = 0;
    for (let problem = this.#perform(steps); problem; problem = this.#perform(steps)) {
      const where = { file: this.model.file, severity: this.#severity };
      const { batch } = this.#stream;
      const end = yield* this.#report(impossibleEventDiagnostic(problem, batch, this.#index, this.names, where));
      if (end) return end;
    }
    if (this.#events >= this.#lastEvent) return { kind: 'end' };
    return stopped(yield { kind: 'progress', done: this.#events });
  }

  /** Performs events up to the end of the batch or the first impossible one. */
  #perform(steps: TraceSteps): Impossibility | undefined {
    const { batch } = this.#stream;
    const problem = steps.performBatch(batch, Math.min(batch.count, this.#lastEvent - batch.firstEvent + 1));
    this.#events = batch.firstEvent + steps.next - 1;
    return problem;
  }

  *#report(diagnostic: Diagnostic): WalkRun<WalkEnd | undefined> {
    this.#problems++;
    if (this.options.lenient === 'silent') return undefined;
    if (this.options.lenient && this.#problems > MAX_WARNINGS) return undefined;
    const stop = yield { kind: 'diagnostic', diagnostic };
    if (!this.options.lenient) return { kind: 'malformed' };
    return stopped(stop);
  }

  *#finish(): WalkRun<WalkEnd> {
    const unsaid = this.#problems - MAX_WARNINGS;
    if (unsaid > 0 && this.options.lenient === true) {
      const message = `${unsaid} more malformed lines or impossible events`;
      yield {
        kind: 'diagnostic',
        diagnostic: { code: 'HD2011', severity: 'warning', message, file: this.model.file },
      };
    }
    return { kind: 'end' };
  }
}

function stopped(stop: Stop | undefined): WalkEnd | undefined {
  return stop && { kind: 'stopped', stop };
}
