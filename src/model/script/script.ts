// A program of several modules, as one model.

import type { SourceText } from '../../base/source-text.js';
import type { Export, Import, Statement, TypeHint } from './syntax.js';

export interface ScriptModule {
  readonly file: string;
  readonly source: SourceText;
  readonly body: readonly Statement[];
  readonly imports: readonly Import[];
  readonly exports: readonly Export[];
  /** Interfaces, type aliases and classes by name: what the outside world looks like. */
  readonly types: Readonly<Record<string, TypeHint>>;
  /** `declare function f(): Promise<T>` and `declare const x: T`. */
  readonly ambient: Readonly<Record<string, TypeHint>>;
}

export interface Script {
  readonly kind: 'script';
  readonly modules: readonly ScriptModule[];
  /** The first so many modules are asked about; the others are there because those use them. */
  readonly asked: number;
  /** Files that were given and not looked at, by reason. */
  readonly left: Readonly<Record<string, number>>;
}
