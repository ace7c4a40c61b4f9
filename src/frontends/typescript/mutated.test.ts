import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { analyse } from '../../engines/async/testing/analyse.js';

const root = fileURLToPath(new URL('../../../examples/typescript', import.meta.url));
const texts = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .sort()
  .map((name) => readFileSync(`${root}/${name}`, 'utf8'));
const scale = Number(process.env['HEDDLE_CASES'] ?? 1);
const cases = 60 * scale;

const insertions = ['await ', '?.', '{', '(', ';', 'async ', '=> ', 'null', '...', '.__proto__', '.constructor', '<'];
const endings = ['ts', 'ts', 'js', 'mjs', 'cjs', 'tsx', 'jsx', 'mts'];

/** Cuts a piece out, doubles it, or puts it elsewhere. */
function mutated(text: string, rng: Rng): string {
  const [from, to] = [rng.below(text.length), rng.below(text.length)].sort((a, b) => a - b) as [number, number];
  const piece = text.slice(from, Math.min(to, from + 1 + rng.below(30)));
  const at = rng.below(text.length);
  switch (rng.below(3)) {
    case 0:
      return text.replace(piece, '');
    case 1:
      return text.slice(0, at) + piece + text.slice(at);
    default:
      return text.slice(0, at) + insertions[rng.below(insertions.length)] + text.slice(at);
  }
}

it('mutated files never crash the reader or the search', { timeout: 120_000 * scale }, () => {
  const rng = new Rng(17);
  for (let i = 0; i < cases; i++) {
    const text = mutated(texts[rng.below(texts.length)]!, rng);
    expect(() => analyse([{ file: `mutated.${endings[i % endings.length]}`, text }], 12, 2), text).not.toThrow();
  }
});
