// An execution that shows a violation, step by step and complete, so that replay is linear: where a thread has a choice
// the step says which (`choice`, the index among the thread's alternatives at that point; `value`, a chosen number).

import type { Json, JsonObject } from '../base/json.js';
import type { Place } from '../base/source-text.js';

/** A name and the value it stands for, as readers see it. */
export type NamedValue = readonly [name: string, value: string];

export interface WitnessStep {
  /** `P#1`, `P#2`; spawned threads `P/f#1`. */
  readonly thread: string;
  /** read, write, acquire, release, call, spawn, … */
  readonly action: string;
  readonly target?: string;
  readonly place?: Place;
  /** Control flow and other steps that change nothing a reader cares about. */
  readonly silent?: true;
  readonly choice?: number;
  readonly value?: number;
  /** What the step changed or found: `x = 3`, `x is 3`, `starts P/f#1`. */
  readonly change?: string;
  /** Local variables of the thread that the step gave another value. */
  readonly locals?: readonly NamedValue[];
  /** Why this step matters, printed beside it: `first access of the pattern`. */
  readonly note?: string;
}

/** An ordering edge between two steps (indices from 0), drawn between lanes: release to acquire, fork to first step. */
export interface OrderEdge {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

/** A thread that waits for ever at the end. */
export interface WaitingThread {
  readonly thread: string;
  /** `fork1`, `a notification on l`, `the end of P/f#1`. */
  readonly waitsFor: string;
  /** Threads that would have to move first, if it is known which: the lock's owner, the joined threads. */
  readonly on: readonly string[];
  readonly place: Place;
}

/** How the steps are to be read, and the plain data that stands beside them in the report; whoever replays reads it with care. */
type Shown<Kind extends string, Details> = {
  readonly kind: Kind;
  readonly steps: readonly WitnessStep[];
  /** Shared variables and their values before the first step. */
  readonly startValues?: readonly NamedValue[];
  readonly edges?: readonly OrderEdge[];
  /** Of a deadlock. */
  readonly waiting?: readonly WaitingThread[];
  readonly details?: Details;
};

/** Of a program or a tree; with the number of instances of each process that may have any. */
export type ExecutionWitness = Shown<'execution', { readonly threads?: Json; readonly instances?: Json }>;
/** Of counters: transitions of a net, or edges of a diagram, from an initial state. */
export type CounterWitness = Shown<
  'counters',
  { readonly threads?: Json; readonly initial?: Json; readonly final?: Json }
>;
/** Events of a trace, two of which are not ordered. */
export type TraceWitness = Shown<
  'trace',
  { readonly algorithm?: Json; readonly format?: Json; readonly accesses?: Json; readonly events?: Json }
>;
/** A path of a generated tree, with the types that reject it. */
export type PathWitness = Shown<'path', { readonly types?: Json; readonly rules?: Json }>;
/** Overlapping calls of asynchronous code: how to make them again, on the model and on the real code. */
export type CallsWitness = Shown<'calls', CallsDetails>;
/** Of an engine or a report of which nobody here knows more than the steps. */
export type OtherWitness = Shown<'other', JsonObject>;

export type CallsDetails = {
  readonly provider?: Json;
  readonly before?: Json;
  readonly calls?: Json;
  readonly parameters?: Json;
  readonly rejections?: Json;
  readonly external?: Json;
  readonly populated?: Json;
  readonly choices?: Json;
  readonly schedule?: Json;
  readonly answers?: Json;
  readonly atOnce?: Json;
  readonly globals?: Json;
  readonly words?: Json;
  readonly seen?: Json;
  readonly between?: Json;
  readonly act?: Json;
};

export type Witness = ExecutionWitness | CounterWitness | TraceWitness | PathWitness | CallsWitness | OtherWitness;
