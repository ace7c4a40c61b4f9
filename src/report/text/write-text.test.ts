import { describe, expect, it } from 'vitest';
import { SourceText } from '../../base/source-text.js';
import type { Finding } from '../../verdict/verdict.js';
import { plainReport, type Report, type ReportOptions } from '../report.js';
import {
  everyKind,
  holdsWithCertificate,
  joined,
  lostUpdate,
  possibleViolation,
  reportOf,
  roundRobin,
  traceRace,
  unknownFinding,
} from '../testing/fixtures.js';
import { writeText } from './write-text.js';

function textOf(report: Report, options: Partial<ReportOptions> = {}): string {
  return joined(writeText(report, { ...plainReport, ...options }));
}

function copies(count: number, finding: Finding): Finding[] {
  return Array.from({ length: count }, () => finding);
}

describe('text report', () => {
  it('offers to drive what can be driven on the real code, and only that', () => {
    const driven = (property: Finding['property']) =>
      /^on your code: (.*)$/m.exec(textOf(reportOf({ ...lostUpdate, property })))?.[1];
    const two = { kind: 'atomicity', methods: ['a()', 'b()'] } as const;
    expect(driven({ kind: 'interleaving', code: 'HD6002' })).toBe('heddle reproduce report.json --result 1');
    expect(driven({ ...two, java: 'lost-update' })).toBe('heddle reproduce report.json --result 1 --to java');
    expect(driven({ ...two, java: 'lock-leak' })).toBeUndefined();
    expect(driven(lostUpdate.property)).toBeUndefined();
  });

  it('shows a violation with places, reasons, interleaving and how to reproduce it', () => {
    expect(textOf({ ...reportOf(lostUpdate), skipped: [] })).toBe(
      `error[HD0010]: the unit of P can lose an update that Q makes to count
  --> counter.eml:6:13
   |
 6 |     let c = count;
   |             ^^^^^ P reads count
 7 |     count = c + 1;
   |     ----- and writes it here, from a value that is out of date
...
15 |       count = 10;
   |       ----- Q writes count in between
   |
confirmed: this interleaving was replayed step by step
why: P holds no lock between its read and its write
why: the lock l that Q holds protects nothing in P

  step  line  P#1                            Q#1
     2     6  read count, c = 0
              └ first access of the pattern
     3    14                                 acquire l
     4    15                                 write count = 10
                                             └ comes between
     5    14                                 release l
     6     7  write count = 1
              └ overwrites the update
  at the end: count = 1

help: take l around the body of increment
reproduce: heddle check counter.eml run.std --report json=report.json; heddle replay report.json --result 1

1 violated, 0 hold, 0 unknown
`,
    );
  });

  it('shows places without source at hand by their captions', () => {
    const text = textOf(reportOf(traceRace));
    expect(text).toContain(' --> run.std:9:1\n');
    expect(text).toContain('3 | T1 wrote it, holding m\n9 | T0 reads balance, holding nothing\n');
  });

  it('says possible, and why, where no concrete run was found', () => {
    const text = textOf(reportOf(possibleViolation));
    expect(text).toContain('warning[HD0010]: possible: the unit of P');
    expect(text).toContain('\npossible: it replays with the data abstracted');
    expect(text).toContain('\nassuming: conditions on data may go either way\n');
    expect(text).not.toContain('confirmed:');
  });

  it('tells the scope, certificate and assumptions of what holds, and why something is unknown', () => {
    const text = textOf(everyKind);
    expect(text).toContain(
      'ok: no unit of Q is interleaved by P with pattern 1 (counter.eml; all executions; certified) [1]\n',
    );
    expect(text).toContain('    [1] assuming: conditions on data may go either way\n');
    expect(text).toContain('not certified): no interleaving deadlocks (counter.eml; up to 40 steps)\n');
    expect(text).toContain('unknown: it is not known whether an assertion can fail (counter.eml; the limit of 1,000');
    expect(text.endsWith('\n2 violated, 3 hold, 2 unknown (1 possible), 1 engine skipped\n')).toBe(true);
  });

  it('groups what holds when there is much of it', () => {
    const text = textOf(reportOf(...copies(1234, holdsWithCertificate('1')), ...copies(9, unknownFinding)));
    expect(text).toContain('ok: 1,234 atomicity questions (counter.eml; all executions; certified) [1]\n');
    expect(text).toContain('unknown: 9 assertion questions (counter.eml; the limit of 1,000 states was reached)\n');
    expect(text.split('\n').length).toBeLessThan(10);
  });

  it('lists violations by rule when they are many, and tells the gravest in full', () => {
    const warning = { ...traceRace, rule: 'HD0011' as const, severity: 'warning' as const };
    const report = reportOf(warning, ...copies(7, lostUpdate));
    const entries = [...report.entries].map((entry) =>
      entry.finding === warning ? { ...entry, severity: 'warning' as const } : entry,
    );
    const text = textOf({ ...report, entries });
    expect(text.match(/^reproduce:/gm)).toHaveLength(1);
    expect(text).toMatch(/^error\[HD0010\] .*: 7 findings\n {2}counter.eml:6:13 {2}the unit of P can lose/);
    expect(text).toMatch(/\nwarning\[HD0011\] .*: 1 finding\n {2}run.std:9:1/);
    expect(text).toContain('the first in full (--full for all 8):\n\nerror[HD0010]');
    expect(textOf({ ...report, entries }, { full: true }).match(/^reproduce:/gm)).toHaveLength(8);
  });

  it('counts violations by rule when they would fill more than a screen', () => {
    const text = textOf(reportOf(...copies(300, lostUpdate)));
    expect(text).toMatch(/^findings {2}rule {4}what +for example\n {5}300 {2}HD0010/);
    expect(text.split('\n').length).toBeLessThan(45);
  });

  it('gives what holds one line each of at most 120 columns, and counts it when it is much', () => {
    const long = { ...holdsWithCertificate('1'), message: `no ${'very '.repeat(40)}bad thing` };
    for (const width of [60, 100, 300]) {
      const lines = textOf(reportOf(long, holdsWithCertificate('2')), { width }).split('\n');
      const ok = lines.filter((line) => line.startsWith('ok:'));
      expect(ok).toHaveLength(2);
      expect(Math.max(...ok.map((line) => line.length))).toBeLessThanOrEqual(width < 100 ? width : 120);
    }
    const answers = Array.from({ length: 20 }, (_, i) => ({
      file: `m${i}.eml`,
      finding: holdsWithCertificate('1'),
    }));
    expect(textOf({ ...reportOf(), entries: answers })).toContain(
      'ok: 20 answers about 20 files hold (--stats lists them) [1]\n',
    );
  });

  it('is brief when quiet', () => {
    expect(
      textOf(everyKind, { quiet: true }),
    ).toBe(`error[HD0010]: the unit of P can lose an update that Q makes to count
 --> counter.eml:6:13

error[HD0010]: two accesses of balance are unordered
 --> run.std:9:1

warning[HD0010]: possible: the unit of P can lose an update that Q makes to count
 --> counter.eml:6:13

unknown: it is not known whether an assertion can fail (counter.eml; the limit of 1,000 states was reached)

2 violated, 3 hold, 2 unknown (1 possible), 1 engine skipped
`);
  });

  it('shows statistics on request', () => {
    expect(textOf(everyKind, { stats: true })).toContain('statistics: milliseconds 3, tuples 12\n');
    expect(textOf(everyKind)).not.toContain('statistics');
  });

  it('folds the middle of a long interleaving and keeps its lines short', () => {
    const text = textOf(reportOf(roundRobin(3, 200)));
    expect(text).toContain('160 steps left out: 80 of T#1, 80 of T#2');
    const table = text.split('\n').filter((line) => /^ +(\d+|…) /.test(line));
    expect(Math.max(...table.map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it('names the thread in a column of its own when there are many', () => {
    const text = textOf(reportOf(roundRobin(9, 40)));
    expect(text).toContain('  step  line  thread\n');
    expect(text).toMatch(/^ {4}12 +7 {2}T#3 {5}write count = 3$/m);
  });

  it('differs in nothing but colour when coloured', () => {
    const coloured = textOf(everyKind, { colour: true });
    expect(coloured).toContain('\u001b[');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(textOf(everyKind));
  });

  it('shows control characters of the input instead of sending them', () => {
    const bad = 'x\u001b[2J\u0007\u009b\u202e';
    const place = { file: bad, line: 1, column: 2, length: 3 };
    const source = new SourceText(bad, `a${bad}b`);
    const { verdict } = lostUpdate;
    if (verdict.kind !== 'violated') throw new Error('it is violated');
    const step = { thread: bad, action: bad, target: bad, change: bad, note: bad, place };
    const hostile: Finding = {
      ...lostUpdate,
      message: bad,
      because: [bad],
      help: bad,
      places: [{ place, caption: bad }],
      statistics: { [bad]: bad },
      verdict: {
        ...verdict,
        scope: { kind: 'all-executions', assumptions: [{ text: bad }] },
        witness: { ...verdict.witness, steps: [step, { ...step, thread: 'Q' }], startValues: [[bad, bad]] },
      },
    };
    const holds: Finding = { ...holdsWithCertificate('1'), message: bad, because: [bad] };
    const report: Report = {
      ...reportOf(hostile, holds, { ...unknownFinding, message: bad, verdict: { kind: 'unknown', because: bad } }),
      command: bad,
      sources: { find: () => source },
      skipped: [{ file: bad, engine: bad, because: bad }],
    };
    const entries = [...report.entries].map((entry) => ({ ...entry, file: bad }));
    const many = { ...report, entries: [...entries, ...Array.from({ length: 9 }, () => entries[0]!)] };
    const accepted = entries.map((entry) => ({ ...entry, accepted: { by: 'comment' as const, reason: bad } }));
    for (const shown of [{ ...report, entries }, many, { ...report, entries: accepted }])
      for (const options of [{}, { quiet: true }, { stats: true, full: true }]) {
        const text = textOf(shown, options);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
        expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
        expect(text).toContain('x\\x1b[2J\\x07\\x9b\\u{202e}');
      }
  });
});
