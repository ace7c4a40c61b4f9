// A decision procedure for one kind of model. Pure: no I/O, no clock, deterministic for a given seed.
// `run` is a generator: it yields progress at ticks (hot loops every few thousand steps) and findings as they are
// ready; the driver answers each yield with a Stop when a limit is reached. An engine that is told to stop yields
// `unknown` for the questions still open and returns.

import type { Stop } from '../base/budget.js';
import type { Diagnostic } from '../base/diagnostic.js';
import type { Json } from '../base/json.js';
import type { RuleTable } from '../base/rule.js';
import type { Place } from '../base/source-text.js';
import type { Model } from '../model/model.js';
import type { OptionSpec, OptionValues } from './options.js';
import type { Finding } from './verdict.js';

export interface EngineInfo {
  /** Also the name of its command. */
  readonly id: string;
  readonly summary: string;
  /** `Model.kind` values it takes. */
  readonly modelKinds: readonly Model['kind'][];
  /** Reader ids its command takes, in the order of the help text. */
  readonly inputs: readonly string[];
  readonly methods: readonly string[];
  readonly options: readonly OptionSpec[];
  /** Commands with a line of explanation, for `--help`. */
  readonly examples: readonly (readonly [command: string, explanation: string])[];
  /** What its codes stand for. */
  readonly rules: RuleTable;
  /** Papers, for `--help` and docs. */
  readonly references: readonly string[];
  /**
   * Large tasks may be asked in parts; `concluded`: and then somebody has to say what the parts mean together, several who
   * share that where it takes long (`concluded in parts`).
   */
  readonly splits?: 'parts' | 'concluded' | 'concluded in parts';
  /** For `--portfolio`: ways to answer the same question, each as values of options. */
  readonly contenders?: readonly Readonly<Record<string, string>>[];
}

/** A share of a task. Parts are numbered from 0, in the order of what they say; numbers from `of` on are their conclusions. */
export interface Part {
  readonly index: number;
  readonly of: number;
  /** How many conclusions there are, where there are several. */
  readonly conclusions?: number;
}

/** Which share of what follows from the parts somebody concludes. */
export function conclusionShare({ index, of, conclusions = 1 }: Part): Part {
  return { index: index - of, of: conclusions };
}

/** What of a list belongs to a part: neighbours stay together, and nothing is lost or said twice. */
export function shareOf<T>(items: readonly T[], part: Part | undefined): readonly T[] {
  if (!part) return items;
  const bound = (index: number) => Math.floor((items.length * index) / part.of);
  return items.slice(bound(part.index), bound(part.index + 1));
}

/** Does this part say what is to be said once? */
export function isFirst(part: Part | undefined): boolean {
  return part === undefined || part.index === 0;
}

export interface Task<M extends Model = Model> {
  readonly file: string;
  readonly model: M;
  readonly options: OptionValues;
  /** Only this share of it is asked. */
  readonly part?: Part;
}

export interface RunContext {
  readonly seed: number;
  /** Accounts for large typed arrays (worker limits do not see them); negative when given back. */
  reserve(bytes: number): void;
  /** Engines with many questions say when the next one begins, for `--query-time-limit`. */
  nextQuestion(): void;
  /** Another program that decides SMT-LIB scripts, where there is one; undefined when it has no answer. */
  readonly smtSolver?: SmtSolver;
}

export type SmtSolver = (script: string) => 'sat' | 'unsat' | undefined;

export type EngineEvent =
  | { readonly kind: 'progress'; readonly done: number; readonly total?: number; readonly text?: string }
  /** The model's byte source is pending: resume when it is ready. */
  | { readonly kind: 'await-input'; readonly ready: Promise<void> }
  | { readonly kind: 'finding'; readonly finding: Finding }
  /** What a part of a task leaves for its conclusion; at most once. */
  | { readonly kind: 'carry'; readonly carried: Json }
  /** A warning, or (for streamed inputs) an error in the input that ends the run. */
  | { readonly kind: 'diagnostic'; readonly diagnostic: Diagnostic };

export type EngineRun = Generator<EngineEvent, void, Stop | undefined>;

export type Applicability =
  | { readonly ok: true }
  | { readonly ok: false; readonly because: string; readonly place?: Place };

export const applies: Applicability = { ok: true };

/** An engine that does not know what is missing from answers. */
export const cannotSay = 'the engine cannot say what is missing';

export interface Engine<M extends Model = Model> {
  readonly info: EngineInfo;
  /** Diagnostics for option values that make no sense (unknown label, malformed target). */
  checkOptions(task: Task<M>): readonly Diagnostic[];
  /** Can it take this model? If not, the reason names the construct. */
  applicable(task: Task<M>): Applicability;
  /** Is there something to ask, when the user only said `check`? */
  worthAsking(task: Task<M>): Applicability;
  /** The questions of `check`, each as options, where they are others than those of the engine's own command. */
  questionsOfCheck?(task: Task<M>): readonly OptionValues[];
  /**
   * For answers that come from elsewhere, each of which has been checked: what of the task they leave open, as a
   * sentence (what holds only for a part of it leaves the rest open). Or `cannotSay`. Of a part, `carried` is what it leaves
   * for its conclusion to say.
   */
  unanswered?(task: Task<M>, answers: readonly Finding[], carried?: Json): string | undefined;
  run(task: Task<M>, context: RunContext): EngineRun;
  /**
   * What the parts of a task say together, beyond what each has said: all of it, or the share of a conclusion. `carried` is
   * plain data from anywhere, one for each part, undefined where a part has no answer.
   */
  conclude?(task: Task<M>, carried: readonly (Json | undefined)[], context: RunContext): EngineRun;
}
