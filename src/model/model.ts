// The kinds of models, a union by `kind`, and how one is read from a file. Each kind lives in its own folder with its
// types, text form (parse, print), validation and concrete semantics (step).

import type { ByteSource } from '../base/byte-source.js';
import type { Diagnostic } from '../base/diagnostic.js';
import type { SourceText } from '../base/source-text.js';
import type { PetriNet } from './petri/net.js';
import type { Program } from './program/program.js';
import type { PushdownModel } from './pushdown/pushdown-model.js';
import type { Scheme } from './schemes/scheme.js';
import type { Script } from './script/script.js';
import type { ThreadDiagram } from './threads/diagram.js';
import type { TraceModel } from './traces/trace-model.js';
import type { TreeForest } from './trees/action-tree.js';

export type Model = Program | Script | ThreadDiagram | PetriNet | PushdownModel | TreeForest | Scheme | TraceModel;

export interface ReadOutcome<M = Model> {
  /** Absent when there are errors. */
  readonly model?: M;
  readonly diagnostics: readonly Diagnostic[];
}

interface ReaderInfo {
  /** The name that `--as` takes. */
  readonly id: string;
  readonly extensions: readonly string[];
  readonly summary: string;
}

/** Reads a model from a text that is all there. */
export interface TextReader extends ReaderInfo {
  readonly form: 'text';
  read(source: SourceText, companions: Companions): ReadOutcome;
}

/** Opens a model over a stream that is too long to hold; malformed content shows when an engine reads it. */
export interface StreamReader extends ReaderInfo {
  readonly form: 'stream';
  /** `open` may be called again only when `reopenable` (standard input cannot be read twice). */
  open(file: string, open: () => ByteSource, reopenable: boolean): ReadOutcome;
}

/** Reads many files as one: what is said in one is used in others. */
export interface ProjectReader<M = Model> extends ReaderInfo {
  readonly form: 'project';
  read(sources: readonly SourceText[], surroundings: ProjectSurroundings): Promise<ReadOutcome<M>>;
}

export interface ProjectSurroundings {
  /** A binary that is part of the package, such as a parser; reading it is not the reader's business. */
  packageBytes(name: string): Promise<Uint8Array>;
  /** Options of the command that have to do with reading. */
  readonly flags: ReadonlySet<string>;
  /** The first so many files are asked about; the others are there because those use them. */
  readonly asked: number;
  /** Files that were left out, by reason. */
  readonly left: Readonly<Record<string, number>>;
}

export type ModelReader<M = Model> = TextReader | StreamReader | ProjectReader<M>;

/** Files that belong to the input, such as `x.prop` beside `x.ttd`; the caller does the reading. */
export interface Companions {
  /** Text of `<file><extension>`, else of the file with its extension replaced. */
  find(extension: string): SourceText | undefined;
}

export const noCompanions: Companions = { find: () => undefined };
