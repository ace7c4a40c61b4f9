// Findings written by hand for the tests of all reporters: a lost update on EML source, a race on a trace, a `holds`
// with and without certificate, an `unknown`, and interleavings of any width and length.

import { type Place, SourceText } from '../../base/source-text.js';
import { ruleTable } from '../../pipeline/rules.js';
import { type Certificate, noCertificate } from '../../verdict/certificate.js';
import { allExecutions, recordedTrace } from '../../verdict/scope.js';
import type { Finding } from '../../verdict/verdict.js';
import type { OrderEdge, WitnessStep } from '../../verdict/witness.js';
import type { Report, ReportEntry } from '../report.js';

export const counter = new SourceText(
  'counter.eml',
  `var count : int = 0;
lock l;

process P {
  increment {
    let c = count;
    count = c + 1;
  }
  main { unit { increment(); } }
}

process Q {
  main {
    synchronized (l) {
      count = 10;
    }
  }
}
`,
);

/** Where `text` stands on a line of the source. */
export function placeOf(source: SourceText, line: number, text: string): Place {
  const column = source.line(line).indexOf(text) + 1;
  if (column === 0) throw new Error(`line ${line} does not contain ${text}`);
  return { file: source.file, line, column, length: text.length };
}

const readCount = placeOf(counter, 6, 'count');
const writeCount = placeOf(counter, 7, 'count');
const otherWrite = placeOf(counter, 15, 'count');
const lockL = placeOf(counter, 14, 'l');

export const lostUpdate: Finding = {
  engine: 'atomicity',
  method: 'antichain',
  rule: 'HD0010',
  property: { kind: 'atomicity', pattern: '3', unit: 'P', other: 'Q', variables: ['count'] },
  message: 'the unit of P can lose an update that Q makes to count',
  verdict: {
    kind: 'violated',
    confirmed: true,
    scope: allExecutions(),
    witness: {
      kind: 'execution',
      steps: [
        { thread: 'P#1', action: 'call', target: 'increment', silent: true, place: placeOf(counter, 9, 'increment') },
        {
          thread: 'P#1',
          action: 'read',
          target: 'count',
          change: 'c = 0',
          note: 'first access of the pattern',
          place: readCount,
        },
        { thread: 'Q#1', action: 'acquire', target: 'l', change: 'holds l', place: lockL },
        {
          thread: 'Q#1',
          action: 'write',
          target: 'count',
          change: 'count = 10',
          note: 'comes between',
          place: otherWrite,
        },
        { thread: 'Q#1', action: 'release', target: 'l', place: lockL },
        {
          thread: 'P#1',
          action: 'write',
          target: 'count',
          change: 'count = 1',
          note: 'overwrites the update',
          place: writeCount,
        },
      ],
      details: { threads: 2 },
    },
  },
  places: [
    { place: readCount, caption: 'P reads count' },
    { place: writeCount, caption: 'and writes it here, from a value that is out of date' },
    { place: otherWrite, caption: 'Q writes count in between' },
  ],
  because: ['P holds no lock between its read and its write', 'the lock l that Q holds protects nothing in P'],
  help: 'take l around the body of increment',
  statistics: { milliseconds: 3, tuples: 12 },
};

export const traceRace: Finding = {
  engine: 'races',
  method: 'goldilocks',
  rule: 'HD0010',
  property: { kind: 'race', variable: 'balance' },
  message: 'two accesses of balance are unordered',
  verdict: {
    kind: 'violated',
    confirmed: true,
    scope: recordedTrace(),
    witness: {
      kind: 'trace',
      steps: [
        { thread: 'T0', action: 'fork', target: 'T1', place: { file: 'run.std', line: 1, column: 1, length: 1 } },
        { thread: 'T1', action: 'acquire', target: 'm', place: { file: 'run.std', line: 2, column: 1, length: 1 } },
        { thread: 'T1', action: 'write', target: 'balance', place: { file: 'run.std', line: 3, column: 1, length: 1 } },
        { thread: 'T1', action: 'release', target: 'm', place: { file: 'run.std', line: 4, column: 1, length: 1 } },
        { thread: 'T0', action: 'read', target: 'balance', place: { file: 'run.std', line: 9, column: 1, length: 1 } },
      ],
      edges: [{ from: 0, to: 1, label: 'fork' }],
      details: {
        accesses: [
          { event: 3, thread: 'T1', op: 'w', location: '41', held: ['m'] },
          { event: 9, thread: 'T0', op: 'r', location: '17', held: [] },
        ],
      },
    },
  },
  places: [
    { place: { file: 'run.std', line: 9, column: 1, length: 1 }, caption: 'T0 reads balance, holding nothing' },
    { place: { file: 'run.std', line: 3, column: 1, length: 1 }, caption: 'T1 wrote it, holding m' },
  ],
  because: ['no chain of releases and acquires leads from event 3 to event 9'],
  statistics: { milliseconds: 1, events: 9 },
};

