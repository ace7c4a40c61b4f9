// Programs of the event loop through the engine: every mode finds the same, violations replay, and what Node can do, an
// assertion that excludes it finds.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import type { Program } from '../../model/program/program.js';
import { initialState } from '../../model/program/state.js';
import { outcomesOfJavaScript } from '../../model/program/testing/promise-scheduler.js';
import { randomAsync } from '../../model/program/testing/random-async.js';
import { checkShown } from '../../verdict/meaning/program-checks.js';
import { runWitness } from '../../verdict/meaning/run-witness.js';
import type { Finding } from '../../verdict/verdict.js';
import { fullSearch } from './full/full-search.js';
import { exploreMethods } from './info.js';
import { raceMonitor } from './race-monitor.js';
import { findingsOf } from './testing/findings-of.js';
import { finish, idsOf, noLimits } from './testing/search-with.js';

/** What was found, with a check that it can be shown. */
function shown(program: Program, { property, verdict }: Finding): string {
  if (verdict.kind === 'violated') {
    const run = runWitness(program, verdict.witness);
    expect(typeof run === 'string' ? run : checkShown(run, property)).toBeUndefined();
  }
  return `${JSON.stringify(property)} ${verdict.kind}`;
}

function verdictsOf(text: string): string[] {
  const program = programOf(`scheduling event-loop; ${text}`);
  return findingsOf(program).map((finding) => `${finding.property.kind} ${shown(program, finding).split(' ').pop()}`);
}

const safe = ['assertion holds', 'error holds', 'deadlock holds'];

describe('exploration of event loops', () => {
  it('finds the same in every mode, and every violation replays', async () => {
    let violations = 0;
    for (let seed = 0; seed < 12 * sampleScale; seed++) {
      const { eml, javascript } = randomAsync(new Rng(seed));
      const outcomes = await outcomesOfJavaScript(javascript, 60);
      const log = [...(outcomes ?? [])][0]?.split(',')[1];
      if (log === undefined || log === '0') continue;
      const text = eml.replace('% 1000003;', `% 1000003; assert log != ${log};`);
      const program = programOf(text);
      const answers = exploreMethods.map((mode) =>
        findingsOf(program, { mode, property: 'assertions,errors,deadlocks' }).map((one) => shown(program, one)),
      );
      for (const answer of answers) expect(answer.sort(), text).toEqual(answers[0]);
      expect(answers[0]!.join()).toContain('"kind":"assertion","reason":"assertion failed"');
      violations += answers[0]!.filter((answer) => answer.endsWith('violated')).length;
    }
    expect(violations).toBeGreaterThan(6 * sampleScale);
  });

  it('passes states with one possible step without missing anything', () => {
    for (let seed = 0; seed < 15 * sampleScale; seed++) {
      const program = programOf(randomAsync(new Rng(1000 + seed)).eml);
      const initial = initialState(program);
      const search = (passForced: boolean) =>
        finish(fullSearch(program, initial, [raceMonitor], { ...noLimits, maxStates: 3000 }, passForced));
      const [all, choices] = [search(false), search(true)];
      if (all.cut !== undefined) continue;
      expect(idsOf(choices)).toEqual(idsOf(all));
      expect(choices.states).toBeLessThan(all.states);
    }
  });

  it('shortens what a simulation finds without moving anybody out of turn', () => {
    let violations = 0;
    for (let seed = 0; seed < 15 * sampleScale; seed++) {
      const program = programOf(
        randomAsync(new Rng(seed)).eml.replace('% 1000003;', '% 1000003; assert log % 3 != 1;'),
      );
      const found = findingsOf(program, { simulate: '5' }).filter(({ verdict }) => verdict.kind === 'violated');
      for (const finding of found) shown(program, finding);
      violations += found.length;
    }
    expect(violations).toBeGreaterThan(10 * sampleScale);
  });

  it('passes a loop without an end only so far', () => {
    const program = programOf('scheduling event-loop; process P { main { while (true) skip; } }');
    const [result] = findingsOf(program);
    expect(result!.verdict.kind).toBe('holds');
  });

  it('stops at the depth that was asked for', () => {
    const program = programOf(
      'scheduling event-loop; var x: int; process P { main { while (true) x = (x + 1) % 9; } }',
    );
    const [result] = findingsOf(program, { 'max-depth': '10' });
    const because = 'depth limit of 10 steps reached';
    expect(result!.verdict).toEqual({ kind: 'unknown', because, obstacle: 'limit' });
  });

  it('sees a check that is stale after an await, and not one that is made again', () => {
    const model = (after: string) => `var ready: bool, runs: int;
      process Caller [2] { main { if (!ready) { yield external; ${after} } } }`;
    const act = 'runs = runs + 1; ready = true; assert runs == 1;';
    expect(verdictsOf(model(act))).toEqual(['assertion violated', 'error holds', 'deadlock holds']);
    expect(verdictsOf(model(`if (!ready) { ${act} }`))).toEqual(safe);
  });

  it('knows that a memoised promise runs its work once, and again after a failure', () => {
    const once = `var p: thread, runs: int;
      work { runs = runs + 1; yield external; }
      process Caller [3] { main { if (p == null) p = spawn eager work(); join p; assert runs == 1; } }`;
    expect(verdictsOf(once)).toEqual(safe);
    const retry = `var p: thread, runs: int;
      work { runs = runs + 1; yield external; if (*) fail(1); }
      recover(q: thread) { join q; if (failed(q)) { p = null; fail(reason(q)); } }
      process Caller [2] { main {
        if (p == null) { let q = spawn eager work(); p = spawn eager recover(q); }
        let mine = p; join mine; if (failed(mine)) assert p != mine;
      } }`;
    expect(verdictsOf(retry)).toEqual(safe);
  });

  it('does not let an external event in before the microtasks have run', () => {
    const model = (pause: string) => `var x: int;
      process P { main { x = 1; ${pause}; x = 0; } } process Q { main { assert x == 0; } }`;
    expect(verdictsOf(model('yield'))).toEqual(safe);
    expect(verdictsOf(model('yield external'))[0]).toBe('assertion violated');
  });

  it('reports a promise that nobody settles as waiting for ever', () => {
    expect(verdictsOf('process P { main { let p = new deferred; join p; } }')).toEqual([
      'assertion holds',
      'error holds',
      'deadlock violated',
    ]);
  });

  it('does not report the joiners of a thread that went wrong, but all who wait for something else', () => {
    const wrong = `lock l; f { assert false; } g { synchronized (l) { assert false; } }
      wait(t: thread) { join t; }
      process P { main { let t = spawn f(); let u = spawn eager wait(t); join u; } }
      process Q { main { let t = spawn g(); let d = new deferred; join any t, t; synchronized (l) { settle(d); } } }`;
    expect(verdictsOf(wrong)).toEqual(['assertion violated', 'assertion violated', 'error holds', 'deadlock holds']);
    const both = 'f { assert false; } process P { main { let d = new deferred; let t = spawn f(); join any t, d; } }';
    expect(verdictsOf(both)).toEqual(['assertion violated', 'error holds', 'deadlock violated']);
  });

  it('hands a lock to whoever has waited longest', () => {
    const model = `lock l; var order: int;
      take(n: int) { synchronized (l) { order = order * 10 + n; yield external; } }
      process P { main { spawn eager take(1); spawn eager take(2); spawn eager take(3); join; assert order == 123; } }`;
    expect(verdictsOf(model)).toEqual(safe);
  });
});
