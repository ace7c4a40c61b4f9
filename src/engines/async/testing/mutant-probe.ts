// Programs that pin one rule each, with what is to be said about them: what a build with a rule broken on purpose gets wrong
// (scripts/mutants.mjs, kind `async`).

import { analyse } from './analyse.js';

const io = 'declare function io(x?: unknown): Promise<number>;\n';

export const pinned: readonly (readonly [text: string, names: readonly string[]])[] = [
  [`${io}let n = 0; export async function f() { const b = n; await io(); n = b + 1; }`, ['HD6002 n']],
  [`${io}let n = 0; export async function f() { const b = await io(); n = n + b; }`, []],
  // R1: looked at again after the await
  [`${io}let s: string | null = 'x'; export async function f() { if (s) { await io(); if (s) s = null; } }`, []],
  // R2: reserved before the await
  [`${io}let job = ''; export async function f() { if (job) return; job = 'r'; await io(); job = ''; }`, []],
  [
    `declare function migrate(): Promise<void>;\nlet done = false; export async function f() { if (done) return; await migrate(); done = true; }`,
    ['HD6001 done'],
  ],
  // R1 on a value that is not the same each time
  [
    `${io}let tokens = 5; export async function take(n: number) {
      if (tokens < n) throw new Error('empty'); await io(); if (tokens < n) throw new Error('empty'); tokens = tokens - n; }`,
    [],
  ],
  // R5: what is read again replaces what was read before
  [`${io}let n = 0; export async function f() { const a = n; await io(a); const b = n; n = b + 1; }`, []],
  // Microtasks in their order, and never at once
  [
    `${io}let n = 0; export async function f() { let isSet = false; queueMicrotask(() => { isSet = true; }); await null;
      if (!isSet) { const b = n; await io(); n = b + 1; } }`,
    [],
  ],
  [
    `${io}let n = 0; export async function f() { let order = ''; const p = Promise.resolve().then(() => { order += 'a'; }); order += 'b'; await p;
      if (order !== 'ba') { const b = n; await io(); n = b + 1; } }`,
    [],
  ],
  // R3: a promise is stored
  [`${io}let p: Promise<number> | undefined; export function f() { p ??= io(); return p; }`, []],
  // R14: a child does not interfere with its ancestor, siblings do
  [
    `${io}let x = 0; async function g() { await io(); x = 5; } export async function f() { const b = x; await g(); x = b; }
    // heddle: not-concurrent
    export function h() {}`,
    ['HD6002 x'],
  ],
  [
    `${io}export async function f() { let n = 0; await Promise.all([1, 2].map(async () => { const b = n; await io(); n = b + 1; })); return n; }`,
    ['HD6002 n'],
  ],
  // Microtasks are first in, first out: what is reset in `then` is reset before whoever awaits the result goes on.
  [
    `${io}let tail: Promise<unknown> = Promise.resolve(); let n = 0;
    export function f() { const run = tail.then(async () => { const b = n; await io(); n = b + 1; }); tail = run.catch(() => undefined); return run; }`,
    [],
  ],
  // A failure leaves through `catch`.
  [
    `${io}let busy = false; export async function f() { if (busy) return; busy = true; await io(); busy = false; }
    export function g() { try { return busy; } catch { return false; } }`,
    ['HD6009 busy'],
  ],
  [
    `${io}let busy = false; export async function f() { if (busy) return; busy = true; try { await io(); } finally { busy = false; } }`,
    [],
  ],
  // Outcomes are compared with those of serial orders: a wake-up that is lost, and one that is kept.
  [
    `const items: string[] = []; let wake: (() => void) | undefined;
    export function put(item: string) { items.push(item); wake?.(); }
    export async function take() { while (items.length === 0) await new Promise<void>((r) => { wake = r; }); return items.shift(); }`,
    ['HD6008 wake'],
  ],
  [
    `const items: string[] = []; const waiting: (() => void)[] = [];
    export function put(item: string) { items.push(item); waiting.shift()?.(); }
    export async function take() { while (items.length === 0) await new Promise<void>((r) => { waiting.push(r); }); return items.shift(); }`,
    [],
  ],
];

/** How many of them are answered otherwise; `failed`: those that end with an error. */
export function probeAsync(): { readonly wrong: number; readonly accepted: number; readonly failed: number } {
  let wrong = 0;
  let failed = 0;
  for (const [text, names] of pinned) {
    try {
      const found = [...analyse([{ file: 'pinned.ts', text }], 120, 3).names].sort();
      if (found.join() !== [...names].sort().join()) wrong++;
    } catch {
      failed++;
    }
  }
  return { wrong, accepted: 0, failed };
}
