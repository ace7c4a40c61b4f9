import { describe, expect, test } from 'vitest';
import { type ByteSource, bytesSource } from '../../base/byte-source.js';
import { printDiagnostic } from '../../base/diagnostic.js';
import { Rng } from '../../base/rng.js';
import { printStd } from './testing/std-printer.js';
import { randomShape, randomTrace } from './testing/trace-generator.js';
import { traceInChunks, traceOfText, walkAll } from './testing/trace-of.js';
import { Op, opNames } from './trace-event.js';
import { rememberingModel, type TraceFormat, type TraceModel, traceModel } from './trace-model.js';
import type { TraceVisitor } from './trace-steps.js';
import { TraceWalk, type WalkOptions } from './trace-walk.js';

/** What a visitor is told, as text. */
function told(model: TraceModel, options: WalkOptions = {}): { lines: string[]; problems: string[] } {
  const walk = new TraceWalk(model, options);
  const lines: string[] = [];
  const tell = (op: number) => (thread: number, target: number, event: number) => {
    const { threads } = walk.names;
    lines.push(`${event} ${threads.text(thread)} ${opNames[op]} ${walk.names.targetText(op, target)} ${walk.location}`);
  };
  const visitor: TraceVisitor = {
    read: tell(Op.read),
    write: tell(Op.write),
    acquire: tell(Op.acquire),
    release: tell(Op.release),
    fork: tell(Op.fork),
    join: tell(Op.join),
    volatileRead: tell(Op.volatileRead),
    volatileWrite: tell(Op.volatileWrite),
    allocate: tell(Op.allocate),
    other: (thread, event) => lines.push(`${event} ${walk.names.threads.text(thread)} -`),
  };
  const problems: string[] = [];
  for (const signal of walk.run(visitor))
    if (signal.kind === 'diagnostic') problems.push(printDiagnostic(signal.diagnostic));
  return { lines, problems };
}

function toldText(text: string, format: TraceFormat = 'std', options: WalkOptions = {}) {
  return told(traceOfText(text, format), options);
}

describe('STD', () => {
  test('one event per line, with its location', () => {
    const { lines } = toldText('T1|acq(l)|12\nT1|w(V2.f[0])|Foo.java:7\nT1|rel(l)|\nT1|fork(T2)|1\nT2|begin|3\n');
    expect(lines).toEqual([
      '1 T1 acq l 12',
      '2 T1 w V2.f[0] Foo.java:7',
      '3 T1 rel l line 3',
      '4 T1 fork T2 1',
      '5 T2 -',
    ]);
  });

  test('CRLF, CR, a byte order mark, blank lines and a missing last line end change nothing', () => {
    const expected = toldText('T1|r(x)|1\nT2|r(y)|2\n').lines;
    for (const text of ['\uFEFFT1|r(x)|1\r\nT2|r(y)|2', 'T1|r(x)|1\rT2|r(y)|2\r', '\nT1|r(x)|1\n\n\r\nT2|r(y)|2\n\n'])
      expect(toldText(text).lines).toEqual(expected);
  });

  test('chunks may cut lines and characters anywhere', () => {
    const text = '\uFEFFT1|w(größe)|ä\r\nT2|r(größe)|ö\rT1|acq(l)|3\r\n\r\nT1|bad|\r\n';
    const whole = told(traceOfText(text), { lenient: true });
    for (let size = 1; size < 20; size++) expect(told(traceInChunks(text, size), { lenient: true })).toEqual(whole);
    expect(whole.lines).toHaveLength(3);
    expect(whole.problems[0]).toContain('trace.std:5:4: warning[HD2010]');
  });

  test('more events than a batch holds keep their numbers', () => {
    const text = Array.from({ length: 10_000 }, (_, i) => `T1|r(x)|${i + 1}\n`).join('');
    const { lines } = toldText(text);
    expect(lines).toHaveLength(10_000);
    expect(lines[9_999]).toBe('10000 T1 r x 10000');
  });

  const malformed: readonly (readonly [string, string])[] = [
    ['T1|r(x)', 'line without exactly three fields'],
    ['T1|r(x)|1|2', 'line without exactly three fields'],
    ['|r(x)|1', 'event without a thread'],
    ['T1|read(x)|1', 'unknown operation'],
    ['T1|r|1', 'operation without an argument'],
    ['T1|r(x|1', 'operation without an argument'],
    ['T1|r()|1', 'empty argument'],
    ['T1|r(a\0b)|1', 'name that is not text'],
    ['hello', 'line without exactly three fields'],
  ];
  for (const [line, message] of malformed)
    test(`${JSON.stringify(line)} is malformed`, () => {
      const { lines, problems } = toldText(`T1|r(x)|1\n${line}\nT1|r(x)|2\n`);
      expect(lines).toHaveLength(1);
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(/^trace\.std:2:\d+: error\[HD2010\]/);
      expect(problems[0]).toContain(message);
      expect(problems[0]).toContain('help: expected');
      expect(toldText(`T1|r(x)|1\n${line}\nT1|r(x)|2\n`, 'std', { lenient: true }).lines).toHaveLength(2);
    });

  test('invalid UTF-8 is malformed', () => {
    const bytes = Uint8Array.of(84, 49, 124, 114, 40, 0xff, 41, 124, 49, 10);
    const model = traceModel('t.std', 'std', () => bytesSource([bytes]));
    expect(told(model).problems[0]).toContain('not text');
  });

  test('printing the events of a trace gives it back', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const rng = new Rng(seed);
      const events = randomTrace(rng, { ...randomShape(rng, true) });
      const { lines, problems } = toldText(printStd(events));
      expect(problems).toEqual([]);
      expect(lines.length).toBeGreaterThanOrEqual(events.length);
    }
  });
});

