import { describe, expect, it } from 'vitest';
import { analyse } from './testing/analyse.js';

const namesIn = (text: string) => analyse([{ file: 'a.ts', text }]).names;
const isComplete = (text: string) => analyse([{ file: 'a.ts', text }]).isComplete;

const invoices = (pay: string) => `
  declare function transfer(id: string): Promise<void>;
  const invoices = new Map<string, { status: string }>();
  export function create(reference: string) { invoices.set(reference, { status: 'draft' }); }
  export function submit(id: string) { const i = invoices.get(id); if (i && i.status === 'draft') i.status = 'pending'; }
  export async function pay(id: string) {
    const invoice = invoices.get(id);
    if (!invoice || invoice.status !== 'pending') throw new Error('not payable');
    ${pay}
  }`;

describe('code behind what other entries leave', () => {
  it('is come to after those entries, in the order that it needs, under names of their own', () => {
    expect(namesIn(invoices("await transfer(id); invoice.status = 'paid';"))).toEqual(['HD6001 invoice.status']);
  });

  it('is silent when it is right', () => {
    expect(namesIn(invoices("invoice.status = 'paid'; await transfer(id);"))).toEqual([]);
    expect(isComplete(invoices("invoice.status = 'paid'; await transfer(id);"))).toBe(true);
  });

  it('is not explored where nothing leads to it', () => {
    const text = `declare function send(): Promise<void>;
      let ready = false; let n = 0;
      export async function go() { if (!ready) return; const before = n; await send(); n = before + 1; }`;
    expect(namesIn(text)).toEqual([]);
    expect(isComplete(text)).toBe(false);
  });
});

describe('a class that a function makes', () => {
  const store = `class Store { n = 0; async bump() { const before = this.n; await save(); this.n = before + 1; } }`;

  it('is made and entered where the function gives it back', () => {
    const text = `declare function save(): Promise<void>; export function make() { ${store} return Store; }`;
    expect(namesIn(text)).toEqual(['HD6002 this.n']);
  });

  it('is not said to be explored where nobody has called its methods', () => {
    const text = `declare function save(): Promise<void>; export function make() { ${store} void Store; return save(); }`;
    expect(isComplete(text)).toBe(false);
  });

  it('is explored where it is an entry', () => {
    expect(namesIn(`declare function save(): Promise<void>; export ${store}`)).toEqual(['HD6002 this.n']);
  });
});

describe('handlers', () => {
  it('are also what is handed over in an object of options', () => {
    const text = `import { Kafka } from 'kafkajs';
      declare function save(): Promise<void>;
      let n = 0;
      export async function start() {
        const consumer = new Kafka({}).consumer({});
        await consumer.run({ eachMessage: async () => { const before = n; await save(); n = before + 1; } });
      }`;
    expect(namesIn(text)).toEqual(['HD6002 n']);
  });
});

describe('what is handed over', () => {
  it('is one of several', () => {
    const text = `declare function send(x: string): Promise<void>;
      const letters: string[] = [];
      export function add(...more: string[]) { letters.push(...more); }
      export async function drain() { const first = letters[0]; if (!first) return; await send(first); letters.shift(); }`;
    expect(namesIn(text)).toEqual(['HD6001 letters']);
  });

  it('is taken from the front twice, whatever is asked meanwhile', () => {
    const text = `interface Site { look(x: { id: string }): Promise<string>; }
      export class Outbox { private letters: { id: string }[] = []; constructor(private site: Site) {}
        add(...more: { id: string }[]) { this.letters.push(...more); }
        async drain() { const first = this.letters[0]; if (!first) return; await this.site.look(first); this.letters.shift(); } }`;
    expect(namesIn(text)).toEqual(['HD6001 this.letters']);
  });

  it('is told something now and then, and does not answer for the call', () => {
    const text = `interface Feed { open(name: string, onData: (data: string) => void): Promise<{ end(): void }>; }
      let n = 0;
      export class Feeds { constructor(private feed: Feed) {}
        async add(name: string) { const before = n; await this.feed.open(name, () => undefined); n = before + 1; } }`;
    expect(namesIn(text)).toEqual(['HD6002 n']);
  });

  it('is explored where what is made is explored', () => {
    const text = `declare function load(): Promise<number>; declare function save(x: number): Promise<void>;
      export async function open() { const size = await load(); return { async put() { await save(size); } }; }`;
    expect(isComplete(text)).toBe(true);
  });
});

