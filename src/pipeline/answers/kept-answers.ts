// Answers about the small programs that source code is asked in, kept from one command to the next. What is found there is
// nobody's word: it is replayed and certified again on the program as it is now, and must say everything that was asked.

import { SourceText } from '../../base/source-text.js';
import type { Program } from '../../model/program/program.js';
import type { AskedProgram } from '../../verdict/inquiry.js';
import type { Finding } from '../../verdict/verdict.js';
import type { Job } from '../job.js';

/** Questions are plain data: equal ones have one answer. */
export interface KeptAnswers {
  find(question: unknown): readonly Finding[] | undefined;
  keep(question: unknown, findings: readonly Finding[]): void;
}

/** All that the answer depends on: the program with its places, the engine, its options, the limits. */
export function questionAbout(program: Program, asked: AskedProgram, { limits, seed }: Job): unknown {
  const { until: _until, ...lasting } = limits;
  return [asked.engine, asked.options, lasting, seed, plain(program)];
}

/** Sources by their names: where something stands in them is said by spans. */
function plain(program: Program): unknown {
  return JSON.stringify(program, (_, value) => (value instanceof SourceText ? value.file : value));
}