describe('CSV', () => {
  test('a column per thread', () => {
    const { lines } = toldText('w(x),,\nstart(T1),,\n,r(x),\n,,acq(l)\n', 'csv');
    expect(lines).toEqual(['1 T0 w x line 1', '2 T0 fork T1 line 2', '3 T1 r x line 3', '4 T2 acq l line 4']);
  });

  test('a first row may name the columns', () => {
    expect(toldText('main,worker\n,w(x)\n', 'csv').lines).toEqual(['1 worker w x line 2']);
  });

  test('rows with two events or none are malformed', () => {
    expect(toldText('w(x),r(x)\n', 'csv').problems[0]).toContain('more than one filled cell');
    expect(toldText('w(x),\n,,\n', 'csv').problems[0]).toContain('row without an event');
  });
});

describe('RoadRunner logs', () => {
  test('events among chatter', () => {
    const text = [
      '[main: RoadRunner Agent Loaded.]',
      '@  main[tid = 0] started .',
      '@  Enter(0,test/Test.main([Ljava/lang/String;)V) from null',
      '@   Start(0,1)',
      '@    Wr(1,@01.x_I)  Final  Test.java:50:7',
      '@    ARd(0,@02[3])  Test.java:51:7',
      '@    Acquire(1,@03)',
    ].join('\n');
    expect(toldText(text, 'rr').lines).toEqual([
      '1 0 -',
      '2 0 fork 1 line 4',
      '3 1 w @01.x_I Test.java:50:7',
      '4 0 r @02[3] Test.java:51:7',
      '5 1 acq @03 line 7',
    ]);
  });

  test('an unknown operation is an error, not chatter', () => {
    expect(toldText('@ Frobnicate(0,@01)\n', 'rr').problems[0]).toContain('unknown operation');
    expect(toldText('@ Rd(0)\n', 'rr').problems[0]).toContain('without a thread and a target');
  });
});

describe('meaning', () => {
  test('only the outermost acquire and release count', () => {
    const text = 'T1|acq(l)|1\nT1|acq(l)|2\nT1|rel(l)|3\nT1|rel(l)|4\n';
    expect(toldText(text).lines).toEqual(['1 T1 acq l 1', '2 T1 -', '3 T1 -', '4 T1 rel l 4']);
  });

  test('wait gives the lock up and takes it back, to its depth, before the next event', () => {
    const wait = 'T1|acq(l)|1\nT1|acq(l)|2\nT1|wait(l)|3\nT2|acq(l)|4\nT2|notify(l)|5\nT2|rel(l)|6\n';
    const { lines, problems } = toldText(`${wait}T1|r(x)|7\nT1|rel(l)|8\nT1|rel(l)|9\n`);
    expect(problems).toEqual([]);
    expect(lines.slice(2)).toEqual([
      '3 T1 rel l 3',
      '4 T2 acq l 4',
      '5 T2 -',
      '6 T2 rel l 6',
      '7 T1 acq l 7',
      '7 T1 r x 7',
      '8 T1 -',
      '9 T1 rel l 9',
    ]);
  });

  test('an acquire right after wait is the return from it', () => {
    const { lines } = toldText('T1|acq(l)|1\nT1|wait(l)|2\nT1|acq(l)|3\nT1|rel(l)|4\n');
    expect(lines).toEqual(['1 T1 acq l 1', '2 T1 rel l 2', '3 T1 acq l 3', '4 T1 rel l 4']);
  });
});

