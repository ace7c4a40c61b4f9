// Runs the engine on EML text to the end, and verifies what it says the way the pipeline does.

import { programReplayer } from '../../../evidence/program/program-replayer.js';
import { certifyClaim } from '../../../evidence/testing/certify.js';
import type { Program } from '../../../model/program/program.js';
import type { OptionValues } from '../../../verdict/options.js';
import type { Finding } from '../../../verdict/verdict.js';
import { atomicityEngine } from '../engine.js';
import { finish } from './differential.js';

export function optionsOf(values: Readonly<Record<string, string>>): OptionValues {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, [{ text }]]));
}

export function findingsOf(model: Program, options: Readonly<Record<string, string>> = {}): Finding[] {
  return findingsFor(model, optionsOf(options));
}

/** Throws with the codes of the errors if the options make no sense. */
export function findingsFor(model: Program, options: OptionValues): Finding[] {
  const task = { file: 'test.eml', model, options };
  const errors = atomicityEngine.checkOptions(task);
  if (errors.length > 0) throw new Error(errors.map(({ code, message }) => `${code} ${message}`).join('\n'));
  const applicable = atomicityEngine.applicable(task);
  if (!applicable.ok) throw new Error(applicable.because);
  const findings: Finding[] = [];
  for (const event of atomicityEngine.run(task, { seed: 0, reserve: () => {}, nextQuestion: () => {} }))
    if (event.kind === 'finding') findings.push(event.finding);
  return findings;
}

/** The first claim whose evidence is not accepted, with the reason; `mayLack`: evidence for `holds` may be beyond the checker. */
export function firstProblem(model: Program, findings: readonly Finding[], mayLack = false): string | undefined {
  for (const { verdict, property } of findings) {
    if (verdict.kind === 'unknown') return `${verdict.because} ${JSON.stringify(property)}`;
    if (verdict.kind === 'violated') {
      const claim = { property, witness: verdict.witness, confirmed: verdict.confirmed };
      const [outcome] = finish(programReplayer.replay(model, [claim]));
      if (!outcome!.ok) return `${outcome!.because} ${JSON.stringify(property)}`;
    } else if ('body' in verdict.certificate) {
      const outcome = certifyClaim(model, property, verdict.certificate);
      if (outcome.kind === 'rejected' || (outcome.kind !== 'accepted' && !mayLack))
        return `${outcome.because} ${JSON.stringify(property)}`;
    } else return verdict.certificate.because;
  }
  return undefined;
}
