// The interleaving as a table, time downwards and one column per thread:
//
//   step  line  P#1                          Q#1
//      2     6  read count, c = 0
//      4    15                               write count = 10
//
// With so many threads that columns would be too narrow to read, the thread becomes a column of its own.

import { printable } from '../../base/printable.js';
import type { Witness, WitnessStep } from '../../verdict/witness.js';
import { describeGap, type Interleaving, interleave, type Row, type StepRow } from '../interleaving.js';
import { describeStep } from '../wording.js';
import type { Palette } from './palette.js';
import { wrap } from './wrap.js';

const narrowestColumn = 14;
const widestColumn = 44;
const mostSteps = 40;
const between = '  ';

export function printTrace(witness: Witness, file: string, palette: Palette, width: number): string[] {
  const interleaving = interleave(witness, mostSteps);
  if (interleaving.rows.length === 0) return [];
  return new TraceTable(interleaving, file, palette, width).print();
}

class TraceTable {
  readonly #numbers: number;
  readonly #locations: number;
  readonly #names: readonly string[];
  /** Width of each thread's column; empty when the thread is named in a column of its own. */
  readonly #columns: readonly number[];

  constructor(
    private readonly interleaving: Interleaving,
    private readonly file: string,
    private readonly palette: Palette,
    private readonly width: number,
  ) {
    this.#names = interleaving.threads.map(printable);
    const steps = interleaving.rows.filter((row) => row.kind === 'step');
    this.#numbers = widestOf(['step', ...steps.map((row) => String(row.number))]);
    this.#locations = widestOf(['line', ...steps.map((row) => this.#location(row.step))]);
    this.#columns = this.#fitColumns(steps);
  }

  print(): string[] {
    const { rows } = this.interleaving;
    return [this.#header(), ...rows.flatMap((row) => this.#row(row))].map((line) => line.trimEnd());
  }

  /** As wide as the content asks, as long as all fit; otherwise an equal share each. */
  #fitColumns(steps: readonly StepRow[]): readonly number[] {
    const room = this.width - this.#lead('', '').length;
    const count = this.#names.length;
    const share = Math.floor(room / count) - between.length;
    if (count > 1 && share < narrowestColumn) return [];
    const wanted = this.#names.map((name) => name.length);
    for (const { lane, step } of steps) wanted[lane] = Math.max(wanted[lane]!, ...cellLines(step).map((l) => l.length));
    const capped = wanted.map((width) => Math.min(width, widestColumn));
    const total = capped.reduce((sum, width) => sum + width + between.length, 0);
    return total <= room ? capped : capped.map((width) => Math.min(width, share));
  }

  #header(): string {
    const { faint, strong } = this.palette;
    const lead = this.#lead('step', 'line');
    if (this.#columns.length === 0) return faint(`${lead}thread`);
    const names = this.#columns.map((width, lane) => {
      const name = this.#names[lane]!;
      return this.#paint(lane, strong(name)) + ' '.repeat(Math.max(0, width - name.length));
    });
    return faint(lead) + names.join(between);
  }

  #row(row: Row): string[] {
    const { faint } = this.palette;
    if (row.kind === 'gap') return [faint(this.#lead('…', '') + printable(describeGap(row)))];
    const first = faint(this.#lead(String(row.number), this.#location(row.step)));
    const rest = this.#lead('', '');
    const { before, width } = this.#cell(row.lane);
    const lines = cellLines(row.step).flatMap((line, note) =>
      wrap(line, width).map((part) => (note > 0 ? faint(part) : this.#paint(row.lane, part))),
    );
    return lines.map((line, i) => (i === 0 ? first + before.first : rest + before.rest) + line);
  }

  /** What stands before a thread's cell, and how wide the cell is. */
  #cell(lane: number) {
    if (this.#columns.length === 0) {
      const width = widestOf(this.#names);
      const first = this.#paint(lane, this.#names[lane]!.padEnd(width)) + between;
      return { before: { first, rest: ' '.repeat(width) + between }, width: widestColumn };
    }
    const blanks = this.#columns
      .slice(0, lane)
      .map((width) => ' '.repeat(width) + between)
      .join('');
    return { before: { first: blanks, rest: blanks }, width: this.#columns[lane]! };
  }

  #lead(number: string, location: string): string {
    return between + number.padStart(this.#numbers) + between + location.padStart(this.#locations) + between;
  }

  #location(step: WitnessStep): string {
    if (step.place === undefined) return '';
    const { file, line } = step.place;
    return file === this.file ? String(line) : printable(`${file.split(/[\\/]/).at(-1)}:${line}`);
  }

  #paint(lane: number, text: string): string {
    const { threads } = this.palette;
    return threads[lane % threads.length]!(text);
  }
}

/** What the step does, then its note. */
function cellLines(step: WitnessStep): string[] {
  const deed = printable(describeStep(step));
  return step.note === undefined ? [deed] : [deed, `└ ${printable(step.note)}`];
}

function widestOf(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, text.length), 0);
}
