import { describe, expect, it } from 'vitest';
import { Rng } from '../../../base/rng.js';
import { SourceText } from '../../../base/source-text.js';
import { sampleScale } from '../../../base/testing/sample-scale.js';
import { DiagnosticLog } from '../diagnostic-log.js';
import { randomModel } from '../testing/random-syntax.js';
import { parseEml } from './parse.js';
import { printEml } from './print.js';
import type { ModelSyntax } from './syntax.js';

function parse(text: string): ModelSyntax {
  const log = new DiagnosticLog(new SourceText('test.eml', text));
  const model = parseEml(log);
  expect(log.hasErrors, text).toBe(false);
  return model;
}

/** As text, with sorted keys. */
function withoutSpans(model: ModelSyntax): string {
  return JSON.stringify(model, (key, value: unknown) => {
    if (key === 'span' || key === 'header') return undefined;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

describe('printEml', () => {
  it('prints text that parses to the same tree', () => {
    for (let seed = 1; seed <= 3000 * sampleScale; seed++) {
      const model = randomModel(new Rng(seed));
      const text = printEml(model);
      expect(withoutSpans(parse(text)), `seed ${seed}:\n${text}`).toBe(withoutSpans(model));
    }
  });

  it('puts braces around a body that would take the else', () => {
    const model = parse('process P { main { if (*) { if (*) read v; } else skip; } }');
    const [process] = model.items;
    if (process?.kind !== 'process') throw new Error('no process');
    const [outer] = process.functions[0]!.body.statements;
    if (outer?.kind !== 'if' || outer.arms[0]?.body.kind !== 'block') throw new Error('no if');
    const [inner] = outer.arms[0].body.statements;
    const bare = { ...outer, arms: [{ ...outer.arms[0], body: inner! }] };
    const body = { ...process.functions[0]!.body, statements: [bare] };
    const tree: ModelSyntax = { items: [{ ...process, functions: [{ ...process.functions[0]!, body }] }] };
    expect(withoutSpans(parse(printEml(tree)))).toBe(withoutSpans(model));
  });

  it('prints the papers form in the comma form', () => {
    expect(printEml(parse('lock : l; var : v; process P{main{read v}}'))).toBe(
      'lock l;\nvar v;\nprocess P {\n  main {\n    read v;\n  }\n}\n',
    );
  });
});
