// Programs whose bug is only come to by one way of making or calling them, and their repairs.

const client = `interface Client { find(key: string): Promise<string>; close(): Promise<void> }
  interface Dialer { dial(): Promise<Client> }`;

const documents = (dispose: string) => `${client}
  export class Documents {
    private opening?: Promise<Client>; private client?: Client;
    constructor(private dialer: Dialer) {}
    async get(key: string) { return (await this.open()).find(key); }
    private open() {
      this.opening ??= (async () => { const client = await this.dialer.dial(); this.client = client; return client; })();
      return this.opening;
    }
    async dispose() {
      if (!this.opening) return;
      const opening = this.opening; ${dispose}
    }
  }`;

const configured = (body: string) => `interface Log { note(text: string): Promise<void> }
  export class Counter {
    private n = 0; private log: Log;
    constructor(options: { log: Log; kind: string; width: number }) {
      if (options.kind === 'plain') throw new Error('kind');
      if (options.kind !== 'wide' || !(options.width > 3)) throw new Error('width');
      this.log = options.log;
    }
    async add() { ${body} }
  }`;

const optional = (body: string) => `interface Log { note(text: string): Promise<void> }
  export class Slot {
    private owner?: string;
    constructor(private log: Log) {}
    async claim(who: string, noted?: boolean) { if (this.owner !== undefined) return; ${body} }
  }`;

const edited = (then: string) => `interface Row { tags: string[] } declare function find(): Promise<Row>;
  let n = 0;
  export async function tag(tag: string) {
    const current = await find();
    const changed = { ...current, tags: [...current.tags, tag] };
    if (changed === current) return;
    ${then}
  }`;

const handlers = (own: string, shared: string, last: string) => `
  interface Credits { get(id: string): Promise<number>; set(id: string, n: number): Promise<void> }
  export class Spending {
    constructor(private credits: Credits) {} ${shared}
    handler() { ${own}
      return async (id: string) => { const mine = ${last}.then(() => this.spend(id)); ${last} = mine.catch(() => undefined); await mine; };
    }
    private async spend(id: string) { const n = await this.credits.get(id); await this.credits.set(id, n - 1); }
  }`;
const tail = 'last: Promise<unknown> = Promise.resolve();';

export const pinnedReach: readonly (readonly [text: string, names: readonly string[]])[] = [
  // What was opened while the old one was closed is forgotten.
  [
    documents('await opening; this.opening = undefined; await this.client?.close(); this.client = undefined;'),
    ['HD6004 this.client'],
  ],
  [
    documents(
      'this.opening = undefined; const old = await opening; if (this.client === old) this.client = undefined; await old.close();',
    ),
    [],
  ],
  // Made in the configuration that does not throw.
  [configured("const b = this.n; await this.log.note(''); this.n = b + 1;"), ['HD6002 this.n']],
  [configured("this.n += 1; await this.log.note('');"), []],
  // What may be left out is given.
  [optional('if (noted) await this.log.note(who); this.owner = who;'), ['HD6001 this.owner']],
  [optional('this.owner = who; if (noted) await this.log.note(who);'), []],
  // A copy is another object.
  [edited('const b = n; await find(); n = b + 1;'), ['HD6002 n']],
  [edited('n += 1; await find();'), []],
  // A method gives a function: each caller has its own.
  [handlers(`let ${tail}`, '', 'last'), ['HD6002 credits[id]']],
  [handlers('', `private ${tail}`, 'this.last'), []],
];
