// From the words on the command line to inputs: files, folders (walked for known extensions), `-` for standard input.
// All problems are collected, so that one run names every bad file.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Diagnostic } from '../../base/diagnostic.js';
import { SourceText } from '../../base/source-text.js';
import { type ReaderEntry, readerById, readerForFile, readers } from '../../pipeline/catalogue.js';
import type { CompanionText, Input } from '../../pipeline/job.js';
import type { InputFile } from '../../report/report.js';
import { fail } from '../failure.js';
import { didYouMean } from '../suggestion.js';
import { decodeText, unpack } from './decode.js';
import { digestOf } from './digest.js';
import { changedFiles, followedFiles, ignoredFiles, reasonToLeave } from './source-files.js';

const unchanged = 'files that have not changed';

export interface Collected {
  readonly inputs: readonly Input[];
  readonly files: readonly InputFile[];
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, SourceText>;
}

export interface Selection {
  /** Reader ids that the command takes. */
  readonly accepted: ReadonlySet<string>;
  /** `--as`: the reader for every input. */
  readonly as?: string;
  /** `--since`: of source code in folders, only what has changed since this revision. */
  readonly since?: string;
}

export function collectInputs(words: readonly string[], selection: Selection): Collected {
  const collector = new Collector(selection);
  for (const word of words) collector.add(word);
  return collector.finish();
}

class Collector {
  readonly #inputs: Input[] = [];
  readonly #files: InputFile[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  readonly #sources = new Map<string, SourceText>();
  /** Files that are one program, by reader. */
  readonly #projects = new Map<string, CompanionText[]>();
  /** Files of folders that were left out, by reason. */
  readonly #left: Record<string, number> = {};
  readonly #as: ReaderEntry | undefined;

  constructor(readonly selection: Selection) {
    const { as } = selection;
    this.#as = as === undefined ? undefined : readerById(as);
    if (as !== undefined && !this.#as) {
      const known = readers.map((reader) => reader.id);
      fail('HD0006', `--as does not know the kind '${as}'`, {
        help: `it takes one of ${known.join(', ')}`,
        ...didYouMean(as, known),
      });
    }
  }

  finish(): Collected {
    const projects = [...this.#projects].map(([reader, sources]) => this.#project(reader, sources));
    return {
      inputs: [...this.#inputs, ...projects],
      files: this.#files,
      diagnostics: this.#diagnostics,
      sources: this.#sources,
    };
  }

  /** Many files that are one program; with those that they use, where these can be found. */
  #project(reader: string, sources: readonly CompanionText[]): Input {
    const file = projectName(sources);
    const followed = reader === 'typescript' ? followedFiles(sources) : [];
    for (const { file: used, text } of followed) this.#sources.set(used, new SourceText(used, text));
    this.#files.push(projectFile(file, reader, sources, followed));
    const all = [...sources, ...followed];
    return { file, reader, content: { kind: 'project', sources: all, asked: sources.length, left: this.#left } };
  }

  #complain(code: Diagnostic['code'], file: string, message: string, help?: string): void {
    this.#diagnostics.push({ code, severity: 'error', message, file, ...(help === undefined ? {} : { help }) });
  }

  add(word: string): void {
    if (word === '-') return this.#addStandardInput();
    const stats = statSync(word, { throwIfNoEntry: false });
    if (!stats) return this.#complain('HD0001', word, 'no such file or folder');
    if (stats.isDirectory()) return this.#addFolder(word);
    this.#addFile(word);
  }

  #addStandardInput(): void {
    if (!this.#as)
      return this.#complain('HD0006', '-', 'standard input needs --as <kind>', `kinds: ${this.#acceptedIds()}`);
    this.#addContent('-', this.#as);
  }

  #addFolder(folder: string): void {
    const walked = this.#walk(folder);
    const ignored = ignoredFiles(folder, walked.filter(isScriptFile));
    const changed = this.#changedIn(folder);
    const found = walked.filter((file) => !this.#isLeft(folder, file, ignored, changed));
    if (found.length === 0 && changed) return this.#nothingChanged(folder);
    if (found.length === 0) {
      const help = `looked for ${this.#acceptedExtensions()}`;
      return this.#complain('HD0003', folder, 'nothing to analyse in this folder', help);
    }
    for (const file of found) this.#addFile(file);
  }

  #changedIn(folder: string): ReadonlySet<string> | undefined {
    const { since } = this.selection;
    if (since === undefined) return undefined;
    return changedFiles(folder, since) ?? fail('HD0006', `--since: git knows no revision '${since}' in ${folder}`);
  }

  #nothingChanged(folder: string): void {
    const message = `nothing in this folder has changed since ${this.selection.since}`;
    this.#diagnostics.push({ code: 'HD0003', severity: 'warning', message, file: folder });
  }

