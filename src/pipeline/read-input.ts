// From an input's content to a model, through the reader that the catalogue names.

import type { Diagnostic } from '../base/diagnostic.js';
import { SourceText } from '../base/source-text.js';
import type { Companions, ReadOutcome } from '../model/model.js';
import { readerById } from './catalogue.js';
import type { CompanionText, Input, Platform } from './job.js';

export async function readInput(input: Input, platform: Platform): Promise<ReadOutcome> {
  const entry = readerById(input.reader);
  if (!entry) return { diagnostics: [unknownReader(input)] };
  const reader = await entry.load();
  const { content } = input;
  if (reader.form === 'stream')
    return reader.open(
      input.file,
      () => platform.openStream(input.file),
      content.kind === 'text' || content.reopenable,
    );
  if (content.kind === 'stream') return { diagnostics: [unknownReader(input)] };
  return reader.read(new SourceText(input.file, content.text), companionsOf(content.companions));
}

function companionsOf(texts: Readonly<Record<string, CompanionText>>): Companions {
  return {
    find(extension) {
      const found = texts[extension];
      return found && new SourceText(found.file, found.text);
    },
  };
}

function unknownReader(input: Input): Diagnostic {
  const message = `no reader for inputs of kind ${input.reader}`;
  return { code: 'HD0004', severity: 'error', message, file: input.file };
}
