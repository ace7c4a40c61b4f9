import { describe, expect, it } from 'vitest';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import { paperPatterns } from '../../../logic/access-patterns/conflict-cycles.js';
import { querySetOf } from '../../../logic/access-patterns/query-set.js';
import { reachability } from '../../../logic/semiring/reachability.js';
import { singleton } from '../../../model/pushdown/p-automaton.js';
import { postStar } from '../../../model/pushdown/post-star.js';
import { unweighted } from '../../../model/pushdown/weighted-system.js';
import { flowProcess } from '../flow/flow.js';
import { ProcessProduct } from '../product/product.js';
import { sliceProcess } from '../slice/slice.js';
import { processPushdown } from './process-pushdown.js';

function pushdownOf(text: string) {
  const program = programOf(text);
  const flow = flowProcess(program, program.processes[0]!.entry);
  if ('because' in flow) throw new Error(flow.because);
  const [pattern] = paperPatterns;
  const querySet = querySetOf([pattern!], 1)!;
  const { process } = sliceProcess(flow, { variables: [0], locks: [0] });
  return { querySet, pushdown: processPushdown(new ProcessProduct(process, querySet.automaton)) };
}

describe('a process as a pushdown system', () => {
  it('stops in the states that its side accepts, whatever is on the stack', () => {
    const recursive = `lock l; var x; process P { f { if (*) f(); read x; synchronized(l) { write x; } } main { unit { f(); } } }`;
    const { querySet, pushdown } = pushdownOf(recursive);
    const closed = postStar(
      unweighted(pushdown.system, reachability),
      singleton(pushdown.system, reachability, pushdown.initial),
    );
    const [query] = querySet.queries;
    expect(closed.weightOfAllStacks(pushdown.stopped(query!.uState))).toBe(true);
    expect(closed.weightOfAllStacks(pushdown.stopped(query!.vState))).toBe(true);
  });

  it('says what each rule does to locks and phases', () => {
    const { pushdown } = pushdownOf(
      `lock l; var x; process P { main { unit { synchronized(l) { read x; } write x; } } }`,
    );
    const effects = new Set(pushdown.rules.map(({ action }) => `${action.effect} ${action.locks}`));
    expect([...effects].sort()).toEqual(['acquire 0', 'none ', 'release 0']);
    const guesses = pushdown.rules.filter(({ action }) => action.guessed > 0);
    expect(guesses.length).toBeGreaterThan(0);
    expect(pushdown.phaseOf(guesses.at(-1)!.to)).toBeGreaterThan(0);
  });
});
