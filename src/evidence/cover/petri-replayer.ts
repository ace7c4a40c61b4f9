// Replays a firing sequence on a net: from a marking that the net may start in, transition by transition, to one that
// covers the target.

import { countAt, covers, type Marking, markingOf, pairsOf } from '../../model/petri/marking.js';
import type { PetriNet } from '../../model/petri/net.js';
import { fire } from '../../model/petri/step.js';
import { withInitial } from '../../translate/nets/question.js';
import { stepDifference } from '../../verdict/meaning/shown-steps.js';
import { type Claim, notReplayed, type ReplayOutcome, replayEach, replayed } from '../replayer.js';
import { questionOf } from './cover-property.js';

export const petriReplayer = replayEach<PetriNet>('petri', replayClaim);

function replayClaim(model: PetriNet, { property, witness }: Claim): ReplayOutcome {
  const question = questionOf(model, property);
  if (!question.ok) return notReplayed(question.error);
  const net = question.value.model;
  const start = startMarking(model, String(witness.details?.['initial'] ?? ''));
  if (net.kind !== 'petri' || !start || !isInstance(start, net))
    return notReplayed('the witness does not start in an initial marking');
  let marking = start;
  for (const [i, step] of witness.steps.entries()) {
    const transition = net.transitions[step.choice ?? -1];
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
  const reached = question.value.targets.some((target) => covers(marking, target.marking));
  return reached ? replayed : notReplayed('the last marking does not cover the target');
}

function startMarking(net: PetriNet, text: string): Marking | undefined {
  if (text === '') return markingOf([]);
  const asked = withInitial(net, [text]);
  return asked.ok && asked.value.initial.unbounded.length === 0 ? asked.value.initial.marking : undefined;
}

function isInstance(start: Marking, { initial }: PetriNet): boolean {
  const places = new Set([...pairsOf(start), ...pairsOf(initial.marking)].map(([place]) => place));
  return [...places].every((place) => {
    const [there, asked] = [countAt(start, place), countAt(initial.marking, place)];
    return initial.unbounded.includes(place) ? there >= asked : there === asked;
  });
}
