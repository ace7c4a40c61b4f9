// The second pass, for explanations: while the first finds which accesses race, this one follows the locksets of just
// those accesses, and of variables the user asked about. Memory: the questions, and the trails of at most MAX_TRAILS
// that are open at the same time, each no larger than the threads and locks of the trace; nothing grows with its events.

import { type Element, LocksetTrail, syncElement, threadElement } from '../../logic/happens-before/lockset-trail.js';
import { AccessFilter } from '../../model/traces/access-filter.js';
import { Op, type OpCode } from '../../model/traces/trace-event.js';
import type { TraceVisitor } from '../../model/traces/trace-steps.js';
import type { TraceWalk } from '../../model/traces/trace-walk.js';
import { type HeldLock, HeldStacks } from './held-stacks.js';

/** An event as reports speak of it. */
export interface EventNote {
  readonly event: number;
  readonly thread: number;
  readonly op: OpCode;
  readonly target: number;
  readonly line: number;
}

/** An event that is asked about: with its place in the code and the locks that its thread held. */
export interface AccessNote extends EventNote {
  readonly location: string;
  readonly held: readonly HeldLock[];
}

/** Two events, by number. */
export interface Question {
  readonly earlier: number;
  readonly later: number;
}

/** What was learnt about them. */
export interface Explanation {
  earlier?: AccessNote;
  later?: AccessNote;
  /** The lockset of the earlier event up to the later one. Absent when too many others were open. */
  trail?: LocksetTrail<EventNote>;
}

/** An access of an explained variable, or a growth of its lockset (basic form, as in paper 001, section 2). */
export interface Evolution {
  readonly step: EventNote;
  readonly lockset: readonly Element[];
  /** For an access: does it happen after the one before? */
  readonly ordered?: boolean;
}

interface Watched {
  readonly evolution: Evolution[];
  trail?: LocksetTrail<EventNote>;
  growths: number;
}

const MAX_TRAILS = 64;
const MAX_EVOLUTION = 200;

export class Explainer implements TraceVisitor {
  readonly explanations: readonly Explanation[];
  readonly #starts: Agenda;
  readonly #ends: Agenda;
  readonly #held = new HeldStacks();
  readonly #watched = new Map<number, Watched>();
  /** Questions between their two events, with a trail. */
  readonly #open = new Set<number>();
  /** Questions whose later event is `#closingEvent`; it may have one more part. */
  #closing: readonly number[] = [];
  #closingEvent = 0;

  constructor(
    readonly walk: TraceWalk,
    questions: readonly Question[],
    variables: readonly string[],
  ) {
    this.explanations = questions.map(() => ({}));
    this.#starts = new Agenda(questions.map((question) => question.earlier));
    this.#ends = new Agenda(questions.map((question) => question.later));
    for (const name of variables)
      this.#watched.set(walk.names.variables.internText(name), { evolution: [], growths: 0 });
  }

