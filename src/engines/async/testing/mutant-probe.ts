// Programs that pin one rule each, with what is to be said about them: what a build with a rule broken on purpose gets wrong
// (scripts/mutants.mjs, kind `async`).

import { analyse } from './analyse.js';
import { pinnedReach } from './pinned-reach.js';
import { pinnedRepairs } from './pinned-repairs.js';
import { pinnedStores } from './pinned-stores.js';

const io = 'declare function io(x?: unknown): Promise<number>;\n';

const limiter = (taken: string, exit: string) => `${io}let active = 0; const queue: (() => void)[] = [];
  async function enter() { if (active >= 1) await new Promise<void>((r) => { queue.push(r); }); ${taken} }
  function exit() { ${exit} }
  export async function f() { await enter(); try { await io(); } finally { exit(); } }`;

const joining = (body: string) => `interface Journal { all(): Promise<string[]>; add(text: string): Promise<void> }
  interface Follower { tell(text: string): void }
  declare const journal: Journal; const members = new Set<Follower>();
  export async function join(f: Follower) { ${body} }
  export async function say(text: string) { await journal.add(text); for (const each of members) each.tell(text); }`;

const searching = (then: string) => `interface Index { search(text: string): Promise<string[]> }
  interface Page { render(found: string[]): void }
  declare const index: Index; declare const page: Page; let last = '';
  export async function type(text: string) { if (text === last) return; last = text; const found = await index.search(text); ${then} }`;

const stage = (body: string) => `interface Lamp { mount(): Promise<void>; shine(level: number): Promise<void> }
  declare function makeLamp(name: string): Lamp; const lamps = new Map<string, Lamp>();
  export async function install(name: string) { if (lamps.has(name)) return; const lamp = makeLamp(name); ${body} }
  export async function shine(name: string) { const lamp = lamps.get(name); if (lamp) await lamp.shine(1); }`;

const versioned = (again: string) => `interface Doc { n: number; etag: string }
  interface Store { load(): Promise<Doc>; store(doc: Doc): Promise<void> } class Conflict extends Error {}
  declare const store: Store;
  export async function add() {
    let doc = await store.load();
    for (let tries = 0; tries < 2; tries++) {
      try { await store.store({ n: doc.n + 1, etag: doc.etag }); return; }
      catch (error) { if (!(error instanceof Conflict)) throw error; ${again} }
    }
  }`;

const worker = (body: string) => `interface Depot { sort(all: string[]): Promise<void> } declare const depot: Depot;
  const waiting: string[] = []; let running: Promise<void> | undefined;
  async function work() { ${body} running = undefined; }
  export function arrive(parcel: string) { waiting.push(parcel); running ??= work(); }`;

const joiningLate = (then: string) => `interface One { stop(): Promise<void> }
  interface Agency { engage(name: string): Promise<One> } declare const agency: Agency; const all: One[] = []; let over = false;
  export async function join(name: string) { if (over) return; const one = await agency.engage(name); ${then} }
  export async function dismiss() { over = true; await Promise.all(all.splice(0).map((each) => each.stop())); }`;

const draining = (begin: string, end: string, isBusy: string) => `
  interface Box { exec(job: string): Promise<void>; dispose(): Promise<void> } declare const box: Box;
  let busy: any = ${begin.includes('true') ? 'false' : '0'}; let over = false; let idle: (() => void) | undefined;
  export async function run(job: string) {
    if (over) throw new Error('over'); ${begin}
    try { await box.exec(job); } finally { ${end} if (!(${isBusy})) idle?.(); }
  }
  export async function drain() {
    if (over) return; over = true;
    if (${isBusy}) await new Promise<void>((r) => { idle = r; });
    await box.dispose();
  }`;

const racing = (late: string) => `${io}let mode = ''; let current = 0; let calls = 0;
  const patience = () => new Promise<string>((r) => setTimeout(() => r('timeout'), 10));
  async function clip(id: number) { await io(id); ${late} return 'clip'; }
  // heddle: not-concurrent
  export async function other() { return calls; }
  export async function enter(id: number) {
    current = id; mode = 'idle';
    if ((await Promise.race([clip(id), patience()])) === 'timeout') mode = 'text';
  }`;

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
  // Places that are counted: who was let in by one does not look whether another one has come first.
  [limiter('active++;', 'active--; const next = queue.shift(); if (next) setTimeout(next, 0);'), ['HD6005 active']],
  [limiter('else active++;', 'const next = queue.shift(); if (next) setTimeout(next, 0); else active--;'), []],
  // Who joins between the list and the broadcast.
  [joining('for (const each of await journal.all()) f.tell(each); members.add(f);'), ['HD6011 members']],
  [joining('members.add(f); for (const each of await journal.all()) f.tell(each);'), []],
  // The answer to an older question is shown last.
  [searching('page.render(found);'), ['HD6003 page.render']],
  [searching('if (text === last) page.render(found);'), []],
  // It is announced, and then made ready by a call of its own.
  [stage('lamps.set(name, lamp); await lamp.mount();'), ['HD6011 lamps[name]']],
  [stage('await lamp.mount(); if (!lamps.has(name)) lamps.set(name, lamp);'), []],
  // What is refused is tried again with a new version and the old content.
  [versioned('doc = { n: doc.n, etag: (await store.load()).etag };'), ['HD6002 store']],
  [versioned('doc = await store.load();'), []],
  // What came while the worker was away stays.
  [worker('await depot.sort(waiting.splice(0));'), ['HD6011 waiting']],
  [worker('while (waiting.length > 0) await depot.sort(waiting.splice(0));'), []],
  // Who joins while all are dismissed stays.
  [joiningLate('all.push(one);'), ['HD6011 all']],
  [joiningLate('if (over) return one.stop(); all.push(one);'), []],
  // Who closes looks whether somebody is at work, and does not see the second one.
  [draining('busy = true;', 'busy = false;', 'busy'), ['HD6011 box.exec']],
  [draining('busy++;', 'busy--;', 'busy > 0'), []],
  // What goes on behind a race looks at something older than the race.
  [racing("if (current === id) mode = 'late';"), ['HD6003 mode']],
  [racing('calls++;'), []],
  ...pinnedRepairs,
  ...pinnedReach,
  ...pinnedStores,
];

/** Whether one of them is answered otherwise (all of them take most of a minute), or ends with an error: `failed`. */
export function probeAsync(): { readonly wrong: number; readonly accepted: number; readonly failed: number } {
  for (const [text, names] of pinned) {
    try {
      const found = [...analyse([{ file: 'pinned.ts', text }], 120, 3).names].sort();
      if (found.join() !== [...names].sort().join()) return { wrong: 1, accepted: 0, failed: 0 };
    } catch {
      return { wrong: 0, accepted: 0, failed: 1 };
    }
  }
  return { wrong: 0, accepted: 0, failed: 0 };
}
