// A run that outlives its process: a folder with `run.json` (what is asked, in the order of the report) and `journal.jsonl`
// (what has been answered). One process writes at a time; anybody may read.

import { existsSync, linkSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Diagnostic } from '../../base/diagnostic.js';
import { isRecord } from '../../base/json.js';
import { Packer } from '../../pipeline/answers/packed.js';
import type { Ending, Job, Reading } from '../../pipeline/job.js';
import type { PoolSink } from '../../pipeline/pool.js';
import type { InputFile, Report } from '../../report/report.js';
import type { Part } from '../../verdict/engine.js';
import type { OptionValues } from '../../verdict/options.js';
import type { Finding } from '../../verdict/verdict.js';
import { CommandFailure, fail } from '../failure.js';
import { Journal } from './journal.js';
import { engineOptions, type JobKeys } from './question-key.js';

const schema = 'heddle-run/1';

export interface PlannedQuestion {
  readonly engine: string;
  readonly key: string;
  readonly options: OptionValues;
  readonly part?: Part;
}

export interface PlannedJob {
  readonly file: string;
  readonly key: string;
  readonly questions: readonly PlannedQuestion[];
}

/** What a run is about. */
export interface Manifest extends Pick<Report, 'version' | 'command'> {
  readonly schema: typeof schema;
  readonly inputs: readonly InputFile[];
  /** What is wrong with inputs that could not be asked about. */
  readonly diagnostics: readonly Diagnostic[];
  readonly jobs: readonly PlannedJob[];
}

export function planOf(jobs: readonly Job[], keys: readonly JobKeys[]): PlannedJob[] {
  return jobs.map(({ input, questions }, i) => ({
    file: input.file,
    key: keys[i]!.job,
    questions: questions.map(({ engine, options, part }, q) => ({
      engine,
      key: keys[i]!.questions[q]!,
      options: engineOptions(options),
      ...(part ? { part } : {}),
    })),
  }));
}

export function openRun(folder: string, about: Omit<Manifest, 'schema'>): Journal {
  const journal = join(folder, 'journal.jsonl');
  try {
    mkdirSync(folder, { recursive: true });
    refuseLink(journal);
    takeLock(folder);
    const manifest: Manifest = { schema, ...about };
    rmSync(join(folder, 'run.json.new'), { force: true });
    writeFileSync(join(folder, 'run.json.new'), JSON.stringify(manifest), { flag: 'wx' });
    renameSync(join(folder, 'run.json.new'), join(folder, 'run.json'));
    return new Journal(journal, 'append');
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    return fail('HD0007', `no run can be kept here: ${error instanceof Error ? error.message : String(error)}`, {
      file: folder,
    });
  }
}

/** What is appended, and cut off where it is torn, must be the run's own. */
function refuseLink(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink())
    fail('HD0007', 'is a symbolic link: a run writes only to its own folder', { file });
}

export function closeRun(folder: string, journal: Journal): void {
  journal.close();
  rmSync(join(folder, 'lock'), { force: true });
}

export function readRun(folder: string): { readonly manifest: Manifest; readonly journal: Journal } {
  const file = join(folder, 'run.json');
  if (!existsSync(file))
    return fail('HD0001', 'there is no run in this folder', { file: folder, help: 'make one with check … --run' });
  const manifest: unknown = parsed(file);
  if (!isManifest(manifest)) return fail('HD0009', 'is not the plan of a run of this version', { file });
  return { manifest, journal: new Journal(join(folder, 'journal.jsonl'), 'read') };
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return fail('HD0009', error instanceof Error ? error.message : String(error), { file });
  }
}

function isManifest(value: unknown): value is Manifest {
  if (!isRecord(value) || value['schema'] !== schema) return false;
  return ['inputs', 'diagnostics', 'jobs'].every((name) => Array.isArray(value[name]));
}

/** Left by a process that is no more, it counts for nothing. */
function takeLock(folder: string): void {
  const file = join(folder, 'lock');
  const mine = `${process.pid} ${hostname()}`;
  try {
    writeFileSync(file, mine, { flag: 'wx' });
  } catch (error) {
    if (!existsSync(file)) throw error;
    const [pid = '', host = ''] = readFileSync(file, 'utf8').split(' ');
    if (host !== hostname() || (isAlive(Number(pid)) && Number(pid) !== process.pid))
      fail('HD0007', `another process is writing this run (${pid} on ${host})`, {
        file: folder,
        help: `wait for it, or remove ${file} if it is gone`,
      });
    removeStale(file, `${pid} ${host}`);
    takeLock(folder);
  }
}

/** Of two who found it one removes it; a lock that the other has taken meanwhile is put back. */
function removeStale(file: string, stale: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  try {
    if (readFileSync(aside, 'utf8') !== stale) linkSync(aside, file);
  } finally {
    rmSync(aside, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** What a pool tells, into the journal; `keys` are those of the jobs that the pool was given. */
export class JournalSink implements PoolSink {
  readonly #packers = new Map<string, Packer>();

  constructor(
    readonly journal: Journal,
    readonly keys: readonly JobKeys[],
    readonly onProgress: PoolSink['progress'],
  ) {}

  progress(report: Parameters<PoolSink['progress']>[0]): void {
    this.onProgress(report);
  }

  findings(job: number, question: number, findings: readonly Finding[]): undefined {
    const key = this.keys[job]!.questions[question]!;
    const packer = this.#packers.get(key) ?? new Packer();
    this.#packers.set(key, packer);
    this.journal.append(key, { kind: 'findings', packed: packer.pack(findings) });
  }

  ended(job: number, question: number, ending: Ending): undefined {
    const key = this.keys[job]!.questions[question]!;
    this.#packers.delete(key);
    this.journal.append(key, { kind: 'ended', ending });
  }

  read(job: number, reading: Reading): undefined {
    this.journal.append(this.keys[job]!.job, { kind: 'read', reading });
  }
}
