// One line of a journal: further findings of a question, how a question ended, or what became of an input. Findings count
// only with the end of the same session, and an end only with all lines of findings before it: what an interrupted session
// began, or of which a line is lost, is asked again.

import { isRecord } from '../../base/json.js';
import type { Packed } from '../../pipeline/answers/packed.js';
import type { Ending, Reading } from '../../pipeline/job.js';

export type Told =
  | { readonly kind: 'findings'; readonly packed: Packed }
  /** `lines`: so many of findings come before it, in a journal. */
  | { readonly kind: 'ended'; readonly ending: Ending; readonly lines?: number }
  | { readonly kind: 'read'; readonly reading: Reading };

export interface JournalRecord {
  readonly key: string;
  readonly session: number;
  readonly told: Told;
}

export function printRecord(record: JournalRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/** Undefined: not a record. */
export function parseRecord(line: string): JournalRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  return isJournalRecord(value) ? value : undefined;
}

function isJournalRecord(value: unknown): value is JournalRecord {
  if (!isRecord(value) || !isRecord(value['told'])) return false;
  if (typeof value['key'] !== 'string' || typeof value['session'] !== 'number') return false;
  const { kind, packed, ending, reading } = value['told'];
  if (kind === 'findings') return isPacked(packed);
  if (kind === 'ended') return isEnding(ending);
  return kind === 'read' && isRecord(reading) && Array.isArray(reading['reading']);
}

function isPacked(value: unknown): value is Packed {
  if (!isRecord(value)) return false;
  return ['findings', 'certified', 'certificates'].every((name) => Array.isArray(value[name]));
}

function isEnding(value: unknown): value is Ending {
  if (!isRecord(value)) return false;
  if (value['kind'] === 'done') return Array.isArray(value['diagnostics']);
  return (value['kind'] === 'skipped' || value['kind'] === 'stopped') && typeof value['because'] === 'string';
}
