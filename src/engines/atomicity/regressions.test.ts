// Models that were once answered wrongly, or not at all.

import { describe, expect, it } from 'vitest';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { statedProperty } from '../../verdict/property.js';
import { findingsOf, firstProblem } from './testing/run-engine.js';
import { firstWrongVerdict } from './testing/threads-verdicts.js';

function kinds(text: string): string[] {
  const model = programOf(text);
  const findings = findingsOf(model);
  expect(firstProblem(model, findings)).toBeUndefined();
  return findings.map(
    ({ verdict, property }) => `${statedProperty(property).unit} ${statedProperty(property).other} ${verdict.kind}`,
  );
}

describe('a last access', () => {
  // The tuple after f's first read, lock given back, is smaller than the one at the second read; what the first read can
  // stop with is not.
  const reader = `process P2 {
    f1 { synchronized(l1) { read v2; } while (*) { read v2; } }
    main { unit { read v1; synchronized(l1) { } f1(); } }
  }`;

  it('ends a path even where a smaller path has passed', () => {
    const text = `lock l1; var v1, v2; process P0 { main { synchronized(l1) { unit { write v1; read v2; } } } } ${reader}`;
    expect(kinds(text)).toEqual(['P0 P2 holds']);
    expect(firstWrongVerdict(programOf(text), 20_000, { violated: 0, holds: 0, unknown: 0 })).toBeUndefined();
  });
});

describe('several processes with any number of instances', () => {
  it('each have their own threads in every execution', () => {
    const text = `lock X, B; var v0, v4;
      process m1 * { main { unit { synchronized(X) { read v4; } synchronized(X) { read v4; } } } }
      process m3 * { main { unit { synchronized(X) { write v4; } } } }
      process m4 * { main { if (*) { unit { synchronized(X) { write v4; write v0; } synchronized(B) { read v0; } } } } }`;
    expect(kinds(text)).toEqual(expect.arrayContaining(['m1 m4 violated', 'm1 m3 violated']));
    expect(firstWrongVerdict(programOf(text), 8000, { violated: 0, holds: 0, unknown: 0 })).toBeUndefined();
  });
});
