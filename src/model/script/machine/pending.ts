// What an execution has left open: questions to the outside, timers, promises that the script settles itself, functions that
// were handed over.

import type { Unit } from './frame.js';
import type { Spot } from './trace.js';
import type { Dependences, Thing, Value } from './value.js';

/** Something asked of the outside world that has not answered yet. */
export interface Operation {
  /** The same in executions that differ in the order of independent turns only. */
  readonly label: string;
  readonly unit: Unit;
  readonly what: string;
  readonly spot: Spot;
  readonly promise: Thing;
  readonly mayReject: boolean;
  /** What was asked, with what: equal questions can be expected to be answered alike. */
  readonly question?: string;
  /** What it was asked with: on this it depends whether it fails. */
  readonly deps?: Dependences;
  /** What it gives has to be closed. */
  readonly opens?: boolean;
  /** What is ready when it has answered. */
  readonly readies?: string | undefined;
  /** It touches a location outside: when it does so matters. */
  readonly touches: boolean;
  /** What it does there; it may happen some time before the answer arrives. */
  perform?: (() => Value) | undefined;
  performed?: Value;
}

export interface Timer {
  readonly id: number;
  readonly label: string;
  /** How many timers led to it: one that sets itself again goes on for ever. */
  readonly round: number;
  readonly unit: Unit;
  readonly callback: Value;
  readonly values: readonly Value[];
  readonly spot: Spot;
}

/** `new Promise((resolve, reject) => …)` */
export interface Deferred {
  readonly promise: Thing;
  readonly settlers: readonly Thing[];
  readonly unit: Unit;
  readonly spot: Spot;
  /** What decided that it is waited for, and where in the trace it was made. */
  readonly control: Dependences;
  readonly index: number;
}

/** A function handed to the outside world, which calls it as often as it likes. */
export interface Registration {
  readonly name: string;
  readonly callback: Thing;
  readonly spot: Spot;
  /** What `clearInterval` is given. */
  readonly id?: number;
  /** It is called once: a timer that the setup left behind. */
  readonly once?: boolean;
}
