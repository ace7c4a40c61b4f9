import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readScript } from '../../../frontends/typescript/reader.js';
import { discover } from './discover.js';

function gapsIn(text: string): string[] {
  const { script } = readScript(ts, [{ file: 'a.ts', text }]);
  return discover(script, 0).flatMap(({ gaps }) => gaps.map(({ reason }) => reason));
}

const shared = `export class Store { n = 0; async put(v: number) { await Promise.resolve(); this.n = v; } }
  export class One { constructor(private store: Store) {} put(v: number) { return this.store.put(v); } }`;

describe('classes that are given the same object', () => {
  it('are left out with a line if their constructor throws', () => {
    const gaps = gapsIn(
      `${shared} export class Other { constructor(store: Store) { throw new Error('no'); } put() {} }`,
    );
    expect(gaps).toContain('Other does not come to its end when it is made: it throws');
  });

  it('are left out with a line if their constructor goes on for ever', () => {
    const gaps = gapsIn(`${shared} export class Other { constructor(store: Store) { for (;;) {} } put() {} }`);
    expect(gaps.filter((gap) => gap.startsWith('Other does not come to its end when it is made'))).not.toEqual([]);
  });

  it('say nothing when they can be made', () => {
    expect(
      gapsIn(
        `${shared} export class Other { constructor(private store: Store) {} put() { return this.store.put(2); } }`,
      ),
    ).toEqual([]);
  });
});
