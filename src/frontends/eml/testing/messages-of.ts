// What the front end says about a text, a line per message, for tests.

import { SourceText } from '../../../base/source-text.js';
import { noCompanions } from '../../../model/model.js';
import { emlReader } from '../reader.js';

/** Title, text, messages. */
export type Mistake = readonly [title: string, text: string, messages: readonly string[]];

/** One line per message: place, code, message, help. */
export function messagesOf(text: string): string[] {
  const { diagnostics } = emlReader.read(new SourceText('m.eml', text), noCompanions);
  return diagnostics.map(({ place, code, message, help }) => {
    const where = `${place?.line}:${place?.column} ${code} ${message}`;
    return help === undefined ? where : `${where} (${help})`;
  });
}

/** A model whose main has this body, which starts at 1:20. */
export function inMain(body: string): string {
  return `process P { main { ${body} } }`;
}
