// What services are written with is followed: behind each construct stands an update that is lost, found only by who has
// come through the construct with the value that it really gives; and the same without the loss, which is whole and quiet.

import { describe, expect, it } from 'vitest';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { analyse } from './testing/analyse.js';

const lost = 'const before = n; await io(); n = before + 1;';
const kept = 'await io(); n = n + 1;';

function told(text: string, race: string) {
  const program = `let n = 0;\ndeclare function io(x?: unknown): Promise<number>;\n${text.replaceAll('RACE', race)}`;
  const { names, isComplete, gaps } = analyse([{ file: 'a.ts', text: program }], 120, 2);
  return { names, isWhole: isComplete && gaps === 0 };
}

/** A function whose body goes on only if the condition holds. */
const when = (before: string, condition: string) =>
  `${before}\nexport async function f(key: string) { if (!(${condition})) return; RACE }`;

const classes: Readonly<Record<string, string>> = {
  inheritance: `class Base { protected async step() { RACE } }
    export class A extends Base { async f() { await super.step(); } }`,
  'inheritance over two steps': `class Base { get size() { return 2; } protected async step() { RACE } }
    class Middle extends Base {}
    export class A extends Middle { async f() { if (super.size === 2) await super.step(); } }`,
  'an abstract class':
    'abstract class Base { abstract g(): number; async f() { if (this.g() === 2) { RACE } } }\nexport class A extends Base { g() { return 2; } }',
  'static members':
    'export class A { static #made = 3; static async f() { if (A.#made === 3) { RACE } } async g() { await A.f(); } }',
  'a static block':
    'export class A { static size: number; static { A.size = 4; } async f() { if (A.size === 4) { RACE } } }',
  'getters and setters': `export class A { #v = 1; get v() { return this.#v; } set v(x: number) { this.#v = x + 1; }
    async f() { this.v = 4; if (this.v === 5) { RACE } } }`,
  'private methods': 'export class A { async #g() { RACE } async f() { await this.#g(); } }',
  'private names asked for': 'export class A { #p = 1; async f() { if (#p in this) { RACE } } }',
  generics:
    'export class Box<T extends object = {}> { constructor(private readonly v?: T) {} async f<U>(u: U) { const w = [u] as U[]; if (w.length === 1) { RACE } } }',
  'parameter properties':
    'export class A { constructor(private readonly size = 7) {} async f() { if (this.size === 7) { RACE } } }',
  'fields that are functions': 'export class A { f = async () => { RACE }; }',
  overloads:
    'export function f(a: string): Promise<void>;\nexport function f(a: number): Promise<void>;\nexport async function f(a: unknown) { RACE }',
  decorators:
    'function log(_: unknown, __?: unknown, ___?: unknown): any {}\n@log\nexport class A { @log async f() { RACE } }',
  'instanceof of own classes':
    'class E extends Error { constructor(readonly code: number) { super("x"); this.name = "E"; } }\nexport async function f() { try { throw new E(4); } catch (e) { if (e instanceof E && e.code === 4) { RACE } } }',
  'a class expression': 'export const A = class { async f() { RACE } };',
  'computed method names': "const name = 'f';\nexport class A { async [name]() { RACE } }",
  mixins:
    'const Timed = (B: new () => object) => class extends B { async f() { RACE } };\nexport class A extends Timed(Object) {}',
  'the name of a class': when('class Foo {}', "new Foo().constructor.name === 'Foo'"),
};

