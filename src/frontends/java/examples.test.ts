// Every Java example gives what its first line says: the bugs are found for the right reason, the correct twins are silent.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { askJava, bugsOf, violationsOf } from './testing/ask-java.js';
import { isAsExpected } from './testing/expectation.js';

const folder = new URL('../../../examples/java/', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.java'));

describe('Java examples', () => {
  it.each(files)('%s', async (path) => {
    const text = readFileSync(new URL(path, folder), 'utf8');
    const outcome = await askJava(text);
    const violations = violationsOf(outcome);
    expect(bugsOf(outcome)).toEqual([]);
    expect(isAsExpected(text, violations), violations.map(({ message }) => message).join('\n')).toBe(true);
  });

  it('are compared with what they expect, not with anything', () => {
    expect(isAsExpected('// expect: silent', [])).toBe(true);
    expect(isAsExpected('// expect: find any get on x', [])).toBe(false);
  });
});