  /** Of source code, not everything in a folder is the program. */
  #isLeft(
    folder: string,
    file: string,
    ignored: ReadonlySet<string>,
    changed: ReadonlySet<string> | undefined,
  ): boolean {
    if (!isScriptFile(file)) return false;
    const isOld = changed !== undefined && !changed.has(file);
    const reason = ignored.has(file)
      ? 'files that git ignores'
      : (reasonToLeave(relative(folder, file)) ?? (isOld ? unchanged : undefined));
    if (reason !== undefined) this.#left[reason] = (this.#left[reason] ?? 0) + 1;
    return reason !== undefined;
  }

  #walk(folder: string): string[] {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    return entries.flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory())
        return entry.name.startsWith('.') || entry.name === 'node_modules' ? [] : this.#walk(path);
      const reader = readerForFile(entry.name);
      return reader && this.selection.accepted.has(reader.id) ? [path] : [];
    });
  }

  #addFile(file: string): void {
    const reader = this.#as ?? readerForFile(file);
    if (!reader) {
      return this.#complain(
        'HD0004',
        file,
        'this kind of file is not known',
        `known: ${this.#acceptedExtensions()}; or name one with --as`,
      );
    }
    if (!this.selection.accepted.has(reader.id)) {
      return this.#complain(
        'HD0004',
        file,
        `this command does not take inputs of kind ${reader.id}`,
        `it takes ${this.#acceptedExtensions()}`,
      );
    }
    this.#addContent(file, reader);
  }

  #addContent(file: string, reader: ReaderEntry): void {
    if (reader.form === 'stream') return this.#addStream(file, reader);
    const bytes = this.#bytes(file);
    if (!bytes) return;
    const decoded = decodeText(file, bytes);
    if (!decoded.ok) {
      this.#diagnostics.push(decoded.error);
      return;
    }
    const companions = this.#companions(file, reader);
    this.#sources.set(file, new SourceText(file, decoded.value));
    if (reader.form === 'project') {
      this.#projects.set(reader.id, [...(this.#projects.get(reader.id) ?? []), { file, text: decoded.value }]);
      return;
    }
    const beside = Object.values(companions).map((found) => ({
      file: found.file,
      sha256: digestOf(found.text).sha256,
    }));
    this.#files.push({ file, ...digestOf(bytes), reader: reader.id, companions: beside });
    this.#inputs.push({ file, reader: reader.id, content: { kind: 'text', text: decoded.value, companions } });
  }

  #addStream(file: string, reader: ReaderEntry): void {
    this.#files.push({ file, reader: reader.id, companions: [] });
    // Neither standard input nor another pipe comes a second time.
    const reopenable = file !== '-' && statSync(file, { throwIfNoEntry: false })?.isFIFO() !== true;
    this.#inputs.push({ file, reader: reader.id, content: { kind: 'stream', reopenable } });
  }

  #bytes(file: string): Uint8Array | undefined {
    try {
      const unpacked = unpack(file, readFileSync(file === '-' ? 0 : file));
      if (unpacked.ok) return unpacked.value;
      this.#complain('HD0001', file, unpacked.error);
      return undefined;
    } catch (error) {
      this.#complain('HD0001', file, `cannot be read: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  #companions(file: string, reader: ReaderEntry): Record<string, CompanionText> {
    const found: Record<string, CompanionText> = {};
    for (const extension of reader.companions ?? []) {
      const candidates = [`${file}${extension}`, file.replace(/(\.gz)?$/, '').replace(/\.[^./\\]*$/, extension)];
      const companion = candidates.find((name) => statSync(name, { throwIfNoEntry: false })?.isFile());
      if (companion) found[extension] = { file: companion, text: readFileSync(companion, 'utf8') };
    }
    return found;
  }

  #acceptedIds(): string {
    return readers
      .filter((reader) => this.selection.accepted.has(reader.id))
      .map((reader) => reader.id)
      .join(', ');
  }

  #acceptedExtensions(): string {
    const accepted = readers.filter((reader) => this.selection.accepted.has(reader.id));
    return accepted.flatMap((reader) => reader.extensions).join(' ');
  }
}

function isScriptFile(file: string): boolean {
  return readerForFile(file)?.id === 'typescript';
}

/** A project is known by the digests of its files, which stand beside it; one file alone by its own. */
function projectFile(
  file: string,
  reader: string,
  sources: readonly CompanionText[],
  followed: readonly CompanionText[],
): InputFile {
  const isAlone = sources.length === 1 && sources[0]!.file === file;
  const beside = [...(isAlone ? [] : sources), ...followed];
  const companions = beside.map((source) => ({ file: source.file, sha256: digestOf(source.text).sha256 }));
  const content = isAlone ? sources[0]!.text : companions.map((one) => `${one.sha256} ${one.file}`).join('\n');
  return { file, ...digestOf(content), reader, companions };
}

/** The file, or the folder that all files are in. */
function projectName(sources: readonly CompanionText[]): string {
  const [first, ...rest] = sources.map(({ file }) => file);
  if (rest.length === 0) return first ?? '';
  const folders = first!.split('/').slice(0, -1);
  while (folders.length > 0 && !rest.every((file) => file.startsWith(`${folders.join('/')}/`))) folders.pop();
  return folders.length > 0 ? folders.join('/') : '.';
}
