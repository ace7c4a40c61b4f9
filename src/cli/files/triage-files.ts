// Where triage gets its rules from: the configuration and the baseline, both files of the project.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Report } from '../../report/report.js';
import { type Baseline, printBaseline, readBaseline } from '../../report/triage/baseline.js';
import type { TriageRules } from '../../report/triage/triage.js';
import type { OptionValues } from '../../verdict/options.js';
import { findConfig, readSeverities } from '../config.js';
import { fail } from '../failure.js';
import type { Settings } from '../settings.js';

export function triageRules(values: OptionValues, { baseline, updateBaseline }: Settings): TriageRules {
  const config = values['config']?.[0]?.text ?? findConfig(process.cwd());
  const severities = config === undefined ? {} : readSeverities(config);
  // What is about to be written anew accepts nothing.
  const insists = values['possible-is-violation'] !== undefined;
  if (baseline === undefined || updateBaseline) return { severities, insists };
  return { severities, insists, baseline: loadBaseline(baseline) };
}

function loadBaseline(file: string): Baseline {
  if (!existsSync(file))
    return fail('HD0001', 'there is no such baseline', { file, help: 'write one with --update-baseline' });
  const read = readBaseline(file, readFileSync(file, 'utf8'));
  return read.ok ? read.value : fail('HD0008', read.error, { file });
}

export function writeBaseline(file: string, { entries, sources }: Report): void {
  try {
    writeFileSync(file, printBaseline(entries, sources));
  } catch (error) {
    fail('HD0007', `cannot be written: ${error instanceof Error ? error.message : String(error)}`, { file });
  }
}
