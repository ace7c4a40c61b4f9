// One analysis: jobs to a pool, what it finds through triage into reports, and the exit code. Reports made of lines are
// written while results are found; entries are kept only where something needs them again.

import { type Diagnostic, hasErrors } from '../../base/diagnostic.js';
import type { SourceText } from '../../base/source-text.js';
import { ruleTable } from '../../pipeline/rules.js';
import type { InputFile, OnCode, Report, ReportEntry } from '../../report/report.js';
import { Triage, type TriageRules } from '../../report/triage/triage.js';
import type { OptionValues } from '../../verdict/options.js';
import { Tally } from '../exit-code.js';
import { writeBaseline } from '../files/triage-files.js';
import { writeMessages } from '../messages.js';
import { noProgress, progressLine } from '../progress.js';
import { isLineKind, LineReport, writeReport } from '../reports.js';
import type { Settings } from '../settings.js';
import { version } from '../version.js';
import { type GatheredJob, Gathering } from './gathering.js';
import { Interruption, interruptedExit } from './interruption.js';
import type { ResultSource } from './source.js';

/** What a report is about, beside its results. */
export interface ReportSubject {
  readonly command: string;
  readonly inputs: readonly InputFile[];
  /** What is wrong with inputs that were not asked about. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, SourceText>;
}

export class Analysis {
  readonly #tally = new Tally();
  readonly #triage: Triage;
  readonly #lines: readonly LineReport[];
  readonly #kept: ReportEntry[] = [];
  readonly #gathering: Gathering;
  readonly #interruption = new Interruption();
  readonly #progress;
  /** By the name of the finding: what its test has shown. */
  readonly #onCode = new Map<string, OnCode>();
  readonly #hashes: ReadonlyMap<string, string | undefined>;

  constructor(
    readonly jobs: readonly GatheredJob[],
    readonly subject: ReportSubject,
    readonly source: ResultSource,
    readonly values: OptionValues,
    readonly settings: Settings,
    readonly rules: TriageRules,
  ) {
    this.#triage = this.#freshTriage();
    this.#hashes = new Map(subject.inputs.map(({ file, sha256 }) => [file, sha256]));
    this.#progress = settings.quiet ? noProgress : progressLine(process.stderr);
    const targets = settings.reports.filter(({ kind }) => isLineKind(kind));
    this.#lines = targets.map((target) => new LineReport(target, settings, this.#about()));
    this.#gathering = new Gathering(jobs, {
      strict: settings.strict,
      progress: (report) => {
        this.#interruption.listen();
        const { done, share } = this.#gathering;
        this.#progress.show(report, { done, total: jobs.length, share });
      },
      take: (entries) => this.#take(entries),
    });
  }

  async run(): Promise<number> {
    try {
      const interrupted = await this.#interruption.during(this.source.tell(this.#gathering));
      if (interrupted) await this.#gathering.interrupt('interrupted');
      this.#progress.clear();
      const diagnostics = [
        ...(this.source.notes ?? []),
        ...this.subject.diagnostics,
        ...this.#gathering.diagnostics,
        ...this.#triage.diagnostics(),
      ];
      const report = this.#report(diagnostics);
      await this.#write(report);
      const { updateBaseline, baseline } = this.settings;
      if (updateBaseline) writeBaseline(baseline!, report);
      if (interrupted) {
        // What is answered is kept: nothing after this line is run.
        this.source.close?.();
        process.exit(interruptedExit);
      }
      return this.#tally.exitCode(hasErrors(diagnostics));
    } finally {
      this.source.close?.();
    }
  }

  async #take(entries: readonly ReportEntry[]): Promise<void> {
    this.#interruption.listen();
    const tried = this.#confirms ? await this.#confirmed(entries) : entries;
    const marked = tried.map((entry) => this.#triage.mark(entry));
    for (const entry of marked) this.#tally.add(entry);
    if (this.#keeps()) for (const entry of marked) this.#kept.push(entry);
    for (const lines of this.#lines) await lines.entries(marked, (file) => this.#hashOf(file));
  }

  /** Does anybody need the entries again? */
  #keeps(): boolean {
    if (this.source.again) return false;
    const { reports, updateBaseline } = this.settings;
    if (updateBaseline) return true;
    return reports.some(({ kind }) => !isLineKind(kind));
  }

  #hashOf(file: string): string | undefined {
    return this.#gathering.digests.get(file)?.sha256 ?? this.#hashes.get(file);
  }

  #about(): Pick<Report, 'version' | 'command'> {
    return { version: version(), command: this.subject.command };
  }

  #freshTriage(): Triage {
    return new Triage(this.#shared(), [...this.subject.sources.keys()], this.rules);
  }

  #shared(): Pick<Report, 'sources' | 'rules'> {
    return { sources: { find: (file: string) => this.subject.sources.get(file) }, rules: ruleTable };
  }

  #entries(): Iterable<ReportEntry> {
    if (!this.source.again) return this.#kept;
    const walk = () => this.#again();
    return { [Symbol.iterator]: walk };
  }

  *#again(): Generator<ReportEntry> {
    const triage = this.#freshTriage();
    for (const entry of this.source.again!(this.settings.strict)) {
      const onCode = this.#onCode.get(nameOf(entry));
      yield triage.mark(onCode ? { ...entry, onCode } : entry);
    }
  }

  get #confirms(): boolean {
    return this.values['repro'] !== undefined || this.values['confirm'] !== undefined;
  }

  /** `--repro`, `--confirm`: tests of the findings in source code, as `heddle reproduce` writes them. */
  async #confirmed(entries: readonly ReportEntry[]): Promise<ReportEntry[]> {
    const { targetOf, writeTest } = await import('../commands/reproduce.js');
    const target = targetOf(this.values['repro']?.at(-1)?.text ?? 'node');
    return entries.map((entry) => {
      const { engine, verdict } = entry.finding;
      if (engine !== 'async' || verdict.kind !== 'violated') return entry;
      const onCode = writeTest(entry.finding, this.#onCode.size + 1, target, 'heddle-repro');
      this.#onCode.set(nameOf(entry), onCode);
      return { ...entry, onCode };
    });
  }

  #report(diagnostics: readonly Diagnostic[]): Report {
    const { digests, skipped, times, reused } = this.#gathering;
    const inputs = this.subject.inputs.map((input) => ({ ...input, ...digests.get(input.file) }));
    return {
      ...this.#about(),
      ...this.#shared(),
      inputs,
      skipped,
      times,
      ...(this.settings.cache === undefined ? {} : { reused }),
      entries: this.#entries(),
      diagnostics,
    };
  }

  async #write(report: Report): Promise<void> {
    writeMessages(report.diagnostics);
    const { reports, certificates, stats, quiet, full } = this.settings;
    const failed = hasErrors(report.diagnostics) && this.#tally.entries === 0;
    for (const lines of this.#lines) await lines.finish(report, failed);
    for (const target of reports) {
      // After an error nothing is written, but a script that reads JSON from a pipe gets its report.
      if (isLineKind(target.kind) || (failed && (target.file !== undefined || target.kind === 'text'))) continue;
      await writeReport(target, report, { certificates, stats, quiet, full });
    }
  }
}

function nameOf({ file, finding }: ReportEntry): string {
  const place = finding.places[0]?.place;
  return JSON.stringify([file, finding.rule, finding.message, place?.file, place?.line, place?.column]);
}
