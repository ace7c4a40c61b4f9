import { describe, expect, it } from 'vitest';
import { analyse } from './testing/analyse.js';

const namesIn = (text: string) => analyse([{ file: 'a.ts', text }]).names;

describe('answers', () => {
  const search = (then: string) => `declare function find(text: string): Promise<string[]>;
    let shown: string[] = []; let last = 0;
    export async function type(text: string) { const mine = ++last; const found = await find(text); ${then} }
    export function results() { return shown; }`;

  it('that come late are not put over those of later calls', () => {
    expect(namesIn(search('shown = found;'))).toEqual(['HD6003 shown']);
    expect(namesIn(search('if (mine === last) shown = found;'))).toEqual([]);
  });

  const loader = (take: string, all: string) => `declare function many(keys: string[]): Promise<string[]>;
    let open: { key: string; done: (v: string) => void }[] = []; let isDue = false;
    export function load(key: string) {
      return new Promise<string>((done) => { open.push({ key, done }); if (!isDue) { isDue = true; setTimeout(() => void flush(), 0); } });
    }
    async function flush() {
      ${take} const values = await many(${all}.map((each) => each.key));
      ${all}.forEach((each, i) => each.done(values[i]!)); ${take === '' ? 'open = []; isDue = false;' : ''}
    }`;

  it('are given to those who have asked', () => {
    expect(namesIn(loader('', 'open')).some((name) => name.startsWith('HD6007'))).toBe(true);
    expect(namesIn(loader('const batch = open; open = []; isDue = false;', 'batch'))).toEqual([]);
  });
});

describe('a reply', () => {
  const request = (body: string) => `import { once } from 'node:events';
    interface Link { write(frame: string): Promise<void> }
    export class Calls { constructor(private link: Link) {} async request(id: string) { ${body} } }`;

  it('is listened for before it is asked for', () => {
    const late = "await this.link.write(id); return once(this.link, 'reply');";
    expect(namesIn(request(late))).toEqual(['HD6008 an event of link']);
    const early = "const told = once(this.link, 'reply'); await this.link.write(id); return told;";
    expect(namesIn(request(early))).toEqual([]);
  });
});

describe('what fails', () => {
  const flagged = (body: string) => `declare function pull(): Promise<void>; let busy = false;
    export async function sync() { if (busy) return; busy = true; ${body} }`;

  it('hinders who comes later, or does not count', () => {
    expect(namesIn(flagged('await pull(); busy = false;'))).toEqual(['HD6009 busy']);
    expect(namesIn(flagged('try { await pull(); } finally { busy = false; }'))).toEqual([]);
  });

  const queued = (
    next: string,
  ) => `declare function work(k: string): Promise<void>; const tails = new Map<string, Promise<void>>();
    export function add(k: string) { const run = (tails.get(k) ?? Promise.resolve())${next}.then(() => work(k)); tails.set(k, run); return run; }`;

  it('is kept only where it is passed on', () => {
    expect(namesIn(queued(''))).toEqual(['HD6009 tails[k]']);
    expect(namesIn(queued('.catch(() => undefined)'))).toEqual([]);
  });
});

describe('a lock', () => {
  const redeem = (
    key: string,
  ) => `interface Coupons { read(code: string): Promise<number>; save(code: string, left: number): Promise<void> }
    const tails = new Map<string, Promise<unknown>>();
    function within(key: string, task: () => Promise<void>) {
      const run = (tails.get(key) ?? Promise.resolve()).then(task, task); tails.set(key, run); return run;
    }
    export function redeem(coupons: Coupons, user: string, code: string) {
      return within(${key}, async () => { await coupons.save(code, (await coupons.read(code)) - 1); });
    }`;

  it('is by the key of what it guards', () => {
    expect(namesIn(redeem('user'))).toEqual(['HD6002 coupons[code]']);
    expect(namesIn(redeem('code'))).toEqual([]);
  });
});