  /** The accesses that it looks at. */
  get filter(): AccessFilter {
    return new AccessFilter(this.#watched.keys(), [...this.#starts.events, ...this.#ends.events]);
  }

  evolutionOf(variable: string): readonly Evolution[] {
    return this.#watched.get(this.walk.names.variables.findText(variable))?.evolution ?? [];
  }

  read(thread: number, variable: number, event: number): void {
    this.#accessed(Op.read, thread, variable, event);
  }

  write(thread: number, variable: number, event: number): void {
    this.#accessed(Op.write, thread, variable, event);
  }

  acquire(thread: number, lock: number, event: number): void {
    this.#held.acquire(thread, { lock, event, line: this.walk.line });
    this.#flow(Op.acquire, thread, lock, event, syncElement(lock), threadElement(thread));
  }

  release(thread: number, lock: number, event: number): void {
    this.#held.release(thread, lock);
    this.#flow(Op.release, thread, lock, event, threadElement(thread), syncElement(lock));
  }

  fork(thread: number, child: number, event: number): void {
    this.#flow(Op.fork, thread, child, event, threadElement(thread), threadElement(child));
  }

  join(thread: number, child: number, event: number): void {
    this.#flow(Op.join, thread, child, event, threadElement(child), threadElement(thread));
  }

  volatileRead(thread: number, volatile: number, event: number): void {
    this.#flow(Op.volatileRead, thread, volatile, event, syncElement(volatile), threadElement(thread));
  }

  volatileWrite(thread: number, volatile: number, event: number): void {
    this.#flow(Op.volatileWrite, thread, volatile, event, threadElement(thread), syncElement(volatile));
  }

  allocate(thread: number, variable: number, event: number): void {
    this.#visit(Op.allocate, thread, variable, event);
    const watched = this.#watched.get(variable);
    if (watched) delete watched.trail;
  }

  other(thread: number, event: number): void {
    this.#visit(Op.none, thread, -1, event);
  }

  #accessed(op: OpCode, thread: number, variable: number, event: number): void {
    this.#visit(op, thread, variable, event);
    const watched = this.#watched.get(variable);
    if (!watched) return;
    const ordered = watched.trail?.knows(thread) ?? true;
    watched.trail = new LocksetTrail(thread, this.#held.locksOf(thread));
    watched.growths = 0;
    const step = this.#note(op, thread, variable, event);
    if (watched.evolution.length < MAX_EVOLUTION)
      watched.evolution.push({ step, lockset: watched.trail.lockset, ordered });
  }

  #flow(op: OpCode, thread: number, target: number, event: number, from: Element, to: Element): void {
    this.#startQuestions(op, thread, target, event);
    if (this.#open.size > 0 || this.#watched.size > 0) {
      const step = () => this.#note(op, thread, target, event);
      const held = this.#held.locksOf(thread);
      for (const at of this.#open) this.explanations[at]!.trail!.flow(from, to, step, thread, held);
      for (const watched of this.#watched.values()) {
        watched.trail?.flow(from, to, step, thread, held);
        recordGrowths(watched);
      }
    }
    this.#endQuestions(op, thread, target, event);
  }

  /** An event that orders nothing. */
  #visit(op: OpCode, thread: number, target: number, event: number): void {
    this.#startQuestions(op, thread, target, event);
    this.#endQuestions(op, thread, target, event);
  }

  /** An event may be told in two parts (return from wait, then itself): the last part is the one that counts. */
  #startQuestions(op: OpCode, thread: number, target: number, event: number): void {
    if (event > this.#closingEvent) this.#close();
    for (const at of this.#starts.at(event)) {
      const explanation = this.explanations[at]!;
      explanation.earlier = this.#accessNote(op, thread, target, event);
      if (this.#open.size >= MAX_TRAILS && !this.#open.has(at)) continue;
      explanation.trail = new LocksetTrail(thread, this.#held.locksOf(thread));
      this.#open.add(at);
    }
  }

  #endQuestions(op: OpCode, thread: number, target: number, event: number): void {
    const ending = this.#ends.at(event);
    for (const at of ending) this.explanations[at]!.later = this.#accessNote(op, thread, target, event);
    this.#closing = ending;
    this.#closingEvent = event;
  }

  #close(): void {
    for (const at of this.#closing) this.#open.delete(at);
    this.#closing = [];
  }

  #note(op: OpCode, thread: number, target: number, event: number): EventNote {
    return { event, thread, op, target, line: this.walk.line };
  }

  #accessNote(op: OpCode, thread: number, target: number, event: number): AccessNote {
    const { location } = this.walk;
    return { ...this.#note(op, thread, target, event), location, held: [...this.#held.of(thread)] };
  }
}

/** Copies the new growths of the trail into the evolution. */
function recordGrowths(watched: Watched): void {
  const growths = watched.trail?.growths ?? [];
  for (; watched.growths < growths.length; watched.growths++)
    if (watched.evolution.length < MAX_EVOLUTION) watched.evolution.push(growths[watched.growths]!);
}

/** Which questions concern an event, asked for events in ascending order. */
class Agenda {
  readonly #byEvent = new Map<number, number[]>();
  readonly events: Float64Array;
  #next = 0;

  constructor(events: readonly number[]) {
    events.forEach((event, at) => {
      const known = this.#byEvent.get(event);
      if (known) known.push(at);
      else this.#byEvent.set(event, [at]);
    });
    this.events = Float64Array.from(this.#byEvent.keys()).sort();
  }

  at(event: number): readonly number[] {
    while (this.#next < this.events.length && this.events[this.#next]! < event) this.#next++;
    return this.events[this.#next] === event ? this.#byEvent.get(event)! : [];
  }
}
