// What every reporter is given. Entries may be millions, so they are an iterable that each reporter walks once, and a
// reporter answers with chunks of text rather than one string.

import type { Diagnostic } from '../base/diagnostic.js';
import type { RuleTable } from '../base/rule.js';
import type { SourceText } from '../base/source-text.js';
import type { ClaimOptions } from '../verdict/options.js';
import type { Finding } from '../verdict/verdict.js';
import type { Acceptance, Severity } from './triage/triage.js';

/** A file as it was read: what a report is about. */
export interface HashedFile {
  readonly file: string;
  /** Of its bytes, unpacked; absent only when it was not read to its end (standard input, a limit). */
  readonly sha256?: string;
}

export interface InputFile extends HashedFile {
  /** Bytes after unpacking. */
  readonly bytes?: number;
  /** The reader that made a model of it. */
  readonly reader?: string;
  /** Files that were read beside it: targets, patterns. */
  readonly companions?: readonly HashedFile[];
}

export interface ReportEntry {
  readonly file: string;
  readonly finding: Finding;
  /** How grave a violation is here; absent before triage, and for other verdicts. */
  readonly severity?: Severity;
  /** Less than an error by configuration, or by what the front end knows: shown, and fails nothing. */
  readonly tolerated?: true;
  /** The user takes what is only possible for a violation. */
  readonly insisted?: true;
  /** Somebody has accepted it: marked, and not counted as violated. */
  readonly accepted?: Acceptance;
  /** What the test of a finding has shown on the real code; absent where none was asked for. */
  readonly onCode?: OnCode;
  /** The options of the run that change what was asked, for the claim of a `holds`. */
  readonly options?: ClaimOptions;
}

/** The test that fails on the code as it is; or why there is none. */
export type OnCode =
  | { readonly reproduced: true; readonly test: string }
  | { readonly reproduced: false; readonly because: string };

/** An engine that was not run on an input, and why. */
export interface Skipped {
  readonly file: string;
  readonly engine: string;
  readonly because: string;
}

/** What an engine needed for an input, replays and checkers included. */
export interface EngineTime {
  readonly file: string;
  readonly engine: string;
  readonly milliseconds: number;
}

/** The text of an input, when it is at hand: streamed traces have none. */
export interface SourceLookup {
  find(file: string): SourceText | undefined;
}

export interface Report {
  readonly version: string;
  /** As typed, without redirections: what reproduces the report. */
  readonly command: string;
  readonly inputs: readonly InputFile[];
  readonly entries: Iterable<ReportEntry>;
  readonly skipped: readonly Skipped[];
  readonly diagnostics: readonly Diagnostic[];
  readonly times?: readonly EngineTime[];
  /** Results that come from a cache, checked again. */
  readonly reused?: number;
  readonly sources: SourceLookup;
  /** What the codes of findings and diagnostics stand for. */
  readonly rules: RuleTable;
}

export interface ReportOptions {
  readonly colour: boolean;
  /** Write certificates into the report. */
  readonly certificates: boolean;
  readonly stats: boolean;
  readonly quiet: boolean;
  /** Every violation in full, however many. */
  readonly full: boolean;
  /** Columns of the terminal. */
  readonly width: number;
}

export const plainReport: ReportOptions = {
  colour: false,
  certificates: false,
  stats: false,
  quiet: false,
  full: false,
  width: 100,
};

/** Pure: the same report and options give the same chunks. */
export type Reporter = (report: Report, options: ReportOptions) => Iterable<string>;

/** A report that can be written while its results are found: one line or a few for each, the rest at the end. */
export interface LineReporter {
  head(about: Pick<Report, 'version' | 'command'>): string;
  /** `model`: the input's hash. */
  entry(entry: ReportEntry, model: string | undefined): string;
  foot(report: Omit<Report, 'entries'>): Iterable<string>;
}

/** All at once, of a report that is there. */
export function* writeLines(reporter: LineReporter, report: Report): Generator<string> {
  yield reporter.head(report);
  const hashes = new Map(report.inputs.map(({ file, sha256 }) => [file, sha256]));
  for (const entry of report.entries) yield reporter.entry(entry, hashes.get(entry.file));
  yield* reporter.foot(report);
}
