import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import type { Finding } from '../../verdict/verdict.js';
import { plainReport } from '../report.js';
import { everyKind, holdsWithCertificate, joined, lostUpdate, reportOf } from '../testing/fixtures.js';
import { messageOf } from '../wording.js';
import { readReport } from './read.js';
import { writeJson } from './write-json.js';

const withCertificates = { ...plainReport, certificates: true };
const text = joined(writeJson(everyKind, withCertificates));

function claimOf(file: string, { property, verdict }: Finding) {
  const model = everyKind.inputs.find((input) => input.file === file)!.sha256;
  return { model, property, scope: verdict.kind === 'holds' && verdict.scope, options: {} };
}

/** What is said when one part of a valid report, named by its path, is replaced. */
function errorWith(path: string, replacement: unknown): string {
  const report: Record<string, unknown> = JSON.parse(text);
  const keys = path.split('.');
  const last = keys.pop()!;
  const parent = keys.reduce<unknown>((node, key) => Object(node)[key], report);
  Object.assign(Object(parent), { [last]: replacement });
  const outcome = readReport(JSON.stringify(report));
  return outcome.ok ? 'accepted' : outcome.error;
}

describe('reading a JSON report', () => {
  it('gives back the entries that were written', () => {
    const outcome = readReport(text);
    expect(outcome).toEqual({
      ok: true,
      value: {
        version: 2,
        command: everyKind.command,
        inputs: everyKind.inputs,
        entries: [...everyKind.entries].map(({ file, finding }) => ({
          file,
          finding: { ...finding, message: messageOf(finding) },
          ...(finding.verdict.kind === 'holds' ? { claim: claimOf(file, finding) } : {}),
        })),
        skipped: everyKind.skipped,
      },
    });
  });

  it('gives results that shared a certificate the same object', () => {
    const shared = reportOf(holdsWithCertificate('1'), holdsWithCertificate('2'));
    const outcome = readReport(joined(writeJson(shared, withCertificates)));
    const certificates = outcome.ok
      ? outcome.value.entries.map(({ finding }) => finding.verdict.kind === 'holds' && finding.verdict.certificate)
      : [];
    expect(certificates[0]).toMatchObject({ kind: 'other', stated: 'lock-histories' });
    expect(certificates[0]).toBe(certificates[1]);
  });

  it('takes nothing in a report of schema 1 for certified', () => {
    const outcome = readReport(text.replace('heddle-report/2', 'heddle-report/1'));
    const holds = outcome.ok ? outcome.value.entries.filter(({ finding }) => finding.verdict.kind === 'holds') : [];
    expect(holds.length).toBeGreaterThan(1);
    for (const { finding } of holds) expect(finding.verdict).toMatchObject({ certificate: { kind: 'none' } });
  });

  it('says that a certificate was checked but not written', () => {
    const outcome = readReport(joined(writeJson(reportOf(holdsWithCertificate('1')), plainReport)));
    expect(outcome.ok && outcome.value.entries[0]!.finding.verdict).toMatchObject({
      certificate: { kind: 'none', because: 'a lock-histories certificate was checked but not written' },
    });
  });

  it.each([
    ['', 'not valid JSON'],
    ['[1]', 'not a heddle report'],
    ['null', 'not a heddle report'],
    ['{"schema": "heddle-report/9"}', 'schema must be "heddle-report/2"'],
    ['{"schema": "heddle-report/2"}', 'certificates is missing: it must be an object'],
  ])('refuses %j', (input, message) => {
    const outcome = readReport(input);
    expect(outcome.ok ? 'accepted' : outcome.error).toContain(message);
  });

  it.each([
    ['results.0.verdict', 'safe', 'results[0].verdict must be violated or holds or unknown'],
    ['results.0.witness.steps.1.line', 0, 'results[0].witness.steps[1].line must be a whole number >= 1'],
    ['results.0.rule', 'HD-9', 'results[0].rule is not a rule code: HD-9'],
    ['results.0.message', undefined, 'results[0].message is missing: it must be a text'],
    ['certificates', {}, 'results[1].certificate.id is not in the certificates table: c1'],
    ['results.0.property.variables', 'count', 'results[0].property.variables must be a list'],
    ['results.0.property.variables', [7], 'results[0].property.variables[0] must be a text'],
    ['results.0.property', { kind: 'pairwise' }, 'results[0].property.labels is missing: it must be a list'],
    ['results.0.property', { kind: 'order', events: ['1'] }, 'results[0].property.events[0] must be a number'],
    ['results.5.witness.edges.0.to', 99, 'results[5].witness.edges[0].to is not the index of a step'],
  ])('names the part that is wrong: %s', (path, replacement, message) => {
    expect(errorWith(path, replacement)).toBe(message);
  });

  it.each(['constructor', '__proto__', 'labels'])('keeps a question of kind %s as it was stated', (kind) => {
    const stated = JSON.parse(`{ "kind": "${kind}", "labels": 5 }`);
    const asked: Finding = { ...lostUpdate, property: { kind: 'other', stated } };
    const written = joined(writeJson(reportOf(asked), withCertificates));
    expect(JSON.parse(written).results[0].property).toEqual(stated);
    const outcome = readReport(written);
    expect(outcome.ok && outcome.value.entries[0]!.finding.property).toEqual({ kind: 'other', stated });
  });

  it('answers with a value whatever is deleted or replaced (2,000 random changes)', () => {
    const rng = new Rng(7);
    let refused = 0;
    for (let i = 0; i < 2000; i++) {
      const report = JSON.parse(joined(writeJson(reportOf(lostUpdate, holdsWithCertificate('1')), withCertificates)));
      damage(report, (bound) => rng.below(bound));
      if (!readReport(JSON.stringify(report)).ok) refused++;
    }
    expect(refused).toBeGreaterThan(500);
  });
});

/** Replaces the value at a random place of the document. */
function damage(root: unknown, below: (bound: number) => number): void {
  let node = root;
  for (;;) {
    if (typeof node !== 'object' || node === null) return;
    const entries = Object.entries(node);
    if (entries.length === 0) return;
    const [key, value] = entries[below(entries.length)]!;
    if (typeof value !== 'object' || value === null || below(4) === 0) {
      Object.assign(node, { [key]: [null, 7, 'text', [], {}, undefined][below(6)] });
      return;
    }
    node = value;
  }
}