const values: Readonly<Record<string, string>> = {
  'spread and rest': when('const g = (...xs: number[]) => xs.length;', 'g(...[1, 2], 3) === 3'),
  'destructuring with defaults': when(
    'const { a = 2, b: { c = 3 } = {}, ...rest } = { d: 1 } as any;',
    'a + c + rest.d === 6',
  ),
  'optional chaining': when(
    'const o: any = { p: { q: () => 5 } };',
    "o?.p?.q?.() === 5 && o.r?.s.t() === undefined && o['p']?.['q']() === 5",
  ),
  'nullish assignment': when('const o: any = {};\no.a ??= 4; o.b ||= 5; o.a &&= 6;', 'o.a === 6 && o.b === 5'),
  'labelled loops': when(
    'function g() { let c = 0; outer: for (const i of [1, 2, 3]) { for (;;) { c++; if (i < 3) continue outer; break outer; } } return c; }',
    'g() === 3',
  ),
  switch: when(
    "function g(x: string) { switch (x) { case 'a': return 1; case 'b': default: return 2; } }",
    "g('b') === 2",
  ),
  'switch without return': when(
    'function g(x: number) { let r = 0; switch (x) { case 1: r += 1; case 2: r += 2; break; case 3: r = 9; } return r; }',
    'g(1) === 3 && g(3) === 9',
  ),
  generators: when(
    'function* g() { const x: number = yield 1; yield x + 1; return 9; }\nconst it = g(); const first = it.next().value; const second = it.next(4).value;\nfunction* h() { yield* [1, 2]; }',
    'first === 1 && second === 5 && [...h()].length === 2',
  ),
  'own iterators': when(
    'const it = { *[Symbol.iterator]() { yield 1; yield 2; } };\nlet sum = 0; for (const x of it) sum += x;',
    'sum === 3 && [...it].length === 2 && Array.from(it).length === 2 && Math.max(...it) === 2',
  ),
  enums: when(
    "enum C { Red, Green = 5, Blue } enum S { A = 'a' } const enum K { X = 1 << 2 }",
    "C.Red === 0 && C.Blue === 6 && S.A === 'a' && K.X === 4 && C[5] === 'Green'",
  ),
  namespaces: when('namespace N { export const a = 1; export function g() { return a + 1; } }', 'N.g() === 2'),
  Math: when(
    '',
    'Math.max(1, 3) === 3 && Math.floor(2.5) === 2 && Math.PI > 3 && Math.hypot(3, 4) === 5 && Math.log2(8) === 3',
  ),
  JSON: when('', 'JSON.parse(JSON.stringify({ a: [1, 2] })).a.length === 2 && JSON.parse(\'{"b":3}\').b === 3'),
  'regular expressions': when(
    '',
    "/^a(b+)$/.test('abb') && 'x-y'.replace(/-/g, '+') === 'x+y' && 'a1b2'.split(/\\d/).length === 3 && /(?<k>z)/.exec('z')?.groups?.k === 'z'",
  ),
  texts: when(
    '',
    "'a,b'.split(',')[1] === 'b' && 'abc'.at(-1) === 'c' && 'abc'.slice(1) === 'bc' && ' x '.trim() === 'x' && 'ab'.padStart(3, '0') === '0ab' && 'aXb'.replaceAll('X', '-') === 'a-b' && 'abc'.substring(1, 2) === 'b' && 'ab'.concat('c') === 'abc' && 'abc'.charAt(1) === 'b'",
  ),
  arrays: when(
    '',
    '[3, 1, 2].sort((a, b) => a - b)[0] === 1 && [1, 2, 3].findLast((x) => x < 3) === 2 && [1, 2].lastIndexOf(2) === 1 && [1, 2, 3].toReversed()[0] === 3 && [1, [2, [3]]].flat(2).length === 3 && [1, 2].with(0, 5)[0] === 5 && [1, 2, 3].toSpliced(0, 1).length === 2 && [1, 2].reduceRight((a, b) => a - b) === 1 && [1, 2, 3].findLastIndex((x) => x < 3) === 1',
  ),
  'arrays of a length': when(
    '',
    'new Array(3).fill(0).length === 3 && Array.from({ length: 2 }, (_, i) => i)[1] === 1 && Array.of(1, 2).length === 2 && [...Array(2).keys()][1] === 1',
  ),
  'joined texts': when('', "['a', 'b'].join('-') === 'a-b' && String([1, 2]) === '1,2'"),
  objects: when(
    'const o = { a: 1, get b() { return this.a + 1; }, ["c" + 1]: 3 };',
    "o.b === 2 && o.c1 === 3 && Object.keys(o).length === 3 && Object.entries({ x: 1 })[0][1] === 1 && 'a' in o && Object.hasOwn(o, 'a') && Object.fromEntries([['k', 2]]).k === 2 && { ...o, a: 5 }.a === 5",
  ),
  'maps and sets': when(
    'const m = new Map([["a", 1]]); const s = new Set([1, 2, 2]);',
    "m.get('a') === 1 && s.size === 2 && [...m.keys()][0] === 'a' && [...s].length === 2 && m.has('b') === false && [...m.entries()][0][1] === 1",
  ),
  'weak maps': when(
    'const w = new WeakMap<object, number>(); const k = {};\nw.set(k, 3);',
    'w.get(k) === 3 && w.has({}) === false',
  ),
  symbols: when(
    "const S = Symbol('s'); const o: any = { [S]: 2 };",
    "o[S] === 2 && Symbol.for('a') === Symbol.for('a')",
  ),
  structuredClone: when(
    'const a = { b: { c: 1 } }; const d = structuredClone(a); d.b.c = 2;',
    'a.b.c === 1 && d.b.c === 2',
  ),
  numbers: when(
    '',
    "Number('4') === 4 && parseInt('12px', 10) === 12 && (7).toFixed(1) === '7.0' && Number.isInteger(3) && (5 & 3) === 1 && 2 ** 3 === 8 && 7 % 4 === 3 && BigInt(2) + 1n === 3n && Number.MAX_SAFE_INTEGER > 5 && isNaN(NaN) && !!Boolean('x') && ~~2.5 === 2 && (1 << 3) === 8",
  ),
  dates: when(
    'const at = new Date(0);',
    'at.getTime() === 0 && new Date(1000).toISOString().length > 5 && Date.now() - Date.now() === 0',
  ),
  'typeof and void': when(
    '',
    "typeof key === 'string' && void 0 === undefined && typeof (() => 1) === 'function' && typeof {} === 'object' && typeof nowhere === 'undefined'",
  ),
  'in and delete': when('const o: any = { a: 1 }; delete o.a;', "!('a' in o)"),
  'comma and nested conditionals': when('let i = 0;', '((i = 4), i === 4 ? true : false)'),
  'closures in loops': when(
    'const fs: (() => number)[] = []; for (let i = 0; i < 3; i++) fs.push(() => i);',
    'fs[1]() === 1',
  ),
  'getters of classes by defineProperty': when(
    "const o: any = {}; Object.defineProperty(o, 'x', { value: 4 });",
    'o.x === 4',
  ),
  'frozen objects': when('const o = Object.freeze({ a: 1 });', 'o.a === 1 && Object.isFrozen(o)'),
  'bound functions': when(
    'const o = { v: 3, g() { return this.v; } }; const b = o.g.bind(o);',
    'b() === 3 && o.g.call({ v: 5 } as any) === 5 && Math.max.apply(null, [1, 2]) === 2',
  ),
  'arguments and new.target': when('function g() { return arguments.length; }', '(g as any)(1, 2) === 2'),
  'tagged templates': when(
    'const tag = (s: TemplateStringsArray, ...v: number[]) => s.length + v[0]!;',
    ['tag`a$', '{1}b` === 3'].join(''),
  ),
  'a url': when("const u = new URL('http://a/b?c=d');", "u.pathname === '/b'"),
  errors: when(
    "const e = new Error('m', { cause: 3 });",
    "e.message === 'm' && e.cause === 3 && e instanceof Error && e.name === 'Error'",
  ),
  'typed arrays': when('const b = new Uint8Array(4);', 'b.length === 4'),
  buffers: when("const b = Buffer.from('ab');", "b.length === 2 && b.toString() === 'ab'"),
  'var and hoisting': when('function g() { return h(); function h() { return x === undefined; var x = 1; } }', 'g()'),
  'try and finally': when(
    'function g() { let r = 0; try { r = 1; throw new Error(); } catch { r += 2; } finally { r += 4; } return r; }',
    'g() === 7',
  ),
  'finally that returns': when(
    'function g(): number { for (;;) { try { return 1; } finally { break; } } return 2; }',
    'g() === 2',
  ),
  'a loop with an index': when('let s = 0; for (let i = 0, j = 3; i < j; i += 1, j -= 1) s += j - i;', 's === 4'),
  'for in': when('let s = ""; for (const k in { a: 1, b: 2 }) s += k;', "s === 'ab'"),
  'do while': when('let c = 0; do { c++; } while (c < 3);', 'c === 3'),
};

