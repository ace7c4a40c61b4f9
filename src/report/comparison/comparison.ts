// The same questions answered in several ways, side by side: verdicts and times per file and engine, and where two ways
// contradict each other. One that says `violated` and one that says `holds` about the same question cannot both be right.

import type { Property } from '../../verdict/property.js';
import type { ReportEntry } from '../report.js';
import { countEntry, emptySummary, isPossible, type Summary } from '../summary.js';

export interface Cell {
  readonly summary: Summary;
  milliseconds: number;
  /** It does not take the input, and why. */
  refused?: string;
}

export interface Row {
  readonly file: string;
  readonly engine: string;
  /** By way of deciding; absent where the engine has no such way. */
  readonly cells: Map<string, Cell>;
}

/** An answer that some way gives. */
interface Claim {
  readonly way: string;
  readonly file: string;
  readonly engine: string;
  readonly property: Property;
  readonly message: string;
}

/** Two ways that contradict each other about one question. */
export interface Contradiction {
  readonly violated: Claim;
  readonly holds: Claim;
}

export class Comparison {
  readonly #rows = new Map<string, Row>();
  readonly #violated: Claim[] = [];
  readonly #holds: Claim[] = [];

  constructor(
    readonly option: string,
    readonly ways: readonly string[],
  ) {}

  get rows(): readonly Row[] {
    return [...this.#rows.values()];
  }

  add(way: string, entry: ReportEntry): void {
    const { file, finding } = entry;
    const { engine, property, message, verdict } = finding;
    countEntry(this.cell(way, file, engine).summary, entry);
    const claim = { way, file, engine, property, message };
    if (verdict.kind === 'violated' && !isPossible(entry)) this.#violated.push(claim);
    if (verdict.kind === 'holds') this.#holds.push(claim);
  }

  cell(way: string, file: string, engine: string): Cell {
    const key = JSON.stringify([file, engine]);
    const row = this.#rows.get(key) ?? { file, engine, cells: new Map<string, Cell>() };
    this.#rows.set(key, row);
    const cell = row.cells.get(way) ?? { summary: emptySummary(), milliseconds: 0 };
    row.cells.set(way, cell);
    return cell;
  }

  /** What was left out of an answer is no refusal. */
  refuse(way: string, file: string, engine: string, because: string): void {
    const cell = this.cell(way, file, engine);
    const { violated, holds, unknown } = cell.summary;
    if (violated + holds + unknown === 0) cell.refused = because;
  }

  contradictions(): Contradiction[] {
    return this.#violated.flatMap((violated) => {
      const holds = this.#holds.find((claim) => claim.way !== violated.way && denies(claim, violated));
      return holds ? [{ violated, holds }] : [];
    });
  }
}

/** Fields that say what was found, not what was asked. */
const found = new Set(['line', 'column', 'reason', 'cause', 'blocked', 'endless', 'pattern', 'patterns', 'set']);

/** Is what holds the absence of this violation? What the claim does not name, it says of all. */
function denies(holds: Claim, violated: Claim): boolean {
  if (holds.file !== violated.file || holds.engine !== violated.engine) return false;
  return Object.entries(holds.property).every(([field, value]) => {
    if (found.has(field)) return true;
    const other = (violated.property as Readonly<Record<string, unknown>>)[field];
    if (field === 'variables') return isSubset(other as readonly string[] | undefined, value as readonly string[]);
    return JSON.stringify(value) === JSON.stringify(other);
  });
}

function isSubset(some: readonly string[] | undefined, all: readonly string[]): boolean {
  return some?.every((name) => all.includes(name)) ?? false;
}
