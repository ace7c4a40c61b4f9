// The pages of the Java rules: their first class has this finding, their second one none.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { javaRules } from './rules.js';
import { askJava, codesOf } from './testing/ask-java.js';

const docs = new URL('../../../docs/rules/', import.meta.url);

/** Answers that are no violation, or of low rank. */
const others = new Set(['HD7000', 'HD7006', 'HD7020', 'HD7090']);

function classesOf(code: string): string[] {
  const text = readFileSync(new URL(`${code}.md`, docs), 'utf8');
  return Array.from(text.matchAll(/```java\n([\s\S]*?)```/g), (match) => match[1]!);
}

describe('pages of the Java rules', () => {
  it.each(Object.keys(javaRules).filter((code) => !others.has(code)))('%s', async (code) => {
    const [wrong = '', right = ''] = classesOf(code);
    expect(codesOf(await askJava(wrong))).toContain(code);
    expect(codesOf(await askJava(right))).toEqual([]);
  });
});