describe('those that wait', () => {
  const mailbox = (keep: string, wake: string) => `
    const items: string[] = []; let wake: (() => void) | undefined; const waiting: (() => void)[] = [];
    export function put(item: string) { items.push(item); ${wake} }
    export async function take() {
      while (items.length === 0) await new Promise<void>((resolve) => { ${keep} });
      return items.shift();
    }`;

  it('are forgotten where there is one place for several', () => {
    expect(namesIn(mailbox('wake = resolve;', 'wake?.();'))).toEqual(['HD6008 wake']);
  });

  it('are not where each is kept', () => {
    expect(namesIn(mailbox('waiting.push(resolve);', 'waiting.shift()?.();'))).toEqual([]);
  });

  it('are let in one by one', () => {
    const semaphore = (release: string) => `export class Semaphore {
      private readonly waiting: (() => void)[] = [];
      constructor(private permits: number) {}
      async acquire() {
        if (this.permits > 0) { this.permits--; return; }
        await new Promise<void>((resolve) => this.waiting.push(resolve));
      }
      release() { const next = this.waiting.shift(); ${release} }
    }`;
    expect(namesIn(semaphore('this.permits++; next?.();'))).toEqual(['HD6005 the exclusive section']);
    expect(namesIn(semaphore('if (next) next(); else this.permits++;'))).toEqual([]);
  });

  it('are told by a function that they are let in, which is not the section', () => {
    const lock = `export class Lock {
      private waiting: (() => void)[] = [];
      constructor(readonly id: string, private places: number) {}
      async settle() { await undefined; }
      enter(go: () => void) { if (this.places > 0) { this.places--; go(); } else this.waiting.push(go); }
      leave() { const next = this.waiting.shift(); if (next) next(); else this.places++; }
    }`;
    expect(namesIn(lock)).toEqual([]);
  });
});

describe('what a store decides', () => {
  const locked = (before: string, within: string) => `import Redis from 'ioredis';
    const redis = new Redis();
    export async function rebuild(name: string) {
      ${before} try { ${within} } finally { await redis.del(name); }
    }`;
  const claim = "if (!(await redis.set(name, '1', 'NX'))) throw new Error('busy');";

  it('is lost when the lock is deleted by who did not get it', () => {
    expect(analyse([{ file: 'a.ts', text: locked('', claim) }], 300).names).toEqual(['HD6001 ioredis[name]']);
    expect(namesIn(locked(claim, ''))).toEqual([]);
  });
});

it('is given back before something else fails', () => {
  const text = `declare function rotate(): Promise<void>; declare function call(): Promise<void>;
    let rotation: Promise<void> | null = null;
    export async function get() {
      rotation ??= rotate().finally(() => { rotation = null; });
      await rotation;
      await call();
    }`;
  expect(namesIn(text)).toEqual([]);
});

describe('what decides nothing about interference', () => {
  const path = (then: string) => `declare function save(id: string): Promise<void>;
    const shown = new Set<string>();
    function nameOf(id: string | string[]) { if (Array.isArray(id)) { ${then} } return id; }
    export async function keep(id: string) { await save(nameOf('x')); }`;

  it('need not be come to: a text is put together, a message is logged', () => {
    expect(isComplete(path("console.log(id); return id.map((one) => one.trim()).join(',');"))).toBe(true);
  });

  it('but what is written, or called without being known, has to be', () => {
    expect(isComplete(path("shown.add(id.join()); return '';"))).toBe(false);
    expect(isComplete(path("note(id.join()); return '';"))).toBe(false);
  });
});

describe('a class that extends one of the outside', () => {
  const emitting = (body: string) => `import { Base } from 'somewhere'; declare function save(): Promise<void>;
    export class Store extends Base { n = 0; async bump() { ${body} this.emit('bumped'); } }`;

  it('calls what it does not define there', () => {
    expect(namesIn(emitting('const b = this.n; await save(); this.n = b + 1;'))).toEqual(['HD6002 this.n']);
    expect(namesIn(emitting('this.n += 1; await save();'))).toEqual([]);
    expect(isComplete(emitting('this.n += 1; await save();'))).toBe(true);
  });
});
