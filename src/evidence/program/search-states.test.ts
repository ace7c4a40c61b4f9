// The re-search on asynchronous programs: it has exactly the states of the plain search, so that no two of them are taken
// for one and nobody moves out of turn; and it certifies by states only what states show.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { fullScale } from '../../base/testing/sample-scale.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { movesOf } from '../../model/program/moves.js';
import type { Program } from '../../model/program/program.js';
import { initialState, stateKey } from '../../model/program/state.js';
import { applyMove } from '../../model/program/step.js';
import { randomAsync } from '../../model/program/testing/random-async.js';
import type { Certificate } from '../../verdict/certificate.js';
import { allExecutions } from '../../verdict/scope.js';
import type { Excluded } from './search-states.js';
import { searchStates } from './search-states.js';
import { localStatesCertifier, statesCertifier } from './states-certifier.js';

const most = 4000;
const plainly = { localThreadsGoAlone: false, watchUnits: false };

function countStates(program: Program): number {
  const initial = initialState(program);
  const seen = new Set([stateKey(initial)]);
  const open = [initial];
  for (let state = open.pop(); state && seen.size <= most; state = open.pop())
    for (const move of movesOf(program, state)) {
      const { state: after } = applyMove(program, state, move);
      if (seen.has(stateKey(after))) continue;
      seen.add(stateKey(after));
      open.push(after);
    }
  return seen.size;
}

describe('the re-search of asynchronous programs', () => {
  it('visits the states of the semantics, no more and no fewer', () => {
    let compared = 0;
    for (let seed = 0; seed < 30 * fullScale; seed++) {
      const program = programOf(randomAsync(new Rng(seed)).eml);
      const expected = countStates(program);
      if (expected > most) continue;
      expect({ seed, states: searchStates(program, plainly, { left: 2 * most }).states }).toEqual({
        seed,
        states: expected,
      });
      compared++;
    }
    expect(compared).toBeGreaterThan(15 * fullScale);
  });

  it.each([
    [
      'the order of microtasks',
      `wait(p: thread, n: int) { join p; x = n; } process P { main { let d = new deferred; let e = new deferred;
        spawn eager wait(d, 1); spawn eager wait(e, 2); if (*) { settle(d); settle(e); } else { settle(e); settle(d); } } }`,
    ],
    [
      'the order of those who wait',
      `var d: thread; process P { main { d = new deferred; yield external; settle(d); } }
       process Q { main { yield external; if (d != null) join d; x = 1; } }
       process R { main { yield external; if (d != null) join d; x = 2; } }`,
    ],
    [
      'the value of a promise',
      `var d: thread int; one { settle(d, 1); } two { settle(d, 2); }
       process P { main { d = new deferred int; if (*) one(); else two(); x = join d; } }`,
    ],
    [
      'whether a promise failed',
      `var d: thread; one { settle(d); } two { reject(d); }
       process P { main { d = new deferred; if (*) one(); else two(); if (failed(d)) x = 1; } }`,
    ],
    [
      'the order of those who wait for a lock',
      `lock l; take(n: int) { yield external; synchronized (l) { x = n; yield external; } }
       process P { main { spawn eager take(1); spawn eager take(2); synchronized (l) { yield external; } } }`,
    ],
  ])('tells states apart by %s', (_what, text) => {
    const program = programOf(`scheduling event-loop; var x: int; ${text}`);
    expect(searchStates(program, plainly, { left: most }).states).toBe(countStates(program));
  });

  it('does not certify with states what they do not show', () => {
    const program = programOf('var x: int; process P { main { let d = new deferred int; settle(d, 1); x = join d; } }');
    const certify = (certifier: typeof statesCertifier, kind: Excluded) => {
      const certificate = { kind: certifier.certificateKind, body: {} } as Certificate;
      const outcome = certifier.certify(program, { kind }, allExecutions(), certificate, { left: most });
      return 'kind' in outcome ? outcome.kind : 'still running';
    };
    expect(certify(statesCertifier, 'assertion')).toBe('accepted');
    expect(certify(statesCertifier, 'race')).toBe('not-certified');
    expect(certify(localStatesCertifier, 'assertion')).toBe('not-certified');
  });
});
