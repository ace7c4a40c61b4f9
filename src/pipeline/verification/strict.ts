// `--strict`: only what a checker has accepted counts. A `holds` on an engine's word is then unknown.

import { type Finding, unknownBecause } from '../../verdict/verdict.js';

export function strictly(finding: Finding): Finding {
  const { verdict } = finding;
  if (verdict.kind !== 'holds' || 'body' in verdict.certificate) return finding;
  const { because } = verdict.certificate;
  return { ...finding, verdict: unknownBecause(`holds, but is not certified: ${because}`, 'not-certified') };
}
