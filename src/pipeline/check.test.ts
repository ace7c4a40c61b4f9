import { describe, expect, it } from 'vitest';
import { check } from './check.js';

const counter = 'var hits: int; process Handler [2] { main { hits = hits + 1; } }';

describe('check, as a library', () => {
  it('finds what the command finds, with a replayed witness', async () => {
    const { verdict, findings, diagnostics } = await check(counter, { language: 'eml' });
    expect(verdict).toBe('violated');
    const violated = findings.filter((finding) => finding.verdict.kind === 'violated');
    expect(violated.map(({ property }) => property.kind)).toEqual(['race']);
    expect(violated[0]!.places[0]!.place).toMatchObject({ file: 'input.eml', line: 1 });
    expect(diagnostics.map(({ severity }) => severity)).toEqual(['warning']);
  });

  it('asks one engine with its options, and certifies what holds', async () => {
    const text = 'lock l; var x: int; process P [2] { main { synchronized (l) { x = x + 1; } } }';
    const asked = await check(text, { language: 'eml', engine: 'explore', options: { property: 'races' } });
    expect(asked.verdict).toBe('holds');
    expect(asked.findings[0]!.verdict).toMatchObject({ kind: 'holds', certificate: { kind: 'states-local/1' } });
  });

  it('says what was not asked, and that a text cannot be read', async () => {
    const { skipped } = await check(counter, { language: 'eml' });
    expect(skipped.map(({ engine }) => engine)).toContain('cover');
    const broken = await check('process P {', { language: 'eml', file: 'mine.eml' });
    expect(broken.verdict).toBe('error');
    expect(broken.diagnostics[0]).toMatchObject({ file: 'mine.eml', severity: 'error' });
  });

  it.each([
    [{ language: 'emll' }, "no language 'emll'"],
    [{ language: 'eml', engine: 'constructor' }, "no engine 'constructor'"],
    [{ language: 'eml', engine: 'explore', options: { methode: 'full' } }, "no option 'methode'"],
  ])('does not guess what %j means', async (options, message) => {
    const { verdict, diagnostics } = await check(counter, options);
    expect([verdict, diagnostics[0]?.message]).toEqual(['error', message]);
  });

  it('says what was in the way of an answer, as far as it is not the question itself', async () => {
    const obstacle = async (text: string, options: Record<string, string>) => {
      const { findings } = await check(text, { language: 'eml', engine: 'explore', options });
      const { verdict } = findings.find((finding) => finding.verdict.kind === 'unknown')!;
      return 'obstacle' in verdict ? verdict.obstacle : 'none';
    };
    expect(await obstacle(counter, { property: 'assertions', 'max-states': '2', method: 'full' })).toBe('limit');
    expect(await obstacle(counter, { property: 'assertions', 'max-depth': '1', method: 'full' })).toBe('limit');
    const endless = 'process P { main { while (true) skip; } }';
    expect(await obstacle(endless, { property: 'assertions', simulate: '2', 'max-depth': '9' })).toBe('none');
  });

  it('is unknown in time', async () => {
    const net = "vars x y\nrules x >= 1 -> x' = x-1, y' = y+1;\ninit x = 200000000\ntarget y >= 200000000";
    const { verdict, findings } = await check(net, { language: 'spec', timeLimit: 0.1 });
    expect(verdict).toBe('unknown');
    expect(findings[0]!.verdict).toMatchObject({ because: 'time limit of 0.1 s reached', obstacle: 'limit' });
  });
});
