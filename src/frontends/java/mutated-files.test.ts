// Files that are no longer Java, or no longer the same Java: nothing crashes, mistakes are located, the rest is analysed.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { askJava, bugsOf, codesOf } from './testing/ask-java.js';

const folder = new URL('../../../examples/java/', import.meta.url);
const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.java'))
  .map((path) => readFileSync(new URL(path, folder), 'utf8'));
const cases = 40 * Number(process.env['HEDDLE_CASES'] ?? 1);

const scraps = [
  '{',
  '}',
  '(',
  ')',
  ';',
  '"',
  '/*',
  'synchronized (',
  'class',
  '->',
  '::',
  'new',
  '@',
  '<',
  '\u00e9',
  'while (true) {',
  'try {',
  'return',
  'x.y.z()',
  '[0]',
];

function mutate(rng: Rng, text: string): string {
  let mutated = text;
  for (let i = 0; i <= rng.below(4); i++) {
    const [at, length] = [rng.below(mutated.length), rng.below(40)];
    const other = texts[rng.below(texts.length)]!;
    const piece = [scraps[rng.below(scraps.length)]!, '', other.slice(rng.below(other.length)).slice(0, 60)][
      rng.below(3)
    ]!;
    mutated = mutated.slice(0, at) + piece + mutated.slice(at + (rng.below(2) === 0 ? length : 0));
  }
  return mutated;
}

describe('mutated Java', () => {
  it(`never crashes (${cases} files)`, async () => {
    const rng = new Rng(7);
    for (let i = 0; i < cases; i++) {
      const text = mutate(rng, texts[i % texts.length]!);
      expect(bugsOf(await askJava(text)), text).toEqual([]);
    }
  });

  it('names several mistakes with their lines and still analyses the rest', async () => {
    const text = `class Broken {
    private volatile int n;
    void inc() { n++; }
    void wrong( { = 3; }
    int alsoWrong() { return +; ) }
}`;
    const outcome = await askJava(text);
    expect(outcome.reading.filter(({ code }) => code === 'HD7090').length).toBeGreaterThan(1);
    expect(outcome.reading.map(({ place }) => place?.line)).toContain(5);
    expect(codesOf(outcome)).toContain('HD7001');
  });

  it('takes an expression that is nested without end', async () => {
    const deep = `class Deep { volatile int n; int f() { return ${'('.repeat(3000)}n${')'.repeat(3000)} + ${'n + '.repeat(5000)}n; } }`;
    expect(bugsOf(await askJava(deep))).toEqual([]);
  });
});
