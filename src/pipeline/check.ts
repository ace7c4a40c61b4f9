// `heddle check` for programs: one text in, findings out, verified like those of the command line. Runs in a browser too.

import type { Diagnostic } from '../base/diagnostic.js';
import type { OptionValues } from '../verdict/options.js';
import type { Finding } from '../verdict/verdict.js';
import { engines, readers } from './catalogue.js';
import type { Answer, CompanionText, Platform } from './job.js';
import { planJobs } from './plan.js';
import { portablePlatform } from './portable-platform.js';
import { runJob } from './run-job.js';
import { stoppedFinding } from './stopped.js';

export interface CheckOptions {
  /** What the text is written in, e.g. `eml`, `java`, `typescript`, `spec`: the ids of `readers`. */
  readonly language: string;
  /** The name that places in findings carry. */
  readonly file?: string;
  /** Just this engine, as its command asks; otherwise all that fit, as `heddle check` asks. */
  readonly engine?: string;
  /** Options of the engines by their names on the command line: `{ method: 'full', labels: ['a,b', 'b,c'], all: true }`. */
  readonly options?: Readonly<Record<string, string | number | true | readonly string[]>>;
  /** Texts that belong to the input, by extension, e.g. `.prop`. */
  readonly companions?: Readonly<Record<string, CompanionText>>;
  /** Seconds; what is not finished by then is unknown. */
  readonly timeLimit?: number;
  readonly seed?: number;
  /** Clock and files; `heddle/node` has those of Node, which Java needs for its parser. */
  readonly platform?: Platform;
}

export interface Checked {
  /** Violated before unknown before holds; `error` when the text cannot be read or an option makes no sense. */
  readonly verdict: 'violated' | 'holds' | 'unknown' | 'error';
  readonly findings: readonly Finding[];
  readonly diagnostics: readonly Diagnostic[];
  /** What was not asked, and why. */
  readonly skipped: readonly { readonly engine: string; readonly because: string }[];
}

export async function check(text: string, options: CheckOptions): Promise<Checked> {
  const { language, companions = {}, platform = portablePlatform, timeLimit, seed = 1, engine } = options;
  const file = options.file ?? `input.${language}`;
  const mistakes = misunderstood(options);
  if (mistakes.length > 0) return { verdict: 'error', findings: [], diagnostics: mistakes, skipped: [] };
  const milliseconds = timeLimit === undefined ? undefined : timeLimit * 1000;
  const [job] = planJobs({
    engines: engine === undefined ? { kind: 'fitting' } : { kind: 'named', id: engine },
    inputs: [{ file, reader: language, content: { kind: 'text', text, companions } }],
    options: optionValues(options.options ?? {}),
    limits: milliseconds === undefined ? {} : { milliseconds, until: platform.now() + milliseconds },
    seed,
  });
  const { reading, answers } = await runJob(job!, platform, () => {});
  const asked = answers.map((answer, i) => told(answer, job!.questions[i]!.engine));
  const findings = asked.flatMap((one) => one.findings);
  const diagnostics = [...reading, ...asked.flatMap((one) => one.diagnostics)];
  return {
    verdict: verdictOf(findings, diagnostics),
    findings,
    diagnostics,
    skipped: asked.flatMap((one) => one.skipped),
  };
}

/** Names that nothing has: what was meant must not be guessed, or left out. */
function misunderstood({ language, engine, options = {} }: CheckOptions): Diagnostic[] {
  const complain = (message: string, help: string): Diagnostic => ({
    code: 'HD0006',
    severity: 'error',
    message,
    help,
  });
  const among = (names: readonly string[]) => `one of ${names.join(', ')}`;
  const languages = readers.map(({ id }) => id);
  if (!languages.includes(language)) return [complain(`no language '${language}'`, among(languages))];
  const ids = engines.map(({ info }) => info.id);
  if (engine !== undefined && !ids.includes(engine)) return [complain(`no engine '${engine}'`, among(ids))];
  const asked = engine === undefined ? engines : engines.filter(({ info }) => info.id === engine);
  const known = new Set(asked.flatMap(({ info }) => info.options.map(({ name }) => name)));
  const unknown = Object.keys(options).filter((name) => !known.has(name));
  return unknown.map((name) => complain(`no option '${name}'`, among([...known].sort())));
}

function told(answer: Answer, engine: string): Omit<Checked, 'verdict'> {
  switch (answer.kind) {
    case 'stopped':
      return { findings: [stoppedFinding(engine, answer.because, answer.obstacle)], diagnostics: [], skipped: [] };
    case 'skipped':
      return { findings: [], diagnostics: [], skipped: [{ engine, because: answer.because }] };
    case 'done': {
      const skipped = (answer.notes ?? []).map((because) => ({ engine, because }));
      return { findings: answer.findings, diagnostics: answer.diagnostics, skipped };
    }
  }
}

/** A violation that is only possible is unknown. */
function verdictOf(findings: readonly Finding[], diagnostics: readonly Diagnostic[]): Checked['verdict'] {
  if (diagnostics.some(({ severity }) => severity === 'error')) return 'error';
  if (findings.some(({ verdict }) => verdict.kind === 'violated' && verdict.confirmed)) return 'violated';
  return findings.length > 0 && findings.every(({ verdict }) => verdict.kind === 'holds') ? 'holds' : 'unknown';
}

function optionValues(options: NonNullable<CheckOptions['options']>): OptionValues {
  const texts = (value: (typeof options)[string]) =>
    Array.isArray(value) ? value : [value === true ? '' : `${value}`];
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, texts(value).map((text) => ({ text }))]),
  );
}
