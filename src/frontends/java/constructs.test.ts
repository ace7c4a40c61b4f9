// What Java code is written with is followed: behind each construct stands an update that is lost, found only by who comes
// through the construct with what it really does; and the same in one step under a lock, which is quiet. What is not followed
// is named: unknown, at its line. Never is it said to hold, and never nothing.

import { describe, expect, it } from 'vitest';
import { askJava, bugsOf, findingsOf } from './testing/ask-java.js';
import { constructTables } from './testing/constructs/tables.js';

/** Not followed, and said to be unknown: what no text shows, and calls that lie too deep. */
const unseen = new Set([
  'twelve calls deep',
  'a place in parentheses',
  'a handle whose field is not known',
  'six implementations',
  'reflection: a field',
  'reflection: a field by name',
  'reflection: a method',
  'reflection: a method handle',
  'native code',
  'a native unit',
  'Unsafe',
]);

async function verdictsOf(text: string): Promise<Set<string>> {
  const outcome = await askJava(text);
  expect(bugsOf(outcome), text).toEqual([]);
  return new Set(findingsOf(outcome).map(({ verdict }) => verdict.kind));
}

describe('constructs of Java', () => {
  it('are many, each with a name of its own', () => {
    const names = Object.values(constructTables).flatMap((programs) => programs.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(290);
    for (const name of unseen) expect(names).toContain(name);
  });

  for (const [table, programs] of Object.entries(constructTables))
    describe(table, () => {
      it.each(programs.map((program) => [program.name, program] as const))('%s', async (name, { bug, twin }) => {
        const found = await verdictsOf(bug);
        if (unseen.has(name)) {
          expect(found.has('unknown'), bug).toBe(true);
          expect(found.has('violated'), bug).toBe(false);
        } else expect(found.has('violated'), bug).toBe(true);
        expect((await verdictsOf(twin)).has('violated'), twin).toBe(false);
      });
    });
});
