// Where a JDK is at hand: what the examples say is true on a real JVM. In orders of steps that are forced on the threads,
// each class with a bug goes wrong or gets stuck, and its correct twin does neither.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { nodePlatform } from '../../cli/platform.js';
import { loadJavaParser } from './syntax/parse-java.js';
import { driverText, type ForcedCase, mainText, mapText, orderText, withStops } from './testing/forced-orders.js';

interface Pair {
  readonly bug: string;
  readonly fixed: string;
  readonly type: string;
  readonly make: string;
  readonly calls: readonly string[];
  readonly fixedCalls?: readonly string[];
  readonly wrong?: string;
  readonly goesWrong: 'wrong' | 'stuck';
}

const breadth = (name: string) => ({ bug: `breadth/${name}-bug`, fixed: `breadth/${name}-fixed` });
const more = (number: number) => ({
  bug: `more/n${String(number).padStart(2, '0')}`,
  fixed: `more/n${String(number + 1).padStart(2, '0')}`,
});

const allPairs: readonly Pair[] = [
  {
    ...breadth('confined'),
    type: 'Renderer',
    make: 'new Renderer()',
    calls: ['o.render("a").get()', 'o.render("b").get()'],
    wrong: '!r[0].equals("<h1>a</h1>") || !r[1].equals("<h1>b</h1>")',
    goesWrong: 'wrong',
  },
  {
    ...breadth('cycle'),
    type: 'Object[]',
    make: 'Shop.open()',
    calls: ['{ ((Cart) o[0]).add(); return 0; }', '((Audit) o[1]).snapshot()'],
    goesWrong: 'stuck',
  },
  {
    ...breadth('escape'),
    type: 'Source',
    make: 'new Source()',
    calls: ['{ new Listener(o); return 0; }', '{ o.publish("x"); return 0; }'],
    fixedCalls: ['{ Listener.listenTo(o); return 0; }', '{ o.publish("x"); return 0; }'],
    wrong: 'r[1].contains("NullPointer")',
    goesWrong: 'wrong',
  },
  {
    ...breadth('hand-off'),
    type: 'Batch',
    make: 'new Batch()',
    calls: [
      '{ StringBuilder b = new StringBuilder(); o.flush(b); o.flush(b); return b; }',
      '{ o.add("x"); StringBuilder b = new StringBuilder(); o.flush(b); return b; }',
    ],
    wrong: '!(r[0] + r[1]).equals("x")',
    goesWrong: 'wrong',
  },
  {
    ...breadth('injected'),
    type: 'Orders',
    make: 'new Orders(new Inventory())',
    calls: ['o.order(3)', 'o.order(3)'],
    wrong: 'r[0].equals("true") && r[1].equals("true")',
    goesWrong: 'wrong',
  },
  {
    ...breadth('leak'),
    type: 'Meter',
    make: 'new Meter()',
    calls: ['{ o.record("?"); return 0; }', 'o.mean()'],
    goesWrong: 'stuck',
  },
  {
    ...breadth('notify'),
    type: 'Slot',
    make: 'new Slot()',
    calls: [
      '{ o.put(1); return 0; }',
      '{ o.put(2); return 0; }',
      '{ o.put(3); return 0; }',
      'o.take()',
      'o.take()',
      'o.take()',
    ],
    goesWrong: 'stuck',
  },
  {
    ...breadth('parameter-lock'),
    type: 'Ledger',
    make: 'new Ledger()',
    calls: ['{ o.post(new Entry(1)); return 0; }', '{ o.post(new Entry(2)); return 0; }'],
    wrong: 'o.total() != 3',
    goesWrong: 'wrong',
  },
  {
    ...breadth('read-lock'),
    type: 'Scores',
    make: 'new Scores()',
    calls: ['o.best("a")', 'o.best("b")'],
    wrong: 'r[0].startsWith("throws") || r[1].startsWith("throws")',
    goesWrong: 'wrong',
  },
  {
    ...breadth('retry'),
    type: 'Seats',
    make: 'new Seats()',
    calls: ['o.book(60)', 'o.book(60)'],
    wrong: 'r[0].equals("true") && r[1].equals("true")',
    goesWrong: 'wrong',
  },
  {
    ...breadth('steps'),
    type: 'Totals',
    make: 'new Totals()',
    calls: ['{ o.move(2); return 0; }', 'o.sum()'],
    wrong: '!r[1].equals("100")',
    goesWrong: 'wrong',
  },
  {
    ...breadth('stripes'),
    type: 'Stripes',
    make: '((java.util.function.Supplier<Stripes>) () -> { Stripes s = new Stripes(); s.add(1); return s; }).get()',
    calls: ['{ o.add(1); return 0; }', '{ o.clear(1); return 0; }'],
    wrong: 'o.total(1) > 1',
    goesWrong: 'wrong',
  },
  { ...breadth('upgrade'), type: 'Lazy', make: 'new Lazy()', calls: ['o.get()'], goesWrong: 'stuck' },
  {
    ...breadth('wait-if'),
    type: 'Mailbox',
    make: 'new Mailbox()',
    calls: ['o.take()', 'o.take()', '{ o.post("a"); return 0; }', '{ o.post("b"); return 0; }'],
    wrong: 'r[0].startsWith("throws") || r[1].startsWith("throws")',
    goesWrong: 'wrong',
  },
  // Published before it is filled.
  {
    ...more(45),
    type: 'Catalog',
    make: 'new Catalog()',
    calls: ['o.prices().size()', 'o.prices().size()'],
    wrong: '!r[0].equals("2") || !r[1].equals("2")',
    goesWrong: 'wrong',
  },
  // A task waits for a task of its own pool.
  {
    ...more(5),
    type: 'Renderer',
    make: 'new Renderer()',
    calls: ['o.render("a").get()', 'o.render("b").get()'],
    goesWrong: 'stuck',
  },
  // A latch that is not counted down when reading fails.
  {
    ...more(11),
    type: 'Loader',
    make: 'new Loader()',
    calls: ['{ o.loadAll(List.of(() -> { throw new Exception(); })); return 0; }'],
    goesWrong: 'stuck',
  },
  // The result of a task, awaited under the lock that the task needs.
  {
    ...more(23),
    type: 'Totals',
    make: 'new Totals()',
    calls: ['o.addAll(new int[] {1, 2})'],
    goesWrong: 'stuck',
  },
];

