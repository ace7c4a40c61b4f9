// Replays a rule sequence on a pushdown system: from its initial configuration, rule by rule, to one that the target accepts.

import type { PushdownModel } from '../../model/pushdown/pushdown-model.js';
import { targetOf } from '../../model/pushdown/target.js';
import { runRules } from '../../verdict/meaning/pushdown-run.js';
import { stepDifference } from '../../verdict/meaning/step-difference.js';
import { type Claim, notReplayed, type ReplayOutcome, replayEach, replayed } from '../replayer.js';
import { StackAutomaton } from './stack-automaton.js';

export const pushdownReplayer = replayEach<PushdownModel>('pushdown', replayClaim);

function replayClaim(model: PushdownModel, { property, witness }: Claim): ReplayOutcome {
  if (property.kind !== 'reachable') return notReplayed(`no check for a property of kind ${property.kind}`);
  if (!model.initial) return notReplayed('the system has no initial configuration');
  const target = targetOf(model, property.target);
  if (!target.ok) return notReplayed(target.error);
  const rules = witness.steps.map(({ choice }) => choice ?? -1);
  const run = runRules(model, model.initial, rules);
  if (typeof run === 'string') return notReplayed(run);
  for (const [i, step] of run.steps.entries()) {
    const difference = stepDifference(witness.steps[i]!, step);
    if (difference !== undefined) return notReplayed(`step ${i + 1}: ${difference}`);
  }
  const asked = new StackAutomaton(target.value);
  return asked.accepts(run.last) ? replayed : notReplayed('the last configuration is not one that was asked for');
}
