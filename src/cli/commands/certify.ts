// `heddle certify`: does the separate checker accept the certificates of a report?

import { unlimitedWork } from '../../evidence/certifier.js';
import { type Claimed, certifyClaims } from '../../pipeline/certify.js';
import { nodePlatform } from '../platform.js';
import { entriesByModel, loadReport, type NumberedEntry } from '../report-file.js';

export async function certifyReport(file: string, modelFile: string | undefined): Promise<number> {
  const report = loadReport(file);
  const counts = { accepted: 0, rejected: 0, 'not-certified': 0, without: 0 };
  for (const { model, entries } of await entriesByModel(report, modelFile)) {
    const claims = entries.map(claimOf);
    counts.without += entries.filter(({ finding }, i) => finding.verdict.kind === 'holds' && !claims[i]).length;
    const given = claims.filter((claim) => claim !== undefined);
    const outcomes = await certifyClaims(model, given, nodePlatform, unlimitedWork());
    outcomes.forEach((outcome, i) => {
      counts[outcome.kind]++;
      const words = outcome.kind === 'accepted' ? 'accepted' : `${outcome.kind}: ${outcome.because}`;
      process.stdout.write(`result ${given[i]!.number}: ${words} (${given[i]!.certificate.kind})\n`);
    });
  }
  const { accepted, rejected, without } = counts;
  const total = without + counts['not-certified'];
  process.stdout.write(`${accepted} accepted, ${rejected} rejected, ${total} without a certificate\n`);
  return rejected > 0 ? 1 : 0;
}

function claimOf({
  number,
  finding: { property, verdict },
}: NumberedEntry): (Claimed & { number: number }) | undefined {
  if (verdict.kind !== 'holds' || !('body' in verdict.certificate)) return undefined;
  return { number, property, scope: verdict.scope, certificate: verdict.certificate };
}
