// The pages of the EML rules: their first model gives exactly this message, their second one gives none.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inputRules } from '../../base/rules/input-rules.js';
import { SourceText } from '../../base/source-text.js';
import { noCompanions } from '../../model/model.js';
import { emlReader } from './reader.js';

const docs = new URL('../../../docs/', import.meta.url);

function modelsOf(page: string): string[] {
  const text = readFileSync(new URL(page, docs), 'utf8');
  return Array.from(text.matchAll(/```eml[^\n]*\n([\s\S]*?)```/g), (match) => match[1]!);
}

function codesOf(model: string): string[] {
  const { diagnostics } = emlReader.read(new SourceText('page.eml', model), noCompanions);
  return [...new Set(diagnostics.map(({ code }) => code))];
}

const codes = Object.keys(inputRules).filter((code) => code.startsWith('HD01') && code !== 'HD0199');

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
