import { describe, expect, test } from 'vitest';
import { bytesSource } from '../../base/byte-source.js';
import { printDiagnostic } from '../../base/diagnostic.js';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { AccessFilter } from './access-filter.js';
import { ChosenEvents } from './chosen-events.js';
import { stdDecoder } from './std-decoder.js';
import { traceInChunks, traceOfText } from './testing/trace-of.js';
import { TraceNames } from './trace-event.js';
import { TraceMemory } from './trace-memory.js';
import type { TraceFormat, TraceModel } from './trace-model.js';
import type { TraceVisitor } from './trace-steps.js';
import { TraceStream } from './trace-stream.js';
import { TraceWalk, type WalkOptions } from './trace-walk.js';

/** All that a pass tells: calls, lines, locations of the events asked about, diagnostics, numbers. */
function passOver(model: TraceModel, options: WalkOptions): string[] {
  const walk = new TraceWalk(model, options);
  const asked = new Set(options.located);
  const told: string[] = [];
  const tell =
    (name: string) =>
    (...numbers: number[]) => {
      const event = numbers.at(-1)!;
      told.push(`${name} ${numbers} on ${walk.line}${asked.has(event) ? ` at ${walk.location}` : ''}`);
    };
  const names = ['read', 'write', 'acquire', 'release', 'fork', 'join', 'volatileRead', 'volatileWrite', 'allocate'];
  const visitor = Object.fromEntries([...names, 'other'].map((name) => [name, tell(name)]));
  for (const signal of walk.run(visitor as unknown as TraceVisitor))
    if (signal.kind === 'diagnostic') told.push(printDiagnostic(signal.diagnostic));
  const { threads, variables, syncs } = walk.names;
  const texts = [threads, variables, syncs].map((table) =>
    Array.from({ length: table.size }, (_, id) => table.text(id)),
  );
  const whole = options.lenient && options.lastEvent === undefined;
  return [...told, `${walk.events} events, ${walk.problems} problems`, ...(whole ? [JSON.stringify(texts)] : [])];
}

const pieces: Readonly<Record<TraceFormat, readonly string[]>> = {
  std: [
    'T1|w(x)|1',
    'T2|r(x)|Foo.java:7',
    'T1|acq(m)|',
    'T1|rel(m)|3',
    'T3|begin|9',
    'T1|vw(v)|é',
    'T|r(longer name)|~',
  ],
  csv: ['w(x),', ',r(x)', 'acq(m),', 'rel(m),', ',new(x)', ',vr(m)'],
  rr: [
    '@ Wr(1,x) a b.java:3',
    '@ Rd(2,x)',
    '@ Enter(1,f(a, b)) c',
    'chatter',
    '@ Acquire(2,m) here',
    '@ Release(2,m) z',
  ],
};
const odd = [
  '',
  '|',
  'T1|w(x)',
  'T1|w()|2',
  'T1||3',
  '|w(x)|1',
  '(',
  'T1|w(x)|1|2',
  'T1|w(\0)|1',
  'T1|begin()|',
  'T1|w(x)y|1',
];

function randomText(rng: Rng, format: TraceFormat): string {
  const lines = Array.from({ length: rng.below(30) }, () => rng.pick(rng.chance(0.1) ? odd : pieces[format]));
  return (
    lines.map((line) => line + rng.pick(['\n', '\n', '\n', '\r\n', '\r'])).join('') + (rng.chance(0.2) ? lines[0] : '')
  );
}

const cases = 2000 * sampleScale;