const sharedCertificate: Certificate = {
  kind: 'other',
  stated: 'lock-histories',
  body: { tuples: [[1, 2], [3]], note: 'plain data' },
};

export function holdsWithCertificate(pattern: string): Finding {
  return {
    engine: 'atomicity',
    method: 'antichain',
    rule: 'HD0010',
    property: { kind: 'atomicity', pattern, unit: 'Q', other: 'P', variables: ['count'] },
    message: `no unit of Q is interleaved by P with pattern ${pattern}`,
    verdict: {
      kind: 'holds',
      scope: allExecutions('conditions on data may go either way'),
      certificate: sharedCertificate,
    },
    places: [],
    because: [],
    statistics: { milliseconds: 2 },
  };
}

export const holdsUncertified: Finding = {
  engine: 'explore',
  method: 'full',
  rule: 'HD0010',
  property: { kind: 'deadlock' },
  message: 'no interleaving deadlocks',
  verdict: {
    kind: 'holds',
    scope: { kind: 'bounded', bounds: { steps: 40 }, assumptions: [] },
    certificate: noCertificate('the search was exhaustive'),
  },
  places: [],
  because: [],
  statistics: { states: 17 },
};

export const unknownFinding: Finding = {
  engine: 'explore',
  method: 'full',
  rule: 'HD0010',
  property: { kind: 'assertion' },
  message: 'it is not known whether an assertion can fail',
  verdict: { kind: 'unknown', because: 'the limit of 1,000 states was reached' },
  places: [],
  because: [],
  statistics: { states: 1000 },
};

export const possibleViolation: Finding = {
  ...lostUpdate,
  verdict: {
    kind: 'violated',
    confirmed: false,
    scope: allExecutions('conditions on data may go either way'),
    witness: {
      kind: 'execution',
      steps: lostUpdate.verdict.kind === 'violated' ? lostUpdate.verdict.witness.steps : [],
    },
  },
};

/** An execution in which threads take turns: lock, read, write, unlock. */
export function roundRobin(threads: number, length: number): Finding {
  const steps: WitnessStep[] = [
    { thread: 'main#1', action: 'spawn', target: 'T#1', place: placeOf(counter, 9, 'main') },
  ];
  const edges: OrderEdge[] = [{ from: 0, to: 1, label: 'spawn' }];
  while (steps.length < length) {
    const turn = steps.length - 1;
    const round = Math.floor(turn / 4);
    const thread = `T#${(round % (threads - 1)) + 1}`;
    steps.push(turnStep(thread, turn));
    if (turn % 4 === 3 && steps.length < length) edges.push({ from: turn + 1, to: turn + 2, label: 'release l' });
  }
  return {
    ...lostUpdate,
    message: `an execution of ${threads} threads in ${length} steps`,
    verdict: {
      kind: 'violated',
      confirmed: true,
      scope: allExecutions(),
      witness: { kind: 'execution', steps, edges },
    },
  };
}

function turnStep(thread: string, turn: number): WitnessStep {
  const value = Math.floor(turn / 4);
  switch (turn % 4) {
    case 0:
      return { thread, action: 'acquire', target: 'l', change: 'holds l', place: lockL };
    case 1:
      return { thread, action: 'read', target: 'count', change: `c = ${value}`, place: readCount };
    case 2:
      return { thread, action: 'write', target: 'count', change: `count = ${value + 1}`, place: writeCount };
    default:
      return { thread, action: 'release', target: 'l', place: lockL };
  }
}

export function reportOf(...findings: readonly Finding[]): Report {
  const entries: ReportEntry[] = findings.map((finding) => ({
    file: finding.engine === 'races' ? 'run.std' : 'counter.eml',
    finding,
  }));
  return {
    version: '0.1.0',
    command: 'heddle check counter.eml run.std',
    inputs: [
      { file: 'counter.eml', sha256: 'a'.repeat(64), bytes: 200, reader: 'eml', companions: [] },
      {
        file: 'run.std',
        sha256: 'b'.repeat(64),
        bytes: 12,
        reader: 'std',
        companions: [{ file: 'my.ipa', sha256: 'c'.repeat(64) }],
      },
    ],
    entries,
    skipped: [{ file: 'counter.eml', engine: 'cover', because: 'no process has any number of instances' }],
    diagnostics: [
      {
        code: 'HD0003',
        severity: 'warning',
        message: 'lock l is used once only',
        file: 'counter.eml',
        place: placeOf(counter, 2, 'l'),
        sourceLine: 'lock l;',
      },
    ],
    sources: { find: (file) => (file === counter.file ? counter : undefined) },
    rules: ruleTable,
  };
}

export const everyKind: Report = reportOf(
  lostUpdate,
  holdsWithCertificate('1'),
  holdsWithCertificate('2'),
  unknownFinding,
  holdsUncertified,
  traceRace,
  possibleViolation,
);

export function joined(chunks: Iterable<string>): string {
  return [...chunks].join('');
}
