import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { scriptReplayer } from '../../evidence/script/script-replayer.js';
import { shownAs } from '../../verdict/testing/asked.js';
import { violationFinding } from './findings.js';
import { type Analysed, analyse, filesOf } from './testing/analyse.js';

const root = fileURLToPath(new URL('../../../examples/typescript', import.meta.url));
const expectations: Record<string, string[]> = JSON.parse(readFileSync(`${root}/expectations.json`, 'utf8'));

/** Every violation replays from its witness alone. */
function replaysAll({ script, found }: Analysed): boolean {
  return found.every((each) => {
    const { property, verdict } = violationFinding(script, each, 1);
    if (verdict.kind !== 'violated') return false;
    const replay = scriptReplayer.replay(script, [{ property, witness: verdict.witness, confirmed: true }]);
    let next = replay.next();
    while (!next.done) next = replay.next();
    return next.value.every(({ ok }) => ok);
  });
}

describe('the fifteen examples and their repairs', () => {
  it.each(Object.entries(expectations))('%s', (file, expected) => {
    const analysed = analyse(filesOf(`${root}/${file}`));
    expect(analysed.names).toEqual(expected);
    expect(replaysAll(analysed)).toBe(true);
  });
});

describe('the precision rules, each with a silent and a reported example', () => {
  it.each(readdirSync(`${root}/rules`).sort())('%s', (file) => {
    const { names } = analyse(filesOf(`${root}/rules/${file}`));
    expect(names.length > 0).toBe(file.includes('reported'));
  });
});

describe('the services', () => {
  const services = readdirSync(`${root}/services`).sort();

  it.each(services.flatMap((service) => [[service, 'bug'] as const, [service, 'fixed'] as const]))(
    '%s: %s',
    (service, variant) => {
      const single = `${root}/services/${service}/${variant}.ts`;
      const analysed = analyse(filesOf(existsSync(single) ? single : `${root}/services/${service}/${variant}`));
      expect(analysed.names.length > 0).toBe(variant === 'bug');
      expect(replaysAll(analysed)).toBe(true);
    },
  );
});

describe('replay', () => {
  it('refuses a witness whose schedule is another one', () => {
    const { script, found } = analyse(filesOf(`${root}/token-bucket.ts`));
    const finding = violationFinding(script, found[0]!, 1);
    const { property } = finding;
    const shown = shownAs(finding, 'calls');
    const witness = { ...shown, details: { ...shown.details, choices: [] } };
    const replay = scriptReplayer.replay(script, [{ property, witness, confirmed: true }]);
    let next = replay.next();
    while (!next.done) next = replay.next();
    expect(next.value[0]).toMatchObject({ ok: false });
  });

  it('refuses moments that show nothing', () => {
    const { script, found } = analyse(filesOf(`${root}/average.ts`));
    const finding = violationFinding(script, found[0]!, 1);
    const { property } = finding;
    const shown = shownAs(finding, 'calls');
    const details = { ...shown.details, between: Number(shown.details?.seen) + 1 };
    const replay = scriptReplayer.replay(script, [{ property, witness: { ...shown, details }, confirmed: true }]);
    let next = replay.next();
    while (!next.done) next = replay.next();
    expect(next.value[0]).toMatchObject({ ok: false });
  });
});
