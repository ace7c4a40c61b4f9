// Programs whose outcomes can be asked for: threads that run side by side, and a main thread that waits for them and then
// asserts of each outcome in turn that it is not what happened. A search that misses an execution misses an assertion.

import { programOf } from '../../../frontends/eml/testing/program-of.js';
import type { Program } from '../../../model/program/program.js';
import { outcomes } from './count-traces.js';

export interface ObservedProgram {
  /** Declarations of locks, variables, classes and functions. */
  readonly data: string;
  /** Bodies of the threads. */
  readonly threads: readonly string[];
  /** Integer variables that make up the outcome. */
  readonly observed: readonly string[];
  /** What main does before it spawns the threads, and between two of them. */
  readonly before?: string;
  between?(thread: number): string;
}

/** Without assertions. */
export function plainText(model: ObservedProgram): string {
  return textWith(model, '');
}

/** One assertion per outcome that plain search finds; undefined if there are more states than this. */
export function withOutcomes(model: ObservedProgram, mostStates: number): Program | undefined {
  const program = programOf(plainText(model));
  const found = outcomes(program, mostStates);
  if (!found) return undefined;
  const places = model.observed.map((name) => program.variables.findIndex((variable) => variable.name === name));
  const ends = [...found].filter((outcome) => !outcome.endsWith('deadlock')).map((outcome) => outcome.split(','));
  const codes = [...new Set(ends.map((values) => places.map((place) => values[place]).join()))];
  return programOf(textWith(model, assertions(model.observed, codes)));
}

function assertions(observed: readonly string[], codes: readonly string[]): string {
  const reads = observed.map((name, i) => `let o${i} = ${name};`);
  const differs = (code: string) => code.split(',').map((value, i) => `o${i} == ${value}`);
  return [...reads, ...codes.map((code) => `assert !(${differs(code).join(' && ')});`)].join('\n    ');
}

export function textWith({ data, threads, before, between }: ObservedProgram, after: string): string {
  const functions = threads.map((body, i) => `thread${i} { ${body} }`).join('\n');
  const spawns = threads.map((_, i) => `spawn thread${i}(); ${between?.(i) ?? ''}`).join('\n    ');
  return `${data}\n${functions}\nprocess Main { main {\n    ${before ?? ''}\n    ${spawns}\n    join;\n    ${after}\n} }\n`;
}
