// The pages of HD6001 to HD6010: what they call bad is reported under their code, what they call good is not.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Analysed, analyse } from '../src/engines/async/testing/analyse.js';
import { repository } from './heddle.js';

/** What the pages leave out: `around` stands before both, `before` before what is good. */
const left: Readonly<Record<string, { readonly around: string; readonly before?: string; readonly within?: string }>> =
  {
    HD6001: { around: 'declare function migrate(): Promise<void>;' },
    HD6002: {
      around:
        'interface Store { get(k: string): Promise<number>; set(k: string, n: number): Promise<void> }\ndeclare const store: Store;',
    },
    HD6003: {
      around:
        "const view = { page: '', body: '' };\nlet visit = 0;\ndeclare function render(page: string): Promise<string>;",
    },
    HD6004: {
      around: `interface Subscription { end(): Promise<void> }
declare function connect(topic: string): Promise<Subscription>;
const subscriptions = new Set<Subscription>();
let closed = false;
export async function close() { closed = true; for (const each of subscriptions) await each.end(); subscriptions.clear(); }`,
    },
    HD6005: { around: '' },
    HD6006: {
      around: `declare function run(job: string): Promise<void>;
const jobs: string[] = [];
export function submit(job: string) { jobs.push(job); }
export function cancel(i: number) { jobs.splice(i, 1); }`,
      within: 'drain',
    },
    HD6007: {
      around: 'declare function log(text: string): Promise<void>;',
      before: 'let paid = 0;\nlet orders = 0;\nexport function pay() { paid += 10; orders += 1; }',
    },
    HD6008: {
      around: "import { Mutex } from 'async-mutex';\ndeclare function write(): Promise<void>;",
      before: 'const mutex = new Mutex();\nexport const save = () => mutex.runExclusive(write);',
    },
    HD6009: {
      around: 'declare function answer(request: Request): Promise<string>;\ndeclare function tick(): Promise<void>;',
      before: 'let active = 0;\nexport async function drained() { while (active > 0) await tick(); }',
    },
    HD6011: {
      around: `interface Store {
  has(id: string): Promise<boolean>; put(id: string, text: string): Promise<void>; putIfAbsent(id: string, text: string): Promise<boolean>;
}
declare const store: Store;
declare const mailer: { send(id: string): Promise<void> };`,
    },
    HD6010: {
      around: 'let sum = 0;\ndeclare const legacy: Legacy;\ndeclare function report(n: number): Promise<void>;',
    },
  };

function programOf(code: string, heading: 'Bad' | 'Good'): string {
  const page = readFileSync(`${repository}/docs/rules/${code}.md`, 'utf8');
  const block = new RegExp(`## ${heading}\\n[^]*?\`\`\`ts\\n([^]*?)\`\`\``).exec(page)![1]!;
  const { around, before = '', within } = left[code]!;
  const body = within
    ? `export async function ${within}() { ${block} }`
    : block.replace(/^(?=async function|function)/gm, 'export ');
  return [around, heading === 'Good' ? before : '', body].join('\n');
}

function shown({ names, gaps }: Analysed): string[] {
  return [...names.map((name) => name.slice(0, 6)), ...(gaps > 0 ? ['HD6010'] : [])];
}

describe('the pages of the rules', () => {
  it.each(Object.keys(left))('%s: bad is reported, good is not', (code) => {
    expect(shown(analyse([{ file: 'bad.ts', text: programOf(code, 'Bad') }]))).toContain(code);
    expect(shown(analyse([{ file: 'good.ts', text: programOf(code, 'Good') }]))).toEqual([]);
  });
});
