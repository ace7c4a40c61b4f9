// Many questions, one after the other: each starts its own clock, and once the whole run was told to stop, the questions
// that are left are answered with `unknown` rather than lost.

import type { Stop } from '../../base/budget.js';
import type { EngineEvent, RunContext } from '../../verdict/engine.js';
import type { Finding } from '../../verdict/verdict.js';
import { type Asked, unknownFinding } from './words.js';

export type Findings<T = void> = Generator<EngineEvent, T, Stop | undefined>;

export function* askEach<A extends Asked>(
  questions: readonly A[],
  context: RunContext,
  method: string,
  ask: (asked: A) => Findings<Finding>,
): Findings {
  let stopped: Stop | undefined;
  const notice = (stop: Stop | undefined) => {
    if (stop?.scope === 'run') stopped = stop;
    return stop;
  };
  for (const asked of questions) {
    if (stopped) {
      const finding = unknownFinding(asked, { method, statistics: {} }, stopped.message);
      yield { kind: 'finding', finding };
      continue;
    }
    context.nextQuestion();
    const run = ask(asked);
    let event = run.next();
    while (!event.done) event = run.next(notice(yield event.value));
    notice(yield { kind: 'finding', finding: event.value });
  }
}
