import { it } from 'vitest';
import { Rng } from '/work/main/src/base/rng.js';
import * as g from '/work/main/src/engines/explore/testing/random-programs.js';
import {
  idsOf,
  noLimits,
  searchFully,
  searchWithLocksets,
} from '/work/main/src/engines/explore/testing/search-with.js';
import { programOf } from '/work/main/src/frontends/eml/testing/program-of.js';

it('try', () => {
  const n = Number(process.env.N ?? 300),
    from = Number(process.env.FROM ?? 1);
  const opts = { small: g.smallPrograms, rich: g.richPrograms, tiny: g.tinyPrograms }[process.env.KIND ?? 'small']!;
  const lim = { maxStates: 2000, maxDepth: 2000 };
  let bad = 0,
    skipped = 0,
    cut = 0,
    viol = 0;
  const st = [0, 0, 0],
    tm = [0, 0, 0];
  for (let seed = from; seed < from + n; seed++) {
    const text = g.randomProgram(new Rng(seed), opts);
    const p = programOf(text);
    let t = Date.now();
    const full = searchFully(p, 500);
    tm[0] += Date.now() - t;
    if (!full) {
      skipped++;
      continue;
    }
    if (full.violations.length) viol++;
    st[0] += full.states;
    const modes: [string, any][] = [
      ['stateful', { remember: true }],
      ['stateless', { remember: false, limits: lim }],
    ];
    if (process.env.EXTRA)
      modes.push([
        'plain',
        {
          remember: true,
          reductions: { localSteps: false, threadSymmetry: false, liveLocals: false, sleepSets: false },
        },
      ]);
    modes.forEach(([name, m], i) => {
      t = Date.now();
      let r;
      try {
        r = searchWithLocksets(p, m);
      } catch (e) {
        bad++;
        console.log('EXC', seed, name, String(e));
        return;
      }
      tm[i + 1]! += Date.now() - t;
      st[i + 1]! += r.states;
      if (r.cut) {
        cut++;
        if (process.env.V) console.log('CUT', seed, name);
        return;
      }
      const a = idsOf(full).join(' ; '),
        b = idsOf(r).join(' ; ');
      if (a !== b) {
        bad++;
        if (bad < 6) console.log('BAD', seed, name, '\nfull', a, '\ngot ', b, '\n' + (text.length < 900 ? text : ''));
      }
    });
  }
  console.log({ n, bad, skipped, cut, viol, st, tm });
}, 600000);
