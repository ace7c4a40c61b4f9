// `heddle replay`: are the witnesses of a report real executions that show what they claim? What they show is told from the
// property that the replay was asked about; the report's own words are not read.

import { Budget } from '../../base/budget.js';
import { violationWords } from '../../evidence/claims.js';
import { replayClaims } from '../../pipeline/verification/verify.js';
import { fail } from '../failure.js';
import { entriesByModel, loadReport, type NumberedEntry, type ReportOptions } from '../files/report-file.js';
import { nodePlatform } from '../platform.js';

export interface ReplayOptions extends ReportOptions {
  /** Only this result, counted from 1. */
  readonly result?: string | undefined;
}

export async function replayReport(file: string, options: ReplayOptions): Promise<number> {
  const only = options.result;
  const report = loadReport(file);
  if (only !== undefined && !(Number(only) >= 1 && Number(only) <= report.entries.length))
    fail('HD0006', `--result ${only}: the report has ${report.entries.length} results`);
  let replayed = 0;
  let failed = 0;
  for (const { model, entries } of await entriesByModel(report, options)) {
    const chosen = entries.filter((entry) => claimOf(entry) && (only === undefined || entry.number === Number(only)));
    const claims = chosen.flatMap((entry) => claimOf(entry) ?? []);
    const outcomes = await replayClaims(model, claims, new Budget({}, nodePlatform.now), nodePlatform);
    for (const [i, outcome] of outcomes.entries()) {
      const { number, finding } = chosen[i]!;
      const words = violationWords(finding.property);
      if (outcome.ok) replayed++;
      else failed++;
      process.stdout.write(
        `result ${number}: ${outcome.ok ? 'replays' : `does not replay: ${outcome.because}`} (${words})\n`,
      );
    }
  }
  process.stdout.write(`${replayed} replayed, ${failed} failed\n`);
  return failed > 0 ? 1 : 0;
}

function claimOf({ finding: { property, verdict } }: NumberedEntry) {
  if (verdict.kind !== 'violated') return undefined;
  return { property, witness: verdict.witness, confirmed: verdict.confirmed };
}
