// What every JavaScript host has: a clock and an event loop. No files: inputs are texts.

import type { Platform } from './job.js';

/** Both are the host's, in Node and in browsers, but not part of the language. */
declare const performance: { now(): number };
declare function setTimeout(action: () => void, milliseconds: number): unknown;

export const portablePlatform: Platform = {
  now: () => performance.now(),
  memoryInUse: () => 0,
  openStream: (file) => {
    throw new Error(`${file}: streams need a platform with files`);
  },
  breathe: () => new Promise((resolve) => void setTimeout(resolve, 0)),
};
