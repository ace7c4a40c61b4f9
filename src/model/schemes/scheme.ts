// Higher-order recursion schemes: a grammar of typed rules that generates one, possibly infinite, tree. Terms are spines
// (a head applied to arguments). After reading, every rule body is of base sort, and terminals are fully applied:
// partial applications have been wrapped in rules of their own.

import type { SourceText, Span } from '../../base/source-text.js';
import type { AutomatonTable } from '../../logic/tree-automata/index.js';

export type Head =
  | { readonly kind: 'rule'; readonly rule: number }
  | { readonly kind: 'variable'; readonly index: number }
  | { readonly kind: 'terminal'; readonly name: string };

export interface Term {
  readonly head: Head;
  readonly args: readonly Term[];
  /** Where the head is written; undefined for what the reader has added. */
  readonly span: Span | undefined;
}

export interface Rule {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly body: Term;
  readonly order: number;
  readonly span: Span;
}

export interface Scheme {
  readonly kind: 'scheme';
  readonly source: SourceText;
  /** The first one is the start. */
  readonly rules: readonly Rule[];
  /** Number of arguments of each terminal. */
  readonly ranks: ReadonlyMap<string, number>;
  /** The property that the file carries. */
  readonly automaton?: AutomatonTable;
  /** The file writes the automaton as `BEGINATA` rather than `BEGINA`. */
  readonly alternating: boolean;
}

export function orderOf(scheme: Scheme): number {
  return Math.max(0, ...scheme.rules.map(({ order }) => order));
}
