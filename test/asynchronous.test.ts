// Asynchronous constructs are for `explore`: every other engine on programs refuses them, by name and place, whatever the
// question; none of them gives an answer.

import { describe, expect, it } from 'vitest';
import { programOf } from '../src/frontends/eml/testing/program-of.js';
import { engines } from '../src/pipeline/catalogue.js';

const models = [
  ['scheduling event-loop', 1, 'scheduling event-loop;\nvar x; process P * { main { label A; read x; write x; } }'],
  [
    'the result of join',
    2,
    'var x: int 0..1; f: int 0..1 { return x; } process P * { main { label A;\nx = join spawn f(); } }',
  ],
  ['join any', 2, 'var t: thread, x; f { write x; } process P { main { t = spawn f();\njoin any t; label A; } }'],
  ['fail', 2, 'var x; process P * { main { label A; write x;\nfail(); } }'],
  ['new deferred', 2, 'var x; process P [2] { main { label A; write x;\nlet d = new deferred; settle(d); } }'],
  [
    'failed',
    2,
    'var t: thread, x; f { write x; } process P { main { label A; t = spawn f();\nif (failed(t)) write x; } }',
  ],
] as const;

const others = engines.filter(({ info }) => info.modelKinds.includes('program') && info.id !== 'explore');

describe.each(others.map((entry) => [entry.info.id, entry] as const))('%s', (_id, { load }) => {
  it.each(models)('refuses %s', async (construct, line, text) => {
    const engine = await load();
    const answer = engine.applicable({ file: 'test.eml', model: programOf(text), options: {} });
    if (answer.ok) return expect.unreachable('it takes the model');
    expect(answer.because).toContain(`\`${construct}\``);
    expect(answer.place?.line).toBe(line);
  });
});

it('there are such engines', () => {
  expect(others.map(({ info }) => info.id)).toEqual(['atomicity', 'cover', 'pairwise']);
});
