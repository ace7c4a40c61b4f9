// What questions about source code leave aside, counted and said in words.

import { isRecord, type Json } from '../../base/json.js';
import { mostPerClass } from './told-faults.js';

export interface Left {
  /** Findings of low rank. */
  readonly low: number;
  /** Pairs of methods with suspicions of low rank, and further ones of classes with several findings: not asked about. */
  readonly weak: number;
  readonly further: number;
}

/** Of all parts; what a part has left may come from anywhere. */
export function leftTogether(parts: readonly (Json | undefined)[]): Left {
  const sum = (name: keyof Left) => parts.reduce((total: number, part) => total + countIn(part, name), 0);
  return { low: sum('low'), weak: sum('weak'), further: sum('further') };
}

function countIn(part: Json | undefined, name: keyof Left): number {
  const value = isRecord(part) ? part[name] : undefined;
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

export function leftNotes({ low, weak, further }: Left): string[] {
  return [
    ...say(low, 'finding of low rank (--all shows it)', 'findings of low rank (--all shows them)'),
    ...say(
      weak,
      'pair of methods with suspicions of low rank is not asked about (--all asks)',
      'pairs of methods with suspicions of low rank are not asked about (--all asks)',
    ),
    ...say(
      further,
      `pair of methods in a class with ${mostPerClass} findings is not asked about (--all asks)`,
      `pairs of methods in classes with ${mostPerClass} findings are not asked about (--all asks)`,
    ),
  ];
}

function say(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
}