describe('a trace that was decoded before', () => {
  test(`tells the same as one that is decoded again, on ${cases} random texts`, () => {
    let remembered = 0;
    for (let seed = 1; seed <= cases; seed++) {
      const rng = new Rng(seed);
      const format = rng.pick(['std', 'csv', 'rr'] as const);
      const text = randomText(rng, format);
      const model = traceInChunks(text, rng.between(1, 40), format);
      const located = Array.from({ length: 4 }, () => rng.between(1, 20));
      const options = { lenient: rng.chance(0.8), located };
      const fresh = () => passOver(traceInChunks(text, 1000, format), options);
      expect(passOver(model, options), `seed ${seed}, first`).toEqual(fresh());
      if (model.memory.of(format, Number.POSITIVE_INFINITY)) remembered++;
      expect(passOver(model, options), `seed ${seed}, second`).toEqual(fresh());
      expect(passOver(model, { ...options, lastEvent: 5 }), `seed ${seed}`).toEqual(
        passOver(traceInChunks(text, 7, format), { ...options, lastEvent: 5 }),
      );
    }
    expect(remembered).toBeGreaterThan(cases / 2);
  });

  test('is read once', () => {
    let opened = 0;
    const { file, format, reopenable, open, kind } = traceOfText('T1|w(x)|7\n');
    const count = () => {
      opened++;
      return open();
    };
    const model: TraceModel = { kind, file, format, reopenable, memory: new TraceMemory(), open: count };
    for (let pass = 0; pass < 3; pass++) passOver(model, {});
    expect(opened).toBe(1);
    passOver(model, { located: [1] });
    passOver(model, { located: [1] });
    expect(opened).toBe(2);
    const small: TraceModel = { ...model, memory: new TraceMemory(10) };
    for (let pass = 0; pass < 3; pass++) passOver(small, {});
    expect(opened).toBe(5);
  });

  test('is kept as far as a stopped pass has come', () => {
    let opened = 0;
    const text = 'T1|w(x)|1\nodd\nT2|r(y)|2\n'.repeat(4000);
    const { open, ...rest } = traceInChunks(text, 1000);
    const count = () => {
      opened++;
      return open();
    };
    const model: TraceModel = { ...rest, open: count };
    const walk = new TraceWalk(model, { lenient: 'silent' });
    const nothing = () => undefined;
    const names = ['read', 'write', 'acquire', 'release', 'fork', 'join', 'other'];
    const run = walk.run(Object.fromEntries(names.map((name) => [name, nothing])) as unknown as TraceVisitor);
    for (let i = 0; i < 10; i++) run.next();
    expect(run.next({ scope: 'run', message: 'stop' })).toMatchObject({ done: true, value: { kind: 'stopped' } });
    const { events } = walk;
    const lastEvent = events - 5;
    const fresh = passOver(traceInChunks(text, 900), { lenient: true, lastEvent });
    expect(passOver(model, { lenient: true, lastEvent })).toEqual(fresh);
    expect([opened, events < 8000]).toEqual([1, true]);
    const further = { lenient: true, lastEvent: events + 5 };
    expect(passOver(model, further)).toEqual(passOver(traceInChunks(text, 900), further));
    expect(opened).toBe(2);
  });

  test('does not know the names that a pass over it adds', () => {
    const model = traceOfText('T1|w(x)|7\n');
    passOver(model, {});
    new TraceWalk(model).names.variables.internText('y');
    expect(new TraceWalk(model).names.variables.findText('y')).toBe(-1);
  });
});

test(`plain lines are decoded as the careful way decodes them, on ${cases} random lines`, () => {
  const letters = ['T', '1', '|', '|', '(', ')', 'r', 'w', 'acq', 'begin', 'x', '{', '}', '~', '\t', 'é', ' '];
  const statesOf = (bytes: Uint8Array, plain: boolean) => {
    const names = new TraceNames();
    const { decode, decodePlain } = stdDecoder(names);
    const stream = new TraceStream(bytesSource([bytes]), plain ? { decode, decodePlain: decodePlain! } : { decode });
    const states: unknown[] = [];
    for (let state = stream.next(); state !== 'end'; state = stream.next()) {
      const { batch } = stream;
      for (let i = 0; i < batch.count; i++)
        states.push([
          batch.op[i],
          batch.thread[i],
          batch.target[i],
          batch.line[i],
          batch.location(i),
          batch.firstEvent,
        ]);
      states.push(state);
    }
    return states;
  };
  let events = 0;
  for (let seed = 1; seed <= cases; seed++) {
    const rng = new Rng(seed);
    const odds = rng.next() / 3;
    const line = () => {
      const plain = [...rng.pick([...pieces.std, ...odd])];
      for (let i = 0; i < plain.length; i++) if (rng.chance(odds)) plain[i] = rng.pick(letters);
      return plain.join('') + rng.pick(['\n', '\r\n', '\r']);
    };
    const bytes = new TextEncoder().encode(line() + line() + line());
    const states = statesOf(bytes, true);
    if (JSON.stringify(states) !== JSON.stringify(statesOf(bytes, false))) expect.fail(`seed ${seed}`);
    events += states.filter(Array.isArray).length;
  }
  expect(events).toBeGreaterThan(cases / 2);
});

test('chosen events and watched variables are found in order', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const rng = new Rng(seed);
    const events = Array.from({ length: rng.below(8) }, () => rng.between(-1, 20));
    const variables = Array.from({ length: rng.below(3) }, () => rng.between(-1, 5));
    const chosen = new ChosenEvents([...events, Number.NaN]);
    const filter = new AccessFilter(variables, events);
    for (let event = 1; event <= 25; event += rng.below(3)) {
      expect(chosen.has(event)).toBe(events.includes(event));
      const variable = rng.below(8);
      expect(filter.passes(variable, event)).toBe(events.includes(event) || variables.includes(variable));
    }
  }
});
