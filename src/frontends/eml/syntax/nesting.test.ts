import { describe, expect, it } from 'vitest';
import { SourceText } from '../../../base/source-text.js';
import { noCompanions } from '../../../model/model.js';
import { DiagnosticLog } from '../diagnostic-log.js';
import { emlReader } from '../reader.js';
import { parseEml } from './parse.js';
import { printEml } from './print.js';

function codes(text: string): string[] {
  const outcome = emlReader.read(new SourceText('deep.eml', text), noCompanions);
  expect(outcome.model === undefined).toBe(outcome.diagnostics.some(({ severity }) => severity === 'error'));
  return outcome.diagnostics.map(({ code, place }) => `${code} ${place?.line}:${place?.column}`);
}

function inMain(body: string): string {
  return `var x: int, p: bool; lock l;\nprocess P { main {\n${body}\n} }`;
}

const useAll = 'x = 1; p = true; synchronized(l) { skip; }';

describe('nesting', () => {
  it('accepts 1,000 nested blocks and refuses one more at its brace', () => {
    // The process and the function are two of them.
    const blocks = (n: number) => inMain(`${useAll}\n${'{'.repeat(n)} skip; ${'}'.repeat(n)}`);
    expect(codes(blocks(998))).toEqual([]);
    expect(codes(blocks(999))).toEqual(['HD0005 4:999']);
    expect(codes(blocks(5000))).toEqual(['HD0005 4:999']);
  });

  it('accepts 1,000 nested compound statements with deep expressions inside', () => {
    const deep = `${'('.repeat(190)}x${')'.repeat(190)}`;
    for (const open of ['if (p || !p) {', 'while (*) {', 'synchronized(l) {', 'unit {', 'choose { skip; } or {']) {
      const text = inMain(`p = true; ${open.repeat(998)} x = ${deep}; ${'}'.repeat(998)} ${useAll}`);
      expect(codes(text), open).toEqual([]);
      const printed = printEml(parseEml(new DiagnosticLog(new SourceText('deep.eml', text))));
      expect(codes(printed), open).toEqual([]);
    }
  });

  it('counts bodies without braces', () => {
    expect(codes(inMain(`${useAll} ${'while (*) '.repeat(900)} skip;`))).toEqual([]);
    expect(codes(inMain(`${useAll}\n${'while (*) '.repeat(5000)} skip;`))[0]).toMatch(/^HD0005 4:/);
    expect(codes(inMain(`${useAll}\n${'if (*) '.repeat(100_000)} skip;`))[0]).toMatch(/^HD0005 4:/);
  });

  it('refuses deep expressions', () => {
    const limit = ['HD0005'];
    const shapes = ['!', '-', '(', 'x[', 'f(', '1 + (', 'choose(', 'new int['];
    for (const shape of shapes) {
      const found = codes(inMain(`${useAll}\nx = ${shape.repeat(100_000)}1;`));
      expect(
        found.map((code) => code.slice(0, 6)),
        shape,
      ).toEqual(limit);
    }
  });

  it('has no limit on sequences', () => {
    const n = 30_000;
    const chain = 'x + '.repeat(n);
    const elseIfs = 'if (x == 1) skip; else '.repeat(n);
    const ands = 'p && '.repeat(n);
    const letChain = `let i = 1; x = ${'i - '.repeat(n)}1;`;
    expect(codes(inMain(`${useAll} x = ${chain} 1; ${elseIfs} skip; p = ${ands} p; ${letChain}`))).toEqual([]);
  });

  it('keeps the expressions of a program shallow', () => {
    const text = inMain(`${useAll} let i = 1; x = ${'i - '.repeat(1000)}1; p = ${'p == '.repeat(1000)}p;`);
    const { model } = emlReader.read(new SourceText('long.eml', text), noCompanions);
    expect(maximalDepth(model)).toBeLessThan(200);
  });
});

/** Depth of the deepest object. */
function maximalDepth(value: unknown): number {
  let depth = 0;
  for (let level: unknown[] = [value]; level.length > 0; depth++) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return depth;
}
