// The options that every analysis command has, from flags and configuration to one checked record.

import type { Limits } from '../base/budget.js';
import type { OptionSpec, OptionValue, OptionValues } from '../verdict/options.js';
import { fail } from './failure.js';
import { nodePlatform } from './platform.js';
import { didYouMean } from './suggestion.js';

export const reportKinds = ['text', 'json', 'jsonl', 'csv', 'sarif', 'html'] as const;

export type ReportKind = (typeof reportKinds)[number];

export const commonOptions: readonly OptionSpec[] = [
  {
    name: 'format',
    placeholder: 'kind',
    choices: reportKinds,
    description: 'report on standard output (default: text)',
  },
  { name: 'output', placeholder: 'file', description: 'write that report to a file instead' },
  { name: 'report', placeholder: 'kind=file', repeatable: true, description: 'a further report, e.g. sarif=out.sarif' },
  { name: 'as', placeholder: 'kind', description: 'kind of every input, whatever its name; needed for -' },
  { name: 'time-limit', placeholder: 's', description: 'for the whole command; what is finished is kept' },
  { name: 'query-time-limit', placeholder: 's', description: 'for each question' },
  { name: 'memory-limit', placeholder: 'mb', type: 'integer', description: 'stop beyond this much memory' },
  { name: 'jobs', placeholder: 'n', type: 'integer', description: 'parallel workers (default: cores)' },
  {
    name: 'run',
    placeholder: 'folder',
    description: 'keep what is answered: the same command goes on where it stopped',
  },
  {
    name: 'cache',
    placeholder: 'folder',
    description: 'reuse answers to the same questions, checked again (default: off)',
  },
  { name: 'cluster', placeholder: 'url', description: 'ask the workers of a cluster, e.g. redis://host:6379' },
  {
    name: 'priority',
    placeholder: 'n',
    type: 'integer',
    description: 'of its questions in the cluster, 1 first (default: 10)',
  },
  {
    name: 'portfolio',
    description: 'several methods and search orders at once for each question; the first answer that is checked counts',
  },
  { name: 'seed', placeholder: 'n', type: 'integer', description: 'for methods that draw random numbers (default: 1)' },
  { name: 'possible-is-violation', description: 'what may happen only if conditions are free counts as violated' },
  { name: 'baseline', placeholder: 'file', description: 'violations that are known: marked, and not counted' },
  { name: 'update-baseline', description: 'write all violations of this run into that file' },
  {
    name: 'since',
    placeholder: 'rev',
    description: 'of source code in folders, only files changed since this git revision',
  },
  {
    name: 'compare',
    placeholder: 'option=a,b',
    description: 'ask with each of these values of an option; a table of verdicts and times',
  },
  { name: 'certificates', description: 'write certificates into the JSON report' },
  {
    name: 'certify-steps',
    placeholder: 'n',
    type: 'integer',
    description: 'steps of checkers for each question (default: 8000000; 0: certify nothing)',
  },
  { name: 'strict', description: 'what holds without an accepted certificate counts as unknown (exit 3)' },
  { name: 'quiet', description: 'no progress, only the summary and violations' },
  { name: 'full', description: 'every violation in full, however many' },
  { name: 'stats', description: 'statistics and grounds of each result' },
  { name: 'config', placeholder: 'file', description: 'configuration (default: heddle.config.json, found upwards)' },
];

export interface ReportTarget {
  readonly kind: ReportKind;
  /** Standard output when absent. */
  readonly file?: string;
}

export interface Settings {
  readonly reports: readonly ReportTarget[];
  readonly as?: string;
  readonly since?: string;
  readonly limits: Limits;
  readonly jobs?: number;
  readonly run?: string;
  readonly cache?: string;
  readonly cluster?: { readonly cluster: string; readonly priority: number };
  readonly portfolio: boolean;
  readonly seed: number;
  readonly baseline?: string;
  readonly updateBaseline: boolean;
  readonly certificates: boolean;
  readonly strict: boolean;
  readonly quiet: boolean;
  readonly stats: boolean;
  readonly full: boolean;
}

export function settingsOf(values: OptionValues): Settings {
  const text = (name: string) => values[name]?.at(-1)?.text;
  const as = text('as');
  const jobs = text('jobs');
  const run = text('run');
  const cache = text('cache');
  const cluster = text('cluster');
  const baseline = text('baseline');
  const since = text('since');
  if (jobs === '0') fail('HD0006', '--jobs must be at least 1');
  if (values['update-baseline'] && baseline === undefined) fail('HD0006', '--update-baseline needs --baseline file');
  return {
    reports: reportTargets(text('format') ?? 'text', text('output'), values['report'] ?? []),
    ...(as === undefined ? {} : { as }),
    ...(since === undefined ? {} : { since }),
    limits: limitsOf(text),
    ...(jobs === undefined ? {} : { jobs: Number(jobs) }),
    ...(run === undefined ? {} : { run }),
    ...(cache === undefined ? {} : { cache }),
    ...(cluster === undefined ? {} : { cluster: { cluster, priority: Number(text('priority') ?? 10) } }),
    portfolio: values['portfolio'] !== undefined,
    seed: Number(text('seed') ?? 1),
    ...(baseline === undefined ? {} : { baseline }),
    updateBaseline: values['update-baseline'] !== undefined,
    certificates: values['certificates'] !== undefined,
    strict: values['strict'] !== undefined,
    quiet: values['quiet'] !== undefined,
    stats: values['stats'] !== undefined,
    full: values['full'] !== undefined,
  };
}

function limitsOf(text: (name: string) => string | undefined): Limits {
  const seconds = (name: string) => {
    const value = text(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (value.trim() === '' || !(number > 0))
      fail('HD0006', `--${name} takes a positive number of seconds, not '${value}'`);
    return number * 1000;
  };
  const milliseconds = seconds('time-limit');
  const millisecondsPerQuestion = seconds('query-time-limit');
  const megabytes = text('memory-limit');
  const steps = text('certify-steps');
  return {
    ...(milliseconds === undefined ? {} : { milliseconds, until: nodePlatform.now() + milliseconds }),
    ...(millisecondsPerQuestion === undefined ? {} : { millisecondsPerQuestion }),
    ...(steps === undefined ? {} : { certifyingSteps: Number(steps) }),
    ...(megabytes === undefined ? {} : { bytes: Number(megabytes) * 2 ** 20 }),
  };
}

function reportTargets(format: string, output: string | undefined, extra: readonly OptionValue[]): ReportTarget[] {
  const targets: ReportTarget[] = [
    { kind: reportKind('--format', format), ...(output === undefined ? {} : { file: output }) },
  ];
  for (const { text } of extra) {
    const [kind = '', ...rest] = text.split('=');
    if (rest.length === 0 || rest.join('=') === '') fail('HD0006', `--report takes kind=file, not '${text}'`);
    targets.push({ kind: reportKind('--report', kind), file: rest.join('=') });
  }
  const files = targets.flatMap(({ file }) => file ?? []);
  const twice = files.find((file, i) => files.indexOf(file) !== i);
  if (twice !== undefined) fail('HD0006', `two reports would be written to '${twice}'`);
  return targets;
}

function reportKind(option: string, text: string): ReportKind {
  const kind = reportKinds.find((known) => known === text);
  const help = `it takes one of ${reportKinds.join(', ')}`;
  return kind ?? fail('HD0006', `${option} does not know '${text}'`, { help, ...didYouMean(text, reportKinds) });
}
