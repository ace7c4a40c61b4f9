// Replays a witness of a program on its concrete semantics, step by step, compares what it shows, then asks the check of
// its property whether the execution shows the violation. A witness that is not confirmed speaks about the program with its data abstracted.

import { abstractData } from '../../model/program/abstract-data.js';
import type { Program } from '../../model/program/program.js';
import { checkShown } from '../../verdict/meaning/program-checks.js';
import { runWitness } from '../../verdict/meaning/run-witness.js';
import { runDifference } from '../../verdict/meaning/shown-steps.js';
import { type Claim, notReplayed, type ReplayOutcome, replayEach, replayed } from '../replayer.js';

export const programReplayer = replayEach<Program>('program', replayProgramClaim);

function replayProgramClaim(model: Program, claim: Claim): ReplayOutcome {
  const program = claim.confirmed ? model : abstractData(model);
  const run = runWitness(program, claim.witness);
  if (typeof run === 'string') return notReplayed(run);
  const missing = runDifference(run, claim.witness) ?? checkShown(run, claim.property);
  return missing === undefined ? replayed : notReplayed(missing);
}