/** A third of them in `npm run check`; all in CI. */
const pairs = allPairs.filter((_, i) => sampleScale >= 1 || i % 3 === 0);

const root = new URL('../../../examples/java/', import.meta.url);
const hasJdk = spawnSync('javac', ['-version']).status === 0;
const quickly = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
/** What the cart, the stock and the audit of one shop are to each other. */
const shop =
  'class Shop { static Object[] open() { Audit a = new Audit(); Cart c = new Cart(new Stock(a)); a.watch(c); return new Object[] {c, a}; } }';

async function writeCases(folder: string): Promise<string[]> {
  const bytes = (name: string) => nodePlatform.packageBytes!(name);
  const parse = await loadJavaParser(async () => ({
    engine: await bytes('web-tree-sitter.wasm'),
    grammar: await bytes('tree-sitter-java.wasm'),
  }));
  const written: string[] = [];
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
    written.push(join(folder, name));
  };
  for (const pair of pairs) {
    for (const path of [pair.bug, pair.fixed]) {
      const packageName = packageOf(path);
      const [file = ''] = readdirSync(new URL(`${path}/`, root));
      const text = readFileSync(new URL(`${path}/${file}`, root), 'utf8');
      write(`${packageName}/${file}`, withStops(parse, text, packageName));
      const calls = path === pair.fixed ? (pair.fixedCalls ?? pair.calls) : pair.calls;
      const forced: ForcedCase = { packageName, make: pair.make, calls, wrong: pair.wrong ?? 'false' };
      write(`${packageName}/Driver.java`, driverText(forced, pair.type));
      if (pair.make.startsWith('Shop')) write(`${packageName}/Opening.java`, `package ${packageName};\n${shop}`);
    }
  }
  write('forced/Order.java', orderText);
  write('forced/OneAtATime.java', mapText);
  const packages = pairs.flatMap(({ bug, fixed }) => [packageOf(bug), packageOf(fixed)]);
  write('Main.java', mainText(packages, Math.ceil(200 * sampleScale)));
  return written;
}

function packageOf(path: string): string {
  return path.replace(/\W/g, '_');
}

function run(command: string, args: readonly string[]): string {
  const done = spawnSync(command, args, { encoding: 'utf8' });
  expect(done.status, done.stderr).toBe(0);
  return done.stdout;
}

describe('forced orders on a real JVM', () => {
  it('say of every pair what its examples expect', async () => {
    if (!hasJdk) {
      process.stderr.write('no JDK: no orders were forced\n');
      return;
    }
    const folder = mkdtempSync(join(tmpdir(), 'heddle-forced-'));
    try {
      const files = await writeCases(folder);
      const flags = quickly.map((flag) => `-J${flag}`);
      run('javac', [...flags, '-nowarn', '-proc:none', '-d', join(folder, 'out'), ...files]);
      const said = run('java', [...quickly, '-cp', join(folder, 'out'), 'Main']);
      const outcomes = Object.fromEntries(
        said
          .trim()
          .split('\n')
          .map((line) => line.split(' ')),
      );
      const expected = pairs.flatMap(({ bug, fixed, goesWrong }) => [
        [packageOf(bug), goesWrong],
        [packageOf(fixed), 'right'],
      ]);
      expect(outcomes).toEqual(Object.fromEntries(expected));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
