// The pages of the EML rules: their first model gives exactly this message, their second one gives none.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SourceText } from '../../base/source-text.js';
import { noCompanions } from '../../model/model.js';
import { emlReader } from './reader.js';
import { emlRules } from './rules.js';

const docs = new URL('../../../docs/', import.meta.url);

function modelsOf(page: string): string[] {
  const text = readFileSync(new URL(page, docs), 'utf8');
  return Array.from(text.matchAll(/```eml[^\n]*\n([\s\S]*?)```/g), (match) => match[1]!);
}

function codesOf(model: string): string[] {
  const { diagnostics } = emlReader.read(new SourceText('page.eml', model), noCompanions);
  return [...new Set(diagnostics.map(({ code }) => code))];
}

const codes = Object.keys(emlRules).filter((code) => code !== 'HD0199');

describe('pages of the EML rules', () => {
  it.each(codes)('%s', (code) => {
    const [wrong = '', right = ''] = modelsOf(`rules/${code}.md`);
    expect(codesOf(wrong)).toEqual([code]);
    expect(codesOf(right)).toEqual([]);
  });
});

describe('models of the language reference', () => {
  it.each(modelsOf('language.md').map((model, i) => [i + 1, model] as const))('model %i', (_number, model) => {
    expect(codesOf(model)).toEqual([]);
  });
});
