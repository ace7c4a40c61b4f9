// The scripts of examples/pushdown, run on the sources, print what stands beside them.

import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';

vi.mock('heddle/pushdown', () => import('./index.js'));
vi.mock('heddle/semiring', () => import('../../logic/semiring/index.js'));

const folder = new URL('../../../examples/pushdown/', import.meta.url);

describe('the examples of the pushdown library', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each(readdirSync(folder))('%s prints what it promises', async (name) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    await import(/* @vite-ignore */ new URL(`${name}/run.js`, folder).pathname);
    const printed = log.mock.calls.map(([line]) => `${line}\n`).join('');
    expect(printed).toBe(readFileSync(new URL(`${name}/expected.txt`, folder), 'utf8'));
  });
});
