import { describe, expect, it } from 'vitest';
import { plainReport, writeLines } from '../report.js';
import { everyKind, joined } from '../testing/fixtures.js';
import { JsonLines } from './json-lines.js';
import { readReport } from './read.js';
import { writeJson } from './write-json.js';

const options = { ...plainReport, certificates: true };
const text = joined(writeLines(new JsonLines(options), everyKind));

describe('JSON Lines', () => {
  it('have one object on each line, a head first and a summary last', () => {
    const lines = text.trimEnd().split('\n');
    const kinds = lines.map((line) => Object.keys(JSON.parse(line))[0]);
    expect(kinds[0]).toBe('schema');
    expect(kinds.at(-1)).toBe('summary');
    expect(kinds.filter((kind) => kind === 'result')).toHaveLength([...everyKind.entries].length);
  });

  it('say the same as the JSON report', () => {
    expect(readReport(text)).toEqual(readReport(joined(writeJson(everyKind, options))));
  });

  it('are read up to where they were written', () => {
    const plain = joined(writeLines(new JsonLines(plainReport), everyKind));
    const cut = plain.slice(0, plain.lastIndexOf('{"result"') + 20);
    const read = readReport(cut);
    expect(read.ok && read.value.entries.length).toBe([...everyKind.entries].length - 1);
  });
});
