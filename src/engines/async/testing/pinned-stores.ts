// Programs that pin one rule each, of stores, keys and connections outside: silent as they are, and found where one thing is
// another.

const plans = (
  again: string,
) => `interface Stored { body: string; etag: string } class PreconditionFailed extends Error {}
  interface Bucket { get(key: string): Promise<Stored>; put(key: string, body: string, o: { ifMatch: string }): Promise<void> }
  declare const bucket: Bucket;
  export async function edit(key: string, more: string) {
    let stored = await bucket.get(key); let next = stored.body + more;
    for (let tries = 0; tries < 2; tries++) {
      try { await bucket.put(key, next, { ifMatch: stored.etag }); return; }
      catch (error) { if (!(error instanceof PreconditionFailed)) throw error; stored = await bucket.get(key); ${again} }
    }
  }`;

const shadows = (body: string) => `interface Cloud { patch(id: string, on: boolean): Promise<void> }
  class Queue {
    #tails = new Map<string, Promise<void>>();
    run(key: string, task: () => Promise<void>) {
      const done = (this.#tails.get(key) ?? Promise.resolve()).then(task); this.#tails.set(key, done.catch(() => undefined));
      return done;
    }
  }
  export class Shadows {
    #shown = new Map<string, object>(); #queue = new Queue();
    constructor(private cloud: Cloud) {}
    async change(id: string, patch: object) { ${body} }
    async changeAll(ids: string[], patch: object) { await Promise.allSettled(ids.map((id) => this.change(id, patch))); }
  }`;

const shown = `const before = this.#shown.get(id) ?? {}; this.#shown.set(id, { ...before, ...patch });`;
const tried = (patch: string) => `try { await ${patch}; } catch (error) { this.#shown.set(id, before); throw error; }`;

const tariffs = (check: string) => `interface Table { load(zone: string): Promise<{ price: number }> }
  declare const table: Table; const known = new Map<string, { price: number }>(); let changes = 0;
  async function tariff(zone: string) {
    const hit = known.get(zone); if (hit) return hit;
    const seen = changes; const loaded = await table.load(zone); ${check} known.set(zone, loaded); return loaded;
  }
  export async function quote(rides: { zone: string }[]) { return Promise.all(rides.map((ride) => tariff(ride.zone))); }
  export function forget(zone: string) { changes++; known.delete(zone); }`;

const worker = (end: string) => `interface Sub { cancel(): Promise<void> }
  interface Broker { subscribe(name: string): Promise<Sub> } declare const broker: Broker;
  let sub: Promise<Sub> | null = null; let closed = false;
  export async function start() { if (closed) return; const mine = (sub ??= broker.subscribe('jobs')); await mine; }
  export async function close() { closed = true; ${end} }`;

const holds = (take: string) => `interface Hold { state: string; cents: number }
  interface Holds {
    get(id: string): Promise<Hold>; setState(id: string, state: string): Promise<void>;
    moveState(id: string, from: string, to: string): Promise<boolean>;
  }
  declare const holds: Holds; declare function charge(cents: number, id: string): Promise<void>;
  export async function confirm(id: string) {
    const hold = await holds.get(id); if (hold.state !== 'held') return;
    ${take} await charge(hold.cents, id); await holds.setState(id, 'confirmed');
  }`;

const sweep = (guard: string) => `interface Row { id: string; text: string }
  interface Outbox { insert(row: Row): Promise<void>; listPending(): Promise<Row[]>; markSent(id: string): Promise<void> }
  declare const outbox: Outbox; declare function send(text: string): Promise<void>; let busy = false;
  export async function submit(row: Row) { await outbox.insert(row); }
  export async function work() {
    ${guard}
    try { for (const row of await outbox.listPending()) { await send(row.text); await outbox.markSent(row.id); } }
    finally { busy = false; }
  }`;

const sockets = (check: string) => `interface Socket { readyState: number; on(event: string, f: () => void): void }
  interface Access { allows(user: string): Promise<boolean> }
  export class Rooms {
    #members = new Set<string>();
    constructor(private access: Access) {}
    accept(socket: Socket, user: string) {
      socket.on('join', async () => { if (!(await this.access.allows(user))) return; ${check} this.#members.add(user); });
      socket.on('close', () => { this.#members.delete(user); });
    }
    count() { return this.#members.size; }
  }`;

export const pinnedStores: readonly (readonly [text: string, names: readonly string[]])[] = [
  // The store refuses what carries an old version with a failure.
  [plans('next = stored.body + more;'), []],
  [plans(''), ['HD6002 bucket[key]']],
  // R13: two elements of one list are not both what a third name stands for.
  [shadows(`await this.#queue.run(id, async () => { ${shown} ${tried('this.cloud.patch(id, true)')} });`), []],
  [
    shadows(`${shown} ${tried('this.#queue.run(id, () => this.cloud.patch(id, true))')}`),
    ['HD6002 this.#shown[id1]', 'HD6002 this.#shown[id]', 'HD6002 this.#shown[ids[0]]', 'HD6002 this.#shown[ids[1]]'],
  ],
  // Answers to one question are the same, whatever name it goes by.
  [tariffs('if (seen === changes)'), []],
  [tariffs(''), ['HD6001 known[rides[0].zone]']],
  // The promise of what is opened is kept.
  [worker('await (await sub)?.cancel();'), []],
  // What moves from one state to another, if it may, is one step.
  [holds("if (!(await holds.moveState(id, 'held', 'paying'))) return;"), []],
  [holds(''), ['HD6001 holds[id]']],
  // A row that was found is not one more.
  [sweep('if (busy) return; busy = true;'), []],
  [sweep(''), ['HD6002 outbox']],
  // Whether the socket is open is looked at again.
  [sockets('if (socket.readyState !== 1) return;'), []],
  [sockets(''), ['HD6004 this.#members[user]']],
];
