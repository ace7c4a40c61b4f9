import { describe, expect, it } from 'vitest';
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
      'ok: no unit of Q is interleaved by P with pattern 1 (counter.eml; all executions; certified: lock-histories)\n',
    );
    expect(text).toContain('    assuming: conditions on data may go either way\n');
    expect(text).toContain('(counter.eml; up to depth 40; the search was exhaustive)\n');
    expect(text).toContain('unknown: it is not known whether an assertion can fail (counter.eml; the limit of 1,000');
    expect(text.endsWith('\n2 violated, 3 hold, 2 unknown (1 possible), 1 engine skipped\n')).toBe(true);
  });

  it('groups what holds when there is much of it', () => {
    const text = textOf(reportOf(...copies(1234, holdsWithCertificate('1')), ...copies(9, unknownFinding)));
    expect(text).toContain('ok: 1,234 atomicity questions (counter.eml; all executions; certified: lock-histories)\n');
    expect(text).toContain('unknown: 9 assertion questions (counter.eml; the limit of 1,000 states was reached)\n');
    expect(text.split('\n').length).toBeLessThan(10);
  });

  it('shows the first violations in full when there are many', () => {
    const text = textOf(reportOf(...copies(30, lostUpdate)));
    expect(text.match(/^reproduce:/gm)).toHaveLength(25);
    expect(text.match(/^error\[HD0010\]/gm)).toHaveLength(30);
    expect(text).toContain('the first 25 violations in full');
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

  it('lets no control character of the input reach the terminal', () => {
    const hostile = { ...lostUpdate, message: 'name \u001b[2J', because: ['\u0007'], help: '\u009b' };
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
    expect(textOf(reportOf(hostile))).not.toMatch(/[\u0007\u001b\u009b]/);
  });
});
