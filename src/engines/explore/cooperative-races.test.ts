import { describe, expect, it } from 'vitest';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { checkShown } from '../../verdict/meaning/program-checks.js';
import { runWitness } from '../../verdict/meaning/run-witness.js';
import { exploreEngine } from './engine.js';
import { findingsOf } from './testing/findings-of.js';

const racing = 'var x: int; process P { main { x = 1; yield; } } process Q { main { x = 2; yield; } }';

function asked(text: string, property: string) {
  return exploreEngine.applicable({
    file: 'm.eml',
    model: programOf(text),
    options: { property: [{ text: property }] },
  });
}

describe('races of threads that are not interrupted', () => {
  it.each(['cooperative', 'event-loop'])('are refused under %s scheduling, with the reason', (scheduling) => {
    const text = `scheduling ${scheduling}; ${racing}`;
    expect(asked(text, 'deadlocks,races')).toMatchObject({
      ok: false,
      because: expect.stringContaining('never interrupted between two switch points'),
      place: { line: 1, column: 1 },
    });
    expect(asked(text, 'deadlocks')).toEqual({ ok: true });
    expect(asked(racing, 'races')).toEqual({ ok: true });
  });

  it('are not what a witness shows, whoever says so', () => {
    const { verdict, property } = findingsOf(programOf(racing), { property: 'races' })[0]!;
    if (verdict.kind !== 'violated') throw new Error('it races');
    const run = runWitness(programOf(`scheduling cooperative; ${racing}`), verdict.witness);
    expect(typeof run === 'string' ? run : checkShown(run, property)).toBe(
      'the last step does not race with an earlier access',
    );
  });
});
