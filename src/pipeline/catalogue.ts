// The one list of everything that can be plugged in: engines, readers, replayers, certifiers. Adding one is one line here.
// What help texts and planning need is imported; the rest is loaded when it is used, so that start-up stays fast.

import { exploreInfo } from '../engines/explore/info.js';
import type { ModelReader } from '../model/model.js';
import type { Certifier } from '../verdict/certify/certifier.js';
import type { Engine, EngineInfo } from '../verdict/engine.js';
import type { Replayer } from '../verdict/replay/replayer.js';

export interface EngineEntry {
  readonly info: EngineInfo;
  load(): Promise<Engine>;
}

export interface ReaderEntry {
  readonly id: string;
  readonly extensions: readonly string[];
  /** `stream`: too long to hold, opened by name. Must agree with the reader's own `form`. */
  readonly form: ModelReader['form'];
  /** Extensions of files that belong to an input, such as `.prop`. */
  readonly companions?: readonly string[];
  load(): Promise<ModelReader>;
}

export const engines: readonly EngineEntry[] = [
  { info: exploreInfo, load: async () => (await import('../engines/explore/engine.js')).exploreEngine },
];

export const readers: readonly ReaderEntry[] = [
  {
    id: 'eml',
    form: 'text',
    extensions: ['.eml'],
    load: async () => (await import('../frontends/eml/reader.js')).emlReader,
  },
];

export const replayers: Readonly<Record<string, () => Promise<Replayer>>> = {
  program: async () => (await import('../verdict/replay/program-replayer.js')).programReplayer,
};

export const certifiers: Readonly<Record<string, () => Promise<Certifier>>> = {};

/** Commands of contract.md whose engine is still to come. */
export const plannedEngines: readonly string[] = ['atomicity', 'races', 'cover', 'pairwise'].filter(
  (id) => !engines.some((entry) => entry.info.id === id),
);

export function engineEntry(id: string): EngineEntry | undefined {
  return engines.find((entry) => entry.info.id === id);
}

export function readerById(id: string): ReaderEntry | undefined {
  return readers.find((reader) => reader.id === id);
}

export function readerForFile(file: string): ReaderEntry | undefined {
  const name = file.replace(/\.gz$/, '').toLowerCase();
  return readers.find((reader) => reader.extensions.some((extension) => name.endsWith(extension)));
}
