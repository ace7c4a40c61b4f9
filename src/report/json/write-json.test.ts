import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { plainReport, type Report } from '../report.js';
import {
  everyKind,
  holdsUncertified,
  holdsWithCertificate,
  joined,
  lostUpdate,
  reportOf,
  unknownFinding,
} from '../testing/fixtures.js';
import { writeJson } from './write-json.js';

const schema = JSON.parse(readFileSync(new URL('../../../schema/heddle-report-2.json', import.meta.url), 'utf8'));
const validate = new Ajv2020({ allErrors: true, strictTypes: false }).compile(schema);

function jsonOf(report: Report, certificates = false) {
  return JSON.parse(joined(writeJson(report, { ...plainReport, certificates })));
}

describe('JSON report', () => {
  it.each([true, false])('is valid against the shipped schema (certificates: %s)', (certificates) => {
    validate(jsonOf(everyKind, certificates));
    expect(validate.errors).toBeNull();
  });

  it('is valid when nothing was asked', () => {
    const empty = { ...reportOf(), inputs: [], skipped: [], diagnostics: [] };
    expect(validate(jsonOf(empty))).toBe(true);
    expect(jsonOf(empty).results).toEqual([]);
  });

  it('has the shape of the contract', () => {
    const report = jsonOf(reportOf(lostUpdate));
    expect(report.schema).toBe('heddle-report/2');
    expect(report.inputs).toEqual(reportOf().inputs);
    expect(report.results[0]).toMatchObject({
      file: 'counter.eml',
      engine: 'atomicity',
      method: 'antichain',
      property: { kind: 'atomicity', pattern: '3', unit: 'P', other: 'Q', variables: ['count'] },
      verdict: 'violated',
      confirmed: true,
      scope: { kind: 'all-executions', assumptions: [] },
      certificate: null,
      statistics: { milliseconds: 3 },
    });
    expect(report.summary).toEqual({ violated: 1, holds: 0, unknown: 0, accepted: 0, possible: 0 });
  });

  it('lists every step of a witness, silent ones marked, with details beside the steps', () => {
    const { witness } = jsonOf(reportOf(lostUpdate)).results[0];
    expect(witness.threads).toBe(2);
    expect(witness.steps).toHaveLength(6);
    expect(witness.steps[0]).toMatchObject({ thread: 'P#1', action: 'call', silent: true });
    expect(witness.steps[2]).toEqual({
      thread: 'Q#1',
      action: 'acquire',
      target: 'l',
      line: 14,
      column: 19,
      length: 1,
      change: 'holds l',
    });
  });

  it('writes a shared certificate once, and only on request', () => {
    const report = reportOf(holdsWithCertificate('1'), holdsWithCertificate('2'), holdsUncertified);
    const full = jsonOf(report, true);
    expect(full.results.map((result: { certificate: unknown }) => result.certificate)).toEqual([
      { kind: 'lock-histories', id: 'c1' },
      { kind: 'lock-histories', id: 'c1' },
      { kind: 'none', because: 'the search was exhaustive' },
    ]);
    expect(Object.keys(full.certificates)).toEqual(['c1']);
    expect(full.certificates.c1.body.tuples).toEqual([[1, 2], [3]]);
    const short = jsonOf(report);
    expect(short.certificates).toEqual({});
    expect(short.results[0].certificate).toEqual({ kind: 'lock-histories', checked: true });
  });

  it('says what a holds claims, about which file, and when nobody has certified it', () => {
    const report = reportOf(holdsWithCertificate('1'), holdsUncertified);
    const entries = [...report.entries].map((entry) => ({ ...entry, options: { patterns: ['paper'] } }));
    const { results } = jsonOf({ ...report, entries });
    const { property, scope } = results[0];
    expect(results[0].claim).toEqual({ model: 'a'.repeat(64), property, scope, options: { patterns: ['paper'] } });
    expect(results[0].message).not.toContain('certified');
    expect(results[1].message).toMatch(/ \(searched exhaustively, not certified\)$/);
  });

  it('is written as the results arrive', () => {
    let made = 0;
    function* entries() {
      for (; made < 1000; made++) yield { file: 'counter.eml', finding: unknownFinding };
    }
    const chunks = writeJson({ ...reportOf(), entries: entries() }, plainReport);
    for (const chunk of chunks) if (chunk.includes('assertion')) break;
    expect(made).toBeLessThan(3);
  });

  it('rejects what is not a report: the schema can fail', () => {
    const report = jsonOf(everyKind);
    const broken = (change: (result: Record<string, unknown>) => void) => {
      const copy = structuredClone(report);
      change(copy.results[0]);
      return validate(copy);
    };
    expect(broken((result) => delete result['witness'])).toBe(false);
    expect(broken((result) => delete result['confirmed'])).toBe(false);
    expect(broken((result) => Object.assign(result, { verdict: 'safe' }))).toBe(false);
    expect(broken((result) => Object.assign(result, { certificate: {} }))).toBe(false);
    expect(validate({ ...report, inputs: [{ file: 'x.eml' }] })).toBe(false);
    const unclaimed = structuredClone(report);
    delete unclaimed.results[1].claim;
    expect(validate(unclaimed)).toBe(false);
    expect(validate({ ...report, schema: 'heddle-report/3' })).toBe(false);
  });
});
