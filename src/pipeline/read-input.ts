// From an input's content to a model, through the reader that the catalogue names.

import type { ByteSource } from '../base/byte-source.js';
import type { Diagnostic } from '../base/diagnostic.js';
import { SourceText } from '../base/source-text.js';
import type { Companions, ProjectReader, ReadOutcome } from '../model/model.js';
import type { Subject } from '../verdict/inquiry.js';
import type { OptionValues } from '../verdict/options.js';
import { readerById } from './catalogue.js';
import type { CompanionText, Input, Platform } from './job.js';

export async function readInput(
  input: Input,
  platform: Platform,
  options: OptionValues = {},
): Promise<ReadOutcome<Subject>> {
  const entry = readerById(input.reader);
  if (!entry) return { diagnostics: [unknownReader(input)] };
  const reader = await entry.load();
  const { content } = input;
  if (reader.form === 'stream')
    return reader.open(input.file, opening(input.file, platform), content.kind !== 'stream' || content.reopenable);
  if (reader.form === 'project') return readProject(reader, input, platform, options);
  if (content.kind !== 'text') return { diagnostics: [unknownReader(input)] };
  return reader.read(new SourceText(input.file, content.text), companionsOf(content.companions));
}

/** The first time, or again. */
function opening(file: string, platform: Platform): () => ByteSource {
  let opened = false;
  return () => {
    const again = opened;
    opened = true;
    return platform.openStream(file, again);
  };
}

function readProject(
  reader: ProjectReader<Subject>,
  { file, content }: Input,
  platform: Platform,
  options: OptionValues,
): Promise<ReadOutcome<Subject>> {
  const texts =
    content.kind === 'project' ? content.sources : content.kind === 'text' ? [{ file, text: content.text }] : [];
  const sources = texts.map((source) => new SourceText(source.file, source.text));
  const flags = new Set(Object.keys(options));
  const packageBytes = (name: string) =>
    platform.packageBytes ? platform.packageBytes(name) : Promise.reject(new Error(`${name} is not at hand`));
  const { asked = sources.length, left = {} } = content.kind === 'project' ? content : {};
  return reader.read(sources, { packageBytes, flags, asked, left });
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
