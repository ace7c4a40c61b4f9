import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { randomEml } from '../../engines/atomicity/testing/random-eml.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { isNeverDriven, randomLines } from '../kernel/testing/automata-truth.js';
import { exploreTruth } from '../kernel/testing/truth.js';
import { certifyClaim } from '../testing/certify.js';
import { boundChains } from './phase-automata.js';

const certificate = (body = {}) => ({ kind: 'lock-histories/2' as const, body });
const claim = (...transitions: string[]) => ({ kind: 'atomicity' as const, automaton: 'a', transitions });

const two = programOf(
  'lock l, m; var x, y; process P { main { unit { synchronized(l) { read x; } synchronized(m) { write x; } } } } process Q * { main { synchronized(l) { write x; write y; } } }',
);

describe('claims about phase automata', () => {
  it.each([2, 3])('are accepted exactly if they are true, whatever the hints say (%d threads)', (processes) => {
    let [wrong, refused] = [0, 0];
    for (let seed = 1; seed <= 200 * sampleScale; seed++) {
      const rng = new Rng(40_000 + seed);
      const shape = { processes, locks: rng.between(0, 3), variables: 2, cooperative: seed % 3 === 0 };
      const program = programOf(randomEml(rng, shape));
      const truth = exploreTruth(program, 4000);
      if (!truth) continue;
      const names = truth.states[0]!.threads.map(({ name }) => name);
      const lines = randomLines(rng, names, ['x0', 'x1']);
      const isTrue = isNeverDriven(truth, lines);
      const locks = [['l0'], ['l1', 'l2'], ['l0', 'l1', 'l2'], []].slice(0, rng.between(1, 4));
      const hints = [{ threads: names.map((name) => name.slice(0, -2)), variables: ['x0'], locks }];
      for (const body of [{}, { hints }, { hints: [{ ...hints[0], locks: 'all' }] }]) {
        const { kind } = certifyClaim(program, claim(...lines), certificate(body));
        if (!isTrue) expect(`${seed} ${kind}`).not.toBe(`${seed} accepted`);
        if (isTrue && !('hints' in body)) expect(`${seed} ${kind}`).toBe(`${seed} accepted`);
      }
      if (isTrue) wrong++;
      else refused++;
    }
    expect(Math.min(wrong, refused)).toBeGreaterThan(20 * sampleScale);
  });

  it.each([
    ['nothing', []],
    ['a line that says nothing', ['P#1 reads x']],
    ['a second automaton without transitions', ['P#1 W x', 'automaton a']],
    ['a restriction of nothing', ['stay P#1 not', 'P#1 W x']],
    ['a thread that is not there', ['R#1 W x']],
    ['two threads of one instance', ['P#1 W x', 'P#2 W x']],
    ['a variable that is not there', ['P#1 W z']],
  ])('are rejected if they state %s', (_, lines) => {
    expect(certifyClaim(two, claim(...lines), certificate()).kind).toBe('rejected');
  });

  it('are not certified where a step is two events', () => {
    const updating = programOf('var x; process P { main { update x; } } process Q { main { write x; } }');
    expect(certifyClaim(updating, claim('P#1 W x', 'P#1 R x'), certificate()).kind).toBe('not-certified');
  });

  it('are rejected if another automaton was meant', () => {
    expect(certifyClaim(two, claim('P R x', 'Q W x', 'Q R x'), certificate()).kind).toBe('accepted');
    expect(certifyClaim(two, claim('P R x', 'Q W x', 'Q R x or P W x'), certificate()).kind).toBe('rejected');
    expect(certifyClaim(two, claim('Q R x', 'automaton a', 'P R x', 'Q W x'), certificate()).kind).toBe('rejected');
    expect(certifyClaim(two, claim('P R x', 'stay P not end-unit R x', '1 W x'), certificate()).kind).toBe('rejected');
  });

  it('are about all choices of threads and variables', () => {
    const ways = (...lines: string[]) =>
      boundChains(two, lines)!.map(({ processes, variables }) => `${processes}/${variables}`);
    expect(ways('1 W ?a', '2 W ?a')).toEqual(['0,1/0', '0,1/1', '1,0/0', '1,0/1', '1,1/0', '1,1/1']);
    expect(ways('1 W ?a', '2 W ?b')).toEqual(['0,1/0,1', '0,1/1,0', '1,0/0,1', '1,0/1,0', '1,1/0,1', '1,1/1,0']);
    expect(ways('P W x', '1 W ?b')).toEqual(['0,1/0,0', '0,1/0,1']);
    expect(ways('P W x or Q#2 R y', 'Q#1 W x')).toEqual(['0,1/0', '1,1/1,0']);
  });
});
