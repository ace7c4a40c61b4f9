// What V8 is told before anything is loaded. V8 refuses code that it kept under other flags, so the build keeps its code with these
// (scripts/warm-up.js).

import { setFlagsFromString } from 'node:v8';

/** Bytes of bytecode that a function runs through between two looks at it by V8, whose own number is 67,584. */
const interruptBudget = 600_000;

/**
 * A check of some hundred milliseconds otherwise spends more processor time on optimising than on deciding; what runs for
 * seconds is optimised all the same.
 */
export function optimiseLater(): void {
  setFlagsFromString(`--interrupt-budget=${interruptBudget}`);
}

/** Where every core has a thread of ours, helpers of a thread's garbage collection only take turns with the others. */
export function collectAlone(): void {
  setFlagsFromString('--no-parallel-scavenge');
}
