// `heddle certify`: does the separate checker accept the certificates of a report?

import { certify } from '../../pipeline/verify.js';
import type { Certificate } from '../../verdict/certificate.js';
import { entriesByModel, loadReport, type NumberedEntry } from '../report-file.js';

export async function certifyReport(file: string, modelFile: string | undefined): Promise<number> {
  const report = loadReport(file);
  let accepted = 0;
  let rejected = 0;
  let without = 0;
  for (const { model, entries } of await entriesByModel(report, modelFile)) {
    for (const [certificate, sharing] of byCertificate(entries)) {
      const outcome = await certify(
        model,
        certificate,
        sharing.map(({ finding }) => finding.property),
      );
      if (outcome.ok) accepted += sharing.length;
      else rejected += sharing.length;
      const numbers = sharing.map(({ number }) => number).join(', ');
      process.stdout.write(
        `result ${numbers}: ${outcome.ok ? 'accepted' : `rejected: ${outcome.because}`} (${certificate.kind})\n`,
      );
    }
    without += entries.filter(
      ({ finding: { verdict } }) => verdict.kind === 'holds' && !('body' in verdict.certificate),
    ).length;
  }
  process.stdout.write(`${accepted} accepted, ${rejected} rejected, ${without} without a certificate\n`);
  return rejected > 0 ? 1 : 0;
}

function byCertificate(entries: readonly NumberedEntry[]): Map<Certificate, NumberedEntry[]> {
  const groups = new Map<Certificate, NumberedEntry[]>();
  for (const entry of entries) {
    const { verdict } = entry.finding;
    if (verdict.kind !== 'holds' || !('body' in verdict.certificate)) continue;
    groups.set(verdict.certificate, [...(groups.get(verdict.certificate) ?? []), entry]);
  }
  return groups;
}
