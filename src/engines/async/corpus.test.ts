import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { scriptReplayer } from '../../evidence/script/script-replayer.js';
import { shownAs } from '../../verdict/testing/asked.js';
import { violationFinding } from './findings.js';
import { type Analysed, analyse, filesOf } from './testing/analyse.js';

const root = fileURLToPath(new URL('../../../examples/typescript', import.meta.url));
const expectations: Record<string, string[]> = JSON.parse(readFileSync(`${root}/expectations.json`, 'utf8'));

/** All bugs show within thirty schedules per set of calls; that repairs are silent beyond that, and with three, CI asks. */
const inCheck = sampleScale < 1;

function analysed(path: string, isRepair: boolean): Analysed {
  return analyse(filesOf(path), inCheck ? 30 : 120, inCheck && isRepair ? 2 : 3);
}

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
    const seen = analysed(`${root}/${file}`, expected.length === 0);
    expect(seen.names).toEqual(expected);
    expect(replaysAll(seen)).toBe(true);
  });
});

describe('the precision rules, each with a silent and a reported example', () => {
  it.each(readdirSync(`${root}/rules`).sort())('%s', (file) => {
    const isReported = file.includes('reported');
    expect(analysed(`${root}/rules/${file}`, !isReported).names.length > 0).toBe(isReported);
  });
});

describe('the services', () => {
  const services = readdirSync(`${root}/services`).sort();

  it.each(services.flatMap((service) => [[service, 'bug'] as const, [service, 'fixed'] as const]))(
    '%s: %s',
    (service, variant) => {
      const single = `${root}/services/${service}/${variant}.ts`;
      const path = existsSync(single) ? single : `${root}/services/${service}/${variant}`;
      const seen = analysed(path, variant === 'fixed');
      expect(seen.names.length > 0).toBe(variant === 'bug');
      expect(replaysAll(seen)).toBe(true);
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
