// The journal of a run: an append-only file of JSON Lines. In memory there is only an index: where the lines of a question
// stand. Lines are written in batches; after a crash the last one may be torn, and is dropped when the journal is opened.

import { closeSync, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { type Packed, Unpacker } from '../../pipeline/answers/packed.js';
import type { Ending, Reading } from '../../pipeline/job.js';
import type { Finding } from '../../verdict/verdict.js';
import { writeMessages } from '../messages.js';
import { type JournalRecord, parseRecord, printRecord, type Told } from './record.js';

interface Segment {
  readonly offset: number;
  readonly length: number;
}

interface Stored {
  session: number;
  findings: Segment[];
  ended?: Segment;
  /** It ended for lack of time: shown, and asked again when the run goes on. */
  cut?: boolean;
  /** Not all lines before the end can be read. */
  isTorn?: boolean;
}

const chunkSize = 1 << 20;
const batchBytes = 1 << 16;
const batchMilliseconds = 100;

export class Journal {
  readonly #file: number;
  readonly #stored = new Map<string, Stored>();
  readonly #session: number;
  #end = 0;
  #lines: string[] = [];
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Lines that could not be read, and whether the last one was torn. */
  readonly damage: { broken: number; torn: boolean } = { broken: 0, torn: false };

  /** `read`: only to look into it, perhaps while another process writes. */
  constructor(
    readonly path: string,
    mode: 'read' | 'append',
  ) {
    this.#file = openSync(path, mode === 'read' ? 'r' : existsSync(path) ? 'r+' : 'w+');
    this.#session = 1 + this.#scan();
    // What follows must begin on a line of its own.
    if (mode === 'append') ftruncateSync(this.#file, this.#end);
  }

  append(key: string, told: Told): void {
    const record: JournalRecord = { key, session: this.#session, told: this.#counted(key, told) };
    const line = printRecord(record);
    const length = Buffer.byteLength(line);
    this.#index(record, { offset: this.#end, length });
    this.#end += length;
    this.#lines.push(line);
    this.#waiting += length;
    if (this.#waiting >= batchBytes) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), batchMilliseconds);
  }

  #counted(key: string, told: Told): Told {
    if (told.kind !== 'ended') return told;
    const stored = this.#stored.get(key);
    return { ...told, lines: stored?.session === this.#session ? stored.findings.length : 0 };
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#lines.length === 0) return;
    const bytes = Buffer.from(this.#lines.join(''));
    let written = 0;
    const from = this.#end - bytes.length;
    try {
      while (written < bytes.length)
        written += writeSync(this.#file, bytes, written, bytes.length - written, from + written);
      fsyncSync(this.#file);
    } catch (error) {
      endFor(error, this.path);
    }
    this.#lines = [];
    this.#waiting = 0;
  }

  close(): void {
    this.flush();
    closeSync(this.#file);
  }

  /** Answered for good. */
  has(key: string): boolean {
    const stored = this.#stored.get(key);
    return stored?.ended !== undefined && !stored.cut && !stored.isTorn;
  }

  ending(key: string): Ending | undefined {
    const stored = this.#stored.get(key);
    const told = stored?.isTorn ? undefined : this.#told(stored?.ended);
    return told?.kind === 'ended' ? told.ending : undefined;
  }

  reading(key: string): Reading | undefined {
    const told = this.#told(this.#stored.get(key)?.ended);
    return told?.kind === 'read' ? told.reading : undefined;
  }

  /** Batch by batch, so that only one is in memory. */
  *findings(key: string): Generator<readonly Finding[]> {
    const unpacker = new Unpacker();
    for (const packed of this.packed(key)) yield unpacker.unpack(packed);
  }

  *packed(key: string): Generator<Packed> {
    for (const segment of this.#stored.get(key)?.findings ?? []) {
      const told = this.#told(segment);
      if (told?.kind === 'findings') yield told.packed;
    }
  }

  #told(segment: Segment | undefined): Told | undefined {
    if (!segment) return undefined;
    this.flush();
    const bytes = Buffer.alloc(segment.length);
    readSync(this.#file, bytes, 0, segment.length, segment.offset);
    return parseRecord(bytes.toString('utf8'))?.told;
  }

  #index({ key, session, told }: JournalRecord, segment: Segment): void {
    let stored = this.#stored.get(key);
    if (!stored || stored.session !== session) {
      stored = { session, findings: [] };
      this.#stored.set(key, stored);
    }
    if (told.kind === 'findings') stored.findings.push(segment);
    else {
      stored.ended = segment;
      stored.cut = told.kind === 'ended' && (told.ending.kind === 'stopped' || 'cut' in told.ending);
      stored.isTorn = told.kind === 'ended' && told.lines !== stored.findings.length;
    }
  }

  /** Reads the file once; the answer is its last session. */
  #scan(): number {
    const size = fstatSync(this.#file).size;
    let last = 0;
    for (const { text, offset, length } of lines(this.#file, size)) {
      const record = parseRecord(text);
      if (record) {
        last = Math.max(last, record.session);
        this.#index(record, { offset, length });
      } else this.damage.broken++;
      this.#end = offset + length;
    }
    this.damage.torn = this.#end < size;
    return last;
  }
}

/** A run that cannot be kept is not gone on with; what stands in it is good. */
function endFor(error: unknown, file: string): never {
  const message = `cannot be written: ${error instanceof Error ? error.message : String(error)}`;
  const help = 'what was answered before is kept: the same command goes on from there';
  writeMessages([{ code: 'HD0007', severity: 'error', message, file, help }]);
  return process.exit(2);
}

/** Lines that end; what comes after the last end is not one. */
function* lines(file: number, size: number): Generator<{ text: string; offset: number; length: number }> {
  let rest = Buffer.alloc(0);
  let offset = 0;
  for (let at = 0; at < size; ) {
    const chunk = Buffer.alloc(Math.min(chunkSize, size - at));
    const got = readSync(file, chunk, 0, chunk.length, at);
    if (got === 0) return;
    at += got;
    rest = Buffer.concat([rest, chunk.subarray(0, got)]);
    let from = 0;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10, from)) {
      yield { text: rest.toString('utf8', from, end), offset, length: end + 1 - from };
      offset += end + 1 - from;
      from = end + 1;
    }
    rest = rest.subarray(from);
  }
}
