// What a front end for a real language hands to the pipeline: not one model but questions about small models, each with
// the words to tell its answer in terms of the source. Answers are verified on the small model like any other.

import type { Model } from '../model/model.js';
import type { Program } from '../model/program/program.js';
import type { TitledProgram } from '../translate/eml/program-to-eml.js';
import type { OptionValues } from './options.js';
import type { Finding } from './verdict.js';

/** What a question is about, known before it is asked: questions of one fault have one answer for a reader. */
export interface Suspicion {
  readonly class: string;
  /** What would have to be mended. */
  readonly fault: string;
  /** Smaller is surer. */
  readonly order: number;
  readonly rank: 'low' | 'normal';
  /** Who meets whom there, in a few words. */
  readonly rival: string;
  readonly methods: readonly string[];
  readonly fields: readonly string[];
}

export interface AskedProgram {
  /** Stays the same from run to run: `replay` finds the program by it. */
  readonly id: string;
  readonly engine: string;
  readonly options: OptionValues;
  readonly suspicion?: Suspicion;
  /** The answer is also that of another program of the same shape that has the same words here. */
  readonly alike?: string;
  build(): Program;
  /** Known without an engine; its certificate is checked like any other. */
  answer?(): Finding;
  /** The engine's answer in the words of the source; undefined where it adds nothing. */
  tell(answer: Finding): Finding | undefined;
}

/** Candidates are asked in order until one is violated; if none is, `otherwise` says what holds. */
export interface Inquiry {
  readonly id: string;
  /** The class, for questions that compare its methods. */
  readonly about?: string;
  /** The engine whose command asks it. */
  readonly engine: string;
  readonly candidates: readonly AskedProgram[];
  readonly otherwise?: AskedProgram;
}

export interface InquiryModel {
  readonly kind: 'inquiries';
  /** For `translate`; made when asked for. */
  programs?(): readonly TitledProgram[];
  readonly inquiries: readonly Inquiry[];
  /** Answers that need no engine: what is unknown, what was not looked at. */
  readonly settled: readonly Finding[];
  readonly notes: readonly { readonly what: string; readonly because: string }[];
}

/** What a reader makes of its input. */
export type Subject = Model | InquiryModel;

export function askedPrograms(model: InquiryModel): readonly AskedProgram[] {
  return model.inquiries.flatMap(({ candidates, otherwise }) => (otherwise ? [...candidates, otherwise] : candidates));
}
