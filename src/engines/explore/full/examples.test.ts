// Every bundled example of explore, some with fewer threads, is searched in full to its end, and answers as it does otherwise.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import { findingsOf } from '../testing/findings-of.js';

const folder = new URL('../../../../examples/explore/', import.meta.url);

/** What is written instead of what, by example. */
const reductions: Readonly<Record<string, readonly [string, string]>> = {
  indexer: ['tid < 11', 'tid < 2'],
  'file-system': ['tid < 13', 'tid < 3'],
  'b-link-tree': ['spawn inserter(3);', ''],
};

function textOf(name: string): string {
  const text = readFileSync(new URL(`${name}/${name}.eml`, folder), 'utf8');
  const [long, short] = reductions[name] ?? ['', ''];
  if (!text.includes(long)) throw new Error(`${name} has no ${long}`);
  return text.replace(long, short);
}

function answers(name: string, method: string): string[] {
  const program = programOf(textOf(name));
  const properties = ['assertions', 'errors', 'deadlocks', ...(program.scheduling === 'preemptive' ? ['races'] : [])];
  const findings = findingsOf(program, { method, property: properties.join(), 'max-states': '1000000' });
  return findings.map(({ property, verdict }) => `${verdict.kind} ${JSON.stringify(property)}`).sort();
}

describe('full exploration comes to an end', () => {
  it.each(readdirSync(folder))('on the example %s', { timeout: 120_000 }, (name) => {
    const full = answers(name, 'full');
    expect(full.filter((answer) => answer.startsWith('unknown'))).toEqual([]);
    expect(full).toEqual(answers(name, 'stateful'));
  });
});
