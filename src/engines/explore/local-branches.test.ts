// Where threads choose between steps that others can see, interleavings must not be left out.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import type { Edge, Program } from '../../model/program/program.js';
import { exploreEngine } from './engine.js';
import { branchesLocally } from './local-branches.js';
import { randomProgram, richPrograms } from './testing/random-programs.js';

/** The program without its `skip` steps: what they lead to is chosen directly. */
function withoutSkips(program: Program): Program {
  const functions = program.functions.map((graph) => {
    const isSkip = ({ action }: Edge) => action.kind === 'skip';
    const skips = graph.edges.filter(isSkip);
    const kept = graph.edges.filter((edge) => !isSkip(edge));
    const copies = skips.flatMap(({ from, to }) =>
      kept.filter((edge) => edge.from === to).map((edge) => ({ ...edge, from })),
    );
    return { ...graph, edges: [...kept, ...copies] };
  });
  return { ...program, functions };
}

const choice = 'lock l; var x: int; process P [2] { main { choose { acquire(l); release(l); } or { x = 1; } } }';

describe('choices between steps that others can see', () => {
  it('are not made by EML', () => {
    expect(branchesLocally(programOf(choice))).toBe(true);
    for (let seed = 1; seed <= 40; seed++)
      expect(branchesLocally(programOf(randomProgram(new Rng(seed), richPrograms)))).toBe(true);
  });

  it('are searched in full, and the answer says why', () => {
    const model = withoutSkips(programOf(choice));
    expect(branchesLocally(model)).toBe(false);
    const context = { seed: 1, reserve: () => {}, nextQuestion: () => {} };
    const options = { property: [{ text: 'races' }] };
    const events = [...exploreEngine.run({ file: 'test.eml', model, options }, context)];
    const findings = events.flatMap((event) => (event.kind === 'finding' ? [event.finding] : []));
    expect(findings.map(({ method, verdict }) => `${method} ${verdict.kind}`)).toEqual(['full violated']);
    expect(findings[0]!.because.join()).toContain('chooses between steps that others can see');
  });
});
