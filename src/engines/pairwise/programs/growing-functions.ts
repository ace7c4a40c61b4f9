// Pairs of labels of a program whose functions grow without bound, of which no run was found in the part that was made: the
// types of its scheme see all of it.

import type { ProgramCut } from '../../../model/program/program.js';
import { TypeSaturation } from '../../../model/schemes/typing/saturation.js';
import type { Finding } from '../../../verdict/verdict.js';
import type { Findings } from '../ask-each.js';
import { saturate } from '../schemes/scheme-findings.js';
import { pairDomain } from '../schemes/typing-question.js';
import { type Asked, type Evidence, holdsFinding, unknownFinding } from '../words.js';

export function* askScheme({ scheme }: ProgramCut, asked: Asked, effects: Evidence): Findings<Finding> {
  const growth = 'functions that are passed grow without bound';
  if (asked.property.kind !== 'pairwise')
    return unknownFinding(asked, effects, `${growth}, and only pairs of labels are asked about all of them`);
  if (!scheme.ok) return unknownFinding(asked, effects, `${growth}, and ${scheme.error}`);
  const saturation = new TypeSaturation(scheme.value, pairDomain(scheme.value, asked.property)!);
  const stop = yield* saturate(saturation);
  const evidence = { ...effects, method: 'types', statistics: { types: saturation.derived.length } };
  if (stop) return unknownFinding(asked, evidence, stop.message);
  // Effects are not listed: the checker takes none on trust, since an invented one could hide a real one.
  if (!saturation.isAnswered) return holdsFinding(asked, evidence, { kind: 'typing', body: {} });
  return unknownFinding(
    asked,
    evidence,
    `${growth}: types show the pair, but no run of the functions that were made does`,
  );
}
