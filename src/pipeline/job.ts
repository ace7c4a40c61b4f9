// One input with all questions about it: read once, asked many times. Plain data in and out, so that it can travel to a
// worker; a pool that has nothing better to do may deal out its questions one by one.

import type { Limits } from '../base/budget.js';
import type { ByteSource } from '../base/byte-source.js';
import type { Diagnostic } from '../base/diagnostic.js';
import type { Json } from '../base/json.js';
import type { Part, SmtSolver } from '../verdict/engine.js';
import type { OptionValues } from '../verdict/options.js';
import type { Finding, Obstacle } from '../verdict/verdict.js';

import type { KeptAnswers } from './answers/kept-answers.js';

/** An input by content (texts are small) or by name (streams are not). */
export interface Input {
  readonly file: string;
  /** Reader id of the catalogue. */
  readonly reader: string;
  readonly content:
    | { readonly kind: 'text'; readonly text: string; readonly companions: Readonly<Record<string, CompanionText>> }
    | { readonly kind: 'stream'; readonly reopenable: boolean }
    /** Many files that are one program. */
    | {
        readonly kind: 'project';
        readonly sources: readonly CompanionText[];
        /** The first so many are asked about; all when absent. */
        readonly asked?: number;
        /** Files that were left out, by reason. */
        readonly left?: Readonly<Record<string, number>>;
      };
}

/** A stream that comes once, as standard input does. */
export function isReadOnce({ content }: Pick<Input, 'content'>): boolean {
  return content.kind === 'stream' && !content.reopenable;
}

export interface CompanionText {
  readonly file: string;
  readonly text: string;
}

/** What an input was when it was read. */
export interface Digest {
  readonly sha256: string;
  readonly bytes: number;
}

/** What one engine is asked about an input. */
export interface Question {
  readonly engine: string;
  readonly options: OptionValues;
  /** The user named the engine: then "does not apply" is an error, otherwise the engine is skipped. */
  readonly asked: boolean;
  /** Others are asked the same: an input without a question is named, and fails nothing. */
  readonly amongOthers?: true;
  /** Options that answer it too, for a race: the first answer that can be checked counts. */
  readonly contenders?: readonly OptionValues[];
  /** One of the parts that a large question was split into; from number `of` on, past the last, are their conclusions. */
  readonly part?: Part;
  /** Of a conclusion: what is known of its parts already. */
  readonly carried?: readonly (Json | undefined)[];
}

export function isConclusion({ part }: Pick<Question, 'part'>): boolean {
  return part !== undefined && part.index >= part.of;
}

export interface Job {
  readonly input: Input;
  readonly questions: readonly Question[];
  readonly limits: Limits;
  readonly seed: number;
}

/** What became of the input itself. */
export interface Reading {
  /** What is wrong with it. */
  readonly reading: readonly Diagnostic[];
  /** Of a stream that was read to its end. */
  readonly digest?: Digest;
}

export interface JobOutcome extends Reading {
  /** One per question, in their order; none when the input cannot be read. */
  readonly answers: readonly Answer[];
}

/** How a question ended; what was found has been told before. */
export type Ending =
  | {
      readonly kind: 'done';
      readonly diagnostics: readonly Diagnostic[];
      /** What was not looked at or is not shown, one sentence each. */
      readonly notes?: readonly string[];
      /** Results that were not asked for: answers from elsewhere stood the check. */
      readonly reused?: number;
      /** Of engine, replays and checkers together. */
      readonly milliseconds?: number;
      /** The time or memory of the command was over: with more of it there may be more to say. */
      readonly cut?: true;
      /** Of a part, for its conclusion. */
      readonly carried?: Json;
    }
  | { readonly kind: 'skipped'; readonly because: string }
  /** Ended from outside, with nothing to show. */
  | { readonly kind: 'stopped'; readonly because: string; readonly obstacle?: Obstacle };

export type Answer =
  | (Extract<Ending, { kind: 'done' }> & { readonly findings: readonly Finding[] })
  | Exclude<Ending, { kind: 'done' }>;

/** Is told what a job finds, as soon as it is verified; a promise when it needs time to take it. */
export interface JobSink {
  progress(report: ProgressReport): void;
  /** Further findings of a question, in their order. */
  findings(question: number, findings: readonly Finding[]): Promise<void> | undefined;
  ended(question: number, ending: Ending): Promise<void> | undefined;
}

/** What the surroundings provide: the clock, streams, and a chance to handle other events. */
export interface Platform {
  now(): number;
  /** Bytes the whole process uses, or 0 where that cannot be known. */
  memoryInUse(): number;
  /** Why there is no room to go on, given what `memoryInUse` says; absent where that cannot be known. */
  memoryShortage?(inUse: number): string | undefined;
  /** `again`: whoever asks has opened it before. */
  openStream(file: string, again?: boolean): ByteSource;
  /** Of a stream that has been read to its end. */
  digestOf?(file: string): Digest | undefined;
  /** A binary of the package, such as a parser. */
  packageBytes?(name: string): Promise<Uint8Array>;
  /** `z3`, if it is installed. */
  readonly smtSolver?: SmtSolver;
  /** Of small programs that were asked about before. */
  readonly kept?: KeptAnswers;
  /** Lines for whoever debugs an engine; absent when nobody asked. */
  trace?(topic: string, text: string): void;
  /** Internal errors say where in Heddle they happened. */
  readonly showsStacks?: boolean;
  /** Resolves after pending events (signals, messages, painting) were handled. */
  breathe(): Promise<void>;
}

export interface ProgressReport {
  readonly file: string;
  readonly engine: string;
  readonly done: number;
  readonly total?: number;
  readonly text?: string;
}
