// Programs that pin one rule each, of repairs that look like the bug: silent as they are, and found where one thing is another.

const lobby = (full: string) => `interface Profiles { load(p: string): Promise<string> }
  export class Lobby {
    #seats = new Map<string, string>(); #arriving = new Map<string, symbol>();
    constructor(private profiles: Profiles, private capacity: number) {}
    async enter(p: string) {
      if (this.#seats.has(p) || this.#arriving.has(p)) return;
      if (${full} >= this.capacity) return;
      const ticket = Symbol(p); this.#arriving.set(p, ticket);
      const profile = await this.profiles.load(p);
      if (this.#arriving.get(p) !== ticket) return;
      this.#arriving.delete(p); this.#seats.set(p, profile);
    }
    exit(p: string) { this.#arriving.delete(p); this.#seats.delete(p); }
  }`;

const listeners = (undo: string) => `interface Up { subscribe(): Promise<void> }
  export class Hub {
    #all = new Set<object>(); #live = false; #tail: Promise<void> = Promise.resolve();
    constructor(private up: Up) {}
    async add() {
      const one = {}; this.#all.add(one);
      try { await this.#settle(); } catch (error) { ${undo} throw error; }
    }
    #settle() { const step = this.#tail.then(() => this.#align()); this.#tail = step.catch(() => undefined); return step; }
    async #align() { if (this.#all.size === 0 || this.#live) return; await this.up.subscribe(); this.#live = true; }
  }`;

const lease = `interface Leases { claim(name: string, owner: string): Promise<boolean>; release(name: string): Promise<void> }
  declare const owner: () => string;
  export async function runExclusive(leases: Leases, name: string, work: () => Promise<void>) {
    if (!(await leases.claim(name, owner()))) return;
    try { await work(); } finally { await leases.release(name); }
  }`;

const chart = (body: string) => `interface Chart { notes: string; rev: number }
  interface Charts { load(id: string): Promise<Chart>; replace(id: string, notes: string, rev: number): Promise<boolean> }
  declare const charts: Charts;
  export async function amend(id: string, note: string) {
    let { notes, rev } = await charts.load(id);
    for (let tries = 0; tries < 2; tries++) { if (await charts.replace(id, notes + note, rev)) return; ${body} }
  }`;

const intake = (
  first: string,
) => `interface Book { knows(id: string): Promise<boolean>; apply(id: string, cents: number): Promise<void> }
  declare const book: Book; const running = new Map<string, Promise<void>>();
  const work = async (id: string) => { if (await book.knows(id)) return; await book.apply(id, 100); };
  export async function deliver(id: string) { ${first} }`;

const uplink = (start: string) => `interface Wire { send(batch: string[]): Promise<void>; report(error: unknown): void }
  export class Uplink {
    #pending: string[] = []; #sending = false;
    constructor(private wire: Wire) {}
    record(sample: string) { this.#pending.push(sample); if (this.#pending.length >= 3) void this.flush(); }
    async flush() {
      ${start}
      try {
        while (this.#pending.length > 0) {
          const batch = this.#pending.slice(0, 3); await this.wire.send(batch); this.#pending.splice(0, batch.length);
        }
      } catch (error) { this.wire.report(error); } finally { this.#sending = false; }
    }
  }`;

export const pinnedRepairs: readonly (readonly [text: string, names: readonly string[]])[] = [
  // R2: who is arriving counts as seated; a ticket is that of one call.
  [lobby('this.#seats.size + this.#arriving.size'), []],
  [lobby('this.#seats.size'), ['HD6001 this.#seats']],
  // What is taken back is the call's own.
  [listeners('this.#all.delete(one);'), []],
  [listeners('this.#all.clear();'), ['HD6001 this.#all']],
  // Two are let in because the outside says yes twice.
  [lease, []],
  // A store that compares versions: the content has to be as new as the version.
  [chart('({ notes, rev } = await charts.load(id));'), []],
  [chart('({ rev } = await charts.load(id));'), ['HD6002 charts[id]']],
  // Done twice is another thing than stored twice.
  [intake('await work(id);'), ['HD6001 book[id]']],
  [
    intake(`let run = running.get(id);
      if (!run) { run = work(id).finally(() => running.delete(id)); running.set(id, run); } await run;`),
    [],
  ],
  // What fails the second time is compared with orders in which it fails the second time, or is not asked a second time.
  [uplink('if (this.#sending) return; this.#sending = true;'), []],
  [uplink(''), ['HD6001 this.#pending']],
];