describe('impossible events', () => {
  const impossible: readonly (readonly [name: string, text: string, message: string])[] = [
    ['release of a lock not held', 'T1|rel(l)|1\n', 'T1 does not hold l'],
    ['release of a lock that another thread holds', 'T2|acq(l)|1\nT1|rel(l)|2\n', 'T1 does not hold l'],
    ['wait on a lock not held', 'T1|wait(l)|1\n', 'T1 does not hold l'],
    ['acquire of a lock another thread holds', 'T1|acq(l)|1\nT2|acq(l)|2\n', 'T1 holds l'],
    ['return from wait into a held lock', 'T1|acq(l)|1\nT1|wait(l)|2\nT2|acq(l)|3\nT1|r(x)|4\n', 'T2 holds l'],
    ['event after join', 'T1|join(T2)|1\nT2|r(x)|2\n', 'T2 was joined before'],
    ['fork of a thread that ran', 'T2|r(x)|1\nT1|fork(T2)|2\n', 'T2 was started before'],
    ['second fork', 'T1|fork(T2)|1\nT1|fork(T2)|2\n', 'T2 was started before'],
    ['fork of itself', 'T1|fork(T1)|1\n', 'T1 was started before'],
    ['join of itself', 'T1|join(T1)|1\n', 'T1 waits for itself'],
  ];
  for (const [name, text, message] of impossible)
    test(name, () => {
      const { problems } = toldText(`${text}T9|r(x)|1\n`);
      expect(problems).toHaveLength(1);
      expect(problems[0]).toContain('error[HD2011]');
      expect(problems[0]).toContain(message);
      const lenient = toldText(`${text}T9|r(x)|1\n`, 'std', { lenient: true });
      expect(lenient.problems[0]).toContain('warning[HD2011]');
      expect(lenient.lines.at(-1)).toContain('T9 r x');
    });

  test('not so: threads without fork, a second join, a join of a silent thread, locks held at the end', () => {
    const text = 'T1|acq(l)|1\nT2|r(x)|2\nT1|join(T2)|3\nT1|join(T2)|4\nT3|join(T2)|5\nT1|join(T8)|6\n';
    expect(toldText(text).problems).toEqual([]);
  });

  test('lenient warnings are limited, then counted', () => {
    const { problems } = toldText('T1|rel(l)|1\n'.repeat(30), 'std', { lenient: true });
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toContain('10 more');
  });
});

describe('sources', () => {
  const none: TraceVisitor = {
    read() {},
    write() {},
    acquire() {},
    release() {},
    fork() {},
    join() {},
    volatileRead() {},
    volatileWrite() {},
    allocate() {},
    other() {},
  };

  test('a pending source is awaited', () => {
    const answers = [
      'pending',
      new TextEncoder().encode('T1|r(x)|1\nT1|r('),
      'pending',
      new TextEncoder().encode('x)|2\n'),
      'end',
    ] as const;
    let next = 0;
    const source: ByteSource = { take: () => answers[next++] ?? 'end', ready: () => Promise.resolve() };
    const walk = new TraceWalk(traceModel('t.std', 'std', () => source));
    const kinds = [...walk.run(none)].map((signal) => signal.kind);
    expect(kinds).toEqual(['await-input', 'progress', 'await-input', 'progress']);
    expect(walk.events).toBe(2);
  });

  test('a stop ends the pass', () => {
    const walk = new TraceWalk(traceOfText('T1|r(x)|1\n'.repeat(10_000)));
    const run = walk.run(none);
    run.next();
    const stop = { scope: 'run', message: 'enough' } as const;
    expect(run.next(stop)).toEqual({ done: true, value: { kind: 'stopped', stop } });
  });

  test('standard input is remembered, up to a limit', () => {
    const open = (limit: number) => {
      const { open } = traceInChunks('T1|r(x)|1\nT1|r(x)|2\n', 4);
      let opened = 0;
      const model = rememberingModel('-', 'std', () => (opened++ === 0 ? open() : fail()), limit);
      expect(model.reopenable).toBe(true);
      walkAll(model, none);
      return model;
    };
    const fail = (): never => {
      throw new Error('opened twice');
    };
    const remembered = open(100);
    expect(remembered.reopenable).toBe(true);
    expect(walkAll(remembered, none).walk.events).toBe(2);
    expect(open(10).reopenable).toBe(false);
  });
});
