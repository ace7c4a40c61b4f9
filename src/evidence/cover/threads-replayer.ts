// Replays a schedule of threads on a diagram: the claimed initial configuration must be one of the model's, every step an
// edge of the diagram, and the last state must cover the target.

import { countAt, tokensAt } from '../../model/petri/marking.js';
import type { Configuration, ThreadDiagram } from '../../model/threads/diagram.js';
import { parseConfiguration } from '../../model/threads/parse-configuration.js';
import { type GlobalState, takeStep } from '../../model/threads/step.js';
import { diagramThreadName, edgeStep, passiveStep } from '../../verdict/meaning/diagram-steps.js';
import { stepDifference } from '../../verdict/meaning/step-difference.js';
import type { WitnessStep } from '../../verdict/witness.js';
import { type Claim, notReplayed, type ReplayOutcome, replayEach, replayed } from '../replayer.js';
import { coverClaim, isInstance, type Start } from './cover-claim.js';

export const threadsReplayer = replayEach<ThreadDiagram>('threads', replaySchedule);

function replaySchedule(model: ThreadDiagram, { property, witness }: Claim): ReplayOutcome {
  const claim = coverClaim(model, property);
  if (!claim.ok) return notReplayed(claim.error);
  const start = parseConfiguration(witness.kind === 'counters' ? String(witness.details?.initial) : '');
  if (!start.ok || !claim.value.starts.some((asked) => isStart(start.value, asked)))
    return notReplayed('the witness does not start in an initial configuration');
  const state: GlobalState = { shared: start.value.shared, locals: [...start.value.bounded] };
  const problem = replaySteps(model, state, witness.steps);
  if (problem !== undefined) return notReplayed(problem);
  const reached = claim.value.targets.some(
    ({ control, marking }) =>
      control === state.shared &&
      marking.every((local, i) => i % 2 === 1 || tally(state.locals, local) >= countAt(marking, local)),
  );
  return reached ? replayed : notReplayed('the last state does not cover the target');
}

function replaySteps(diagram: ThreadDiagram, state: GlobalState, steps: readonly WitnessStep[]): string | undefined {
  const names = state.locals.map((local, thread) => diagramThreadName(diagram, local, thread));
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i]!;
    const chosen = new Map<number, number>();
    const at = i;
    while (steps[i + 1]?.action === 'passive') {
      const passive = steps[++i]!;
      const problem = stepDifference(passive, passiveStep(names[threadIndex(passive.thread)], passive.choice ?? -1));
      if (problem !== undefined) return `step ${i + 1}: ${problem}`;
      chosen.set(threadIndex(passive.thread), passive.choice ?? -1);
    }
    const taken = takeStep(diagram, state, { edge: step.choice ?? -1, thread: threadIndex(step.thread), chosen });
    if (!taken.ok) return `step ${at + 1}: ${taken.because}`;
    const edge = diagram.edges[step.choice!]!;
    const problem = stepDifference(step, edgeStep(diagram, edge, names[threadIndex(step.thread)]));
    if (problem !== undefined) return `step ${at + 1}: ${problem}`;
    if (edge.kind === 'spawn') names.push(diagramThreadName(diagram, edge.to.local, names.length));
  }
  return undefined;
}

function threadIndex(name: string): number {
  const match = /#(\d+)$/.exec(name);
  return match ? Number(match[1]) - 1 : -1;
}

function isStart({ shared, bounded, unbounded }: Configuration, start: Start): boolean {
  return shared === start.control && unbounded.length === 0 && isInstance(tokensAt(bounded), start);
}

function tally(locals: readonly number[], local: number): number {
  let count = 0;
  for (const each of locals) if (each === local) count++;
  return count;
}