const waiting: Readonly<Record<string, string>> = {
  'for await of a generator':
    'async function* g() { yield 1; await io(); yield 2; }\nexport async function f() { for await (const x of g()) if (x === 2) { RACE } }',
  'for await of promises': 'export async function f() { for await (const x of [io(1), io(2)]) void x; RACE }',
  'own async iterators':
    'class C { #i = 0; [Symbol.asyncIterator]() { return this; } async next() { await io(); return { done: ++this.#i > 1, value: 1 }; } }\nexport async function f() { for await (const _ of new C()) { RACE } }',
  'Promise.withResolvers':
    'export async function f() { const { promise, resolve } = Promise.withResolvers<number>(); io().then(() => resolve(3)); if ((await promise) === 3) { RACE } }',
  'Promise.all':
    'export async function f() { const [a, b] = await Promise.all([Promise.resolve(1), io()]); if (a === 1) { RACE } }',
  'Promise.allSettled':
    "export async function f() { const [a] = await Promise.allSettled([Promise.reject(new Error('x'))]); if (a.status === 'rejected') { RACE } }",
  'Promise.any':
    'export async function f() { if ((await Promise.any([Promise.reject(new Error()), Promise.resolve(2)])) === 2) { RACE } }',
  'Promise.race': 'export async function f() { if ((await Promise.race([Promise.resolve(2), io()])) === 2) { RACE } }',
  'Promise.try': 'export async function f() { if ((await (Promise as any).try(() => 2)) === 2) { RACE } }',
  queueMicrotask:
    'export async function f() { let done = false; queueMicrotask(() => { done = true; }); await null; if (done) { RACE } }',
  nextTick: 'export async function f() { await new Promise<void>((r) => process.nextTick(r)); RACE }',
  setImmediate: 'export async function f() { await new Promise<void>((r) => setImmediate(r)); RACE }',
  'timers/promises':
    "import { setTimeout as sleep } from 'node:timers/promises';\nexport async function f() { if ((await sleep(5, 'x')) === 'x') { RACE } }",
  'util.promisify':
    "import { promisify } from 'node:util';\nconst sleep = promisify(setTimeout);\nexport async function f() { await sleep(5); RACE }",
  'promisify of own functions':
    "import { promisify } from 'node:util';\nconst g = promisify((x: number, cb: (e: unknown, v?: number) => void) => { setTimeout(() => cb(null, x + 1), 1); });\nexport async function f() { if ((await g(1)) === 2) { RACE } }",
  EventEmitter:
    "import { EventEmitter } from 'node:events';\nconst e = new EventEmitter();\nexport async function f() { let got = 0; e.once('x', (v) => { got = v; }); e.emit('x', 4); if (got === 4) { RACE } }",
  'a class that emits':
    "import { EventEmitter } from 'node:events';\nexport class A extends EventEmitter { constructor() { super(); } async f() { this.emit('x', this.listenerCount('x')); RACE } }",
  AbortController:
    'export async function f() { const c = new AbortController(); c.abort(); if (c.signal.aborted) { RACE } }',
  'AbortSignal.timeout':
    'export async function f() { const s = AbortSignal.timeout(5); await io(s); if (!s.aborted) { RACE } }',
  'node:fs/promises':
    "import { mkdir, readFile } from 'node:fs/promises';\nexport async function f() { await mkdir('a', { recursive: true }); await readFile('b', 'utf8'); RACE }",
  crypto:
    "import { randomUUID, createHash } from 'node:crypto';\nexport async function f() { const id = randomUUID(); const h = createHash('sha256').update(id).digest('hex'); if (id !== '' && typeof h === 'string') { RACE } }",
  'the global crypto':
    'export async function f() { const id = crypto.randomUUID(); if (typeof id === "string") { RACE } }',
  path: "import { join, basename } from 'node:path';\nexport async function f(d: string) { await io(join(d, basename('a/b.txt'))); RACE }",
  'async local storage':
    "import { AsyncLocalStorage } from 'node:async_hooks';\nconst s = new AsyncLocalStorage<number>();\nexport async function f() { await s.run(4, async () => { RACE }); }",
  'await using':
    'export async function f() { await using r = { v: 3, async [Symbol.asyncDispose]() { await io(); } }; if (r.v === 3) { RACE } }',
  'a thenable':
    'const t = { then(ok: (v: number) => void) { ok(3); } };\nexport async function f() { if ((await (t as any)) === 3) { RACE } }',
  'then with two functions': 'export function f() { return io().then(async () => { RACE }, () => undefined); }',
  'callbacks of arrays':
    'export async function f() { await Promise.all([1, 2].map(async (x) => { if (x === 2) { RACE } })); }',
  'reduce over promises':
    'export async function f() { await [1, 2].reduce(async (p, x) => { await p; if (x === 2) { RACE } }, Promise.resolve()); }',
  'a recursive wait':
    'async function g(k: number): Promise<void> { if (k === 0) return; await io(); await g(k - 1); }\nexport async function f() { await g(2); RACE }',
  'a retry loop':
    'export async function f() { for (let i = 0; i < 3; i++) { try { await io(); break; } catch { if (i === 2) throw new Error(); } } RACE }',
  'await in arguments':
    'const g = (a: number, b: number) => a + b;\nexport async function f() { if (g(await Promise.resolve(1), 2) === 3) { RACE } }',
  'a number of workers':
    'export async function f(workers: number) { await Promise.all(Array.from({ length: workers }, async () => { RACE })); }',
  streams:
    "import { Readable } from 'node:stream';\nexport async function f(s: Readable) { for await (const chunk of s) void chunk; RACE }",
  'Object.groupBy':
    "export async function f() { const g: any = Object.groupBy([1, 2, 3], (x) => (x % 2 ? 'odd' : 'even')); if (g.odd.length === 2) { RACE } }",
  'import.meta and dynamic imports':
    "export async function f() { const m = await import('node:os'); void import.meta.url; RACE }",
};

describe.each([
  ['classes', classes],
  ['values', values],
  ['what waits', waiting],
])('%s', (_, programs) => {
  // A quarter of them in `npm run check`, all in CI.
  const tried = Object.entries(programs).filter((_program, index) => sampleScale >= 1 || index % 4 === 0);

  it.each(tried)('%s', (_name, text) => {
    expect(told(text, lost)).toEqual({ names: ['HD6002 n'], isWhole: expect.any(Boolean) });
    expect(told(text, kept)).toEqual({ names: [], isWhole: true });
  });
});
