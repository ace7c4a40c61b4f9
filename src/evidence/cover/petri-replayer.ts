// Replays a firing sequence on a net: from a marking that the net may start in, transition by transition, to one that
// covers the target.

import { covers, type Marking, markingOf } from '../../model/petri/marking.js';
import type { PetriNet } from '../../model/petri/net.js';
import { parseInitialMarking } from '../../model/petri/parse-marking.js';
import { fire } from '../../model/petri/step.js';
import { stepDifference } from '../../verdict/meaning/step-difference.js';
import { type Claim, notReplayed, type ReplayOutcome, replayEach, replayed } from '../replayer.js';
import { coverClaim, isInstance } from './cover-claim.js';

export const petriReplayer = replayEach<PetriNet>('petri', replayClaim);

function replayClaim(model: PetriNet, { property, witness }: Claim): ReplayOutcome {
  const claim = coverClaim(model, property);
  if (!claim.ok) return notReplayed(claim.error);
  const start = startMarking(model, initialOf(witness));
  if (!start || !claim.value.starts.some((asked) => isInstance(start, asked)))
    return notReplayed('the witness does not start in an initial marking');
  let marking = start;
  for (const [i, step] of witness.steps.entries()) {
    const transition = model.transitions[step.choice ?? -1];
    if (!transition) return notReplayed(`step ${i + 1}: there is no transition ${step.choice}`);
    const next = fire(transition, marking);
    if (!next) return notReplayed(`step ${i + 1}: ${transition.name} is not enabled`);
    const { name, place } = transition;
    const difference = stepDifference(step, {
      thread: 'net',
      action: 'fire',
      target: name,
      ...(place ? { place } : {}),
    });
    if (difference !== undefined) return notReplayed(`step ${i + 1}: ${difference}`);
    marking = next;
  }
  const reached = claim.value.targets.some((target) => covers(marking, target.marking));
  return reached ? replayed : notReplayed('the last marking does not cover the target');
}

function initialOf(witness: Claim['witness']): string {
  return witness.kind === 'counters' ? String(witness.details?.initial ?? '') : '';
}

function startMarking(net: PetriNet, text: string): Marking | undefined {
  if (text === '') return markingOf([]);
  const start = parseInitialMarking(net, text);
  return start.ok && start.value.unbounded.length === 0 ? start.value.marking : undefined;
}
