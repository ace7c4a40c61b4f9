import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { SourceText } from '../../base/source-text.js';
import { plainReport, type Report } from '../report.js';
import {
  counter,
  everyKind,
  joined,
  lostUpdate,
  possibleViolation,
  reportOf,
  roundRobin,
} from '../testing/fixtures.js';
import { artifactLocation } from './artifact-uri.js';
import { writeSarif } from './write-sarif.js';

/** The schema that OASIS published, as a test package ships it; it is of draft 4, where `$id` was called `id`. */
function officialSchema() {
  const schemaFile = '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json';
  const file = createRequire(import.meta.url).resolve(schemaFile);
  const { $schema: _draft, id: _id, ...schema } = JSON.parse(readFileSync(file, 'utf8'));
  return schema;
}

const validate = new Ajv({ allErrors: true, strict: false, validateFormats: false, unicodeRegExp: false }).compile(
  officialSchema(),
);

function sarifOf(report: Report) {
  return JSON.parse(joined(writeSarif(report, plainReport)));
}

function fingerprintsOf(report: Report): string[] {
  return sarifOf(report).runs[0].results.map(
    (result: { partialFingerprints: Record<string, string> }) => result.partialFingerprints['heddle/v1'],
  );
}

describe('SARIF report', () => {
  it.each([
    ['findings of every kind', everyKind],
    ['no finding', { ...reportOf(), inputs: [], skipped: [], diagnostics: [] }],
    ['a long interleaving', reportOf(roundRobin(6, 60))],
  ])('is valid against the official schema with %s', (_name, report) => {
    validate(sarifOf(report));
    expect(validate.errors).toBeNull();
  });

  it('would not be valid with a wrong level', () => {
    const log = sarifOf(everyKind);
    log.runs[0].results[0].level = 'fatal';
    expect(validate(log)).toBe(false);
  });

  it('lists violations as fail, the unknown as open, and leaves out what holds', () => {
    const { results, properties } = sarifOf(everyKind).runs[0];
    const kinds = results.map((result: { kind: string; level: string }) => [result.kind, result.level]);
    expect(kinds).toEqual([
      ['fail', 'error'],
      ['open', 'none'],
      ['fail', 'error'],
      ['fail', 'warning'],
    ]);
    expect(properties.summary).toEqual({ violated: 2, holds: 3, unknown: 2, accepted: 0, possible: 1 });
  });

  it('refers to the rule by its index', () => {
    const { results, tool } = sarifOf(everyKind).runs[0];
    expect(tool.driver.rules[results[0].ruleIndex].id).toBe(results[0].ruleId);
  });

  it('has one thread flow per thread, ordered by execution', () => {
    const [{ threadFlows }] = sarifOf(reportOf(lostUpdate)).runs[0].results[0].codeFlows;
    const orders = threadFlows.map((flow: { id: string; locations: { executionOrder: number }[] }) => [
      flow.id,
      flow.locations.map((location) => location.executionOrder),
    ]);
    expect(orders).toEqual([
      ['P#1', [2, 6]],
      ['Q#1', [3, 4, 5]],
    ]);
    expect(threadFlows[1].locations[0].kinds).toEqual(['acquire', 'lock']);
    expect(threadFlows[1].locations[1].state).toEqual({ count: { text: '10' } });
    expect(threadFlows[1].locations[1].location.physicalLocation.region).toEqual({
      startLine: 15,
      startColumn: 7,
      endColumn: 12,
    });
  });

  it('says that a violation is only possible', () => {
    const [result] = sarifOf(reportOf(possibleViolation)).runs[0].results;
    expect(result.message.text).toContain('possible: ');
    expect(result.properties.confirmed).toBe(false);
  });

  it('keeps fingerprints when lines move, and tells equal results apart', () => {
    const moved = {
      ...lostUpdate,
      places: lostUpdate.places.map(({ place, caption }) => ({ place: { ...place, line: place.line + 1 }, caption })),
    };
    const movedSource = new SourceText(counter.file, `\n${counter.text}`);
    const before = fingerprintsOf(reportOf(lostUpdate, lostUpdate));
    const after = fingerprintsOf({ ...reportOf(moved, moved), sources: { find: () => movedSource } });
    expect(after).toEqual(before);
    expect(new Set(before).size).toBe(2);
    const other = { ...lostUpdate, property: { ...lostUpdate.property, unit: 'R' } };
    expect(fingerprintsOf(reportOf(other))[0]).not.toBe(before[0]);
  });

  it.each([
    ['src/a b.eml', { uri: 'src/a%20b.eml', uriBaseId: '%SRCROOT%' }],
    ['./x#1.eml', { uri: 'x%231.eml', uriBaseId: '%SRCROOT%' }],
    ['/home/m/x.eml', { uri: 'file:///home/m/x.eml' }],
    ['C:\\m\\x.eml', { uri: 'file:///C:/m/x.eml' }],
  ])('writes the path %s as a URI', (file, location) => {
    expect(artifactLocation(file)).toEqual(location);
  });
});
