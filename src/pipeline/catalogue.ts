// The one list of everything that can be plugged in: engines, readers, replayers, certifiers. Adding one is one line here.
// What help texts and planning need is imported; the rest is loaded when it is used, so that start-up stays fast.

import type { Diagnostic } from '../base/diagnostic.js';
import type { Result } from '../base/result.js';
import { asyncInfo } from '../engines/async/info.js';
import { atomicityInfo } from '../engines/atomicity/info.js';
import { coverInfo } from '../engines/cover/info.js';
import { exploreInfo } from '../engines/explore/info.js';
import { pairwiseInfo } from '../engines/pairwise/info.js';
import { racesInfo } from '../engines/races/info.js';
import { reachInfo } from '../engines/reach/info.js';
import type { Certifier } from '../evidence/certifier.js';
import type { Replayer } from '../evidence/replayer.js';
import type { ModelReader } from '../model/model.js';
import type { Engine, EngineInfo, Task } from '../verdict/engine.js';
import type { Subject } from '../verdict/inquiry.js';

export interface EngineEntry {
  readonly info: EngineInfo;
  load(): Promise<Engine>;
  /** Its `--emit`: prints the model in another format instead of deciding anything. */
  loadEmitter?(): Promise<(task: Task) => Result<string, readonly Diagnostic[]>>;
}

export interface ReaderEntry {
  readonly id: string;
  readonly extensions: readonly string[];
  /** `stream`: too long to hold, opened by name. Must agree with the reader's own `form`. */
  readonly form: ModelReader['form'];
  /** Extensions of files that belong to an input, such as `.prop`. */
  readonly companions?: readonly string[];
  /** What it reads are questions: engines are not asked about a model, and what one has told the others do not tell again. */
  readonly inquires?: true;
  load(): Promise<ModelReader<Subject>>;
}

export const engines: readonly EngineEntry[] = [
  { info: atomicityInfo, load: async () => (await import('../engines/atomicity/engine.js')).atomicityEngine },
  { info: exploreInfo, load: async () => (await import('../engines/explore/engine.js')).exploreEngine },
  {
    info: coverInfo,
    load: async () => (await import('../engines/cover/engine.js')).coverEngine,
    loadEmitter: async () => (await import('../engines/cover/emit.js')).emitTask,
  },
  { info: pairwiseInfo, load: async () => (await import('../engines/pairwise/engine.js')).pairwiseEngine },
  { info: racesInfo, load: async () => (await import('../engines/races/engine.js')).racesEngine },
  { info: reachInfo, load: async () => (await import('../engines/reach/engine.js')).reachEngine },
  { info: asyncInfo, load: async () => (await import('../engines/async/engine.js')).asyncEngine },
];

const traces = () => import('../model/traces/trace-readers.js');
const diagrams = () => import('../model/threads/parse-diagram.js');

export const readers: readonly ReaderEntry[] = [
  text('eml', async () => (await import('../frontends/eml/reader.js')).emlReader),
  { ...text('ttd', async () => (await diagrams()).ttdReader), companions: ['.prop'] },
  { ...text('tts', async () => (await diagrams()).ttsReader), companions: ['.prop'] },
  text('spec', async () => (await import('../model/petri/parse-spec.js')).specReader),
  { ...text('pnml', async () => (await import('../model/petri/parse-pnml.js')).pnmlReader), companions: ['.prop'] },
  text('bp', async () => (await import('../frontends/boolean-program/reader.js')).bpReader),
  text('pds', async () => (await import('../model/pushdown/text/reader.js')).pushdownReader),
  text('tree', async () => (await import('../model/trees/reader.js')).treeReader),
  text('hrs', async () => (await import('../model/schemes/reader.js')).schemeReader),
  {
    id: 'typescript',
    form: 'project',
    extensions: ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'],
    load: async () => (await import('../frontends/typescript/reader.js')).loadTypescriptReader(),
  },
  {
    id: 'java',
    form: 'project',
    extensions: ['.java'],
    inquires: true,
    load: async () => (await import('../frontends/java/reader.js')).javaReader,
  },
  stream('std', async () => (await traces()).stdReader),
  stream('csv', async () => (await traces()).csvReader),
  stream('rr', async () => (await traces()).rrReader),
];

function text(id: string, load: ReaderEntry['load']): ReaderEntry {
  return { id, form: 'text', extensions: [`.${id}`], load };
}

function stream(id: string, load: ReaderEntry['load']): ReaderEntry {
  return { id, form: 'stream', extensions: [`.${id}`], load };
}

/** By kind of model. */
export const replayers: Readonly<Record<string, () => Promise<Replayer>>> = {
  program: async () => (await import('../evidence/program/program-replayer.js')).programReplayer,
  threads: async () => (await import('../evidence/cover/threads-replayer.js')).threadsReplayer,
  petri: async () => (await import('../evidence/cover/petri-replayer.js')).petriReplayer,
  trees: async () => (await import('../evidence/pairwise/trees-replayer.js')).treesReplayer,
  scheme: async () => (await import('../evidence/pairwise/scheme-replayer.js')).schemeReplayer,
  pushdown: async () => (await import('../evidence/pushdown/pushdown-replayer.js')).pushdownReplayer,
  trace: async () => (await import('../evidence/traces/trace-replayer.js')).traceReplayer,
  script: async () => (await import('../evidence/script/script-replayer.js')).scriptReplayer,
};

const covers = () => import('../evidence/cover/cover-certifiers.js');
const states = () => import('../evidence/program/states-certifier.js');

/** By kind of certificate. */
export const certifiers: Readonly<Record<string, () => Promise<Certifier>>> = {
  'upward-closed-basis': async () => (await covers()).basisCertifier,
  'coverability-set': async () => (await covers()).coverabilitySetCertifier,
  'states/1': async () => (await states()).statesCertifier,
  'states-local/1': async () => (await states()).localStatesCertifier,
  'executions/1': async () => (await states()).executionsCertifier,
  'lock-histories/2': async () => (await import('../evidence/atomicity/lock-histories.js')).lockHistoriesCertifier,
  'effects/2': async () => (await import('../evidence/pairwise/tree-certifier.js')).treeCertifier,
  'lock-scopes': async () => (await import('../evidence/atomicity/lock-scopes-certifier.js')).lockScopesCertifier,
  'clocks/1': async () => (await import('../evidence/traces/trace-certifier.js')).traceCertifier,
  'backward-closed-automaton': async () =>
    (await import('../evidence/pushdown/closed-automaton-certifier.js')).closedAutomatonCertifier,
  typing: async () => (await import('../evidence/pairwise/scheme-certifier.js')).schemeCertifier,
  schedule: async () => (await import('../evidence/pairwise/effects-schedule.js')).scheduleCertifier,
};

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
