import { describe, expect, test } from 'vitest';
import { textSource } from '../../base/byte-source.js';
import type { Diagnostic } from '../../base/diagnostic.js';
import { Rng } from '../../base/rng.js';
import { unfinishedReplay } from '../../evidence/replayer.js';
import { traceReplayer } from '../../evidence/traces/trace-replayer.js';
import { randomShape, randomTrace } from '../../model/traces/testing/trace-generator.js';
import { traceInChunks, traceOfEvents, traceOfText } from '../../model/traces/testing/trace-of.js';
import { rememberingModel, type TraceModel } from '../../model/traces/trace-model.js';
import type { OptionValues } from '../../verdict/options.js';
import { shownAs } from '../../verdict/testing/asked.js';
import type { Finding } from '../../verdict/verdict.js';
import { racesEngine } from './engine.js';
import { algorithmNames } from './info.js';

interface Outcome {
  readonly findings: Finding[];
  readonly diagnostics: Diagnostic[];
}

function options(values: Readonly<Record<string, string | readonly string[] | true>>): OptionValues {
  const entries = Object.entries(values).map(([name, value]) => {
    const texts = value === true ? [''] : typeof value === 'string' ? [value] : value;
    return [name, texts.map((text) => ({ text }))] as const;
  });
  return Object.fromEntries(entries);
}

function ask(model: TraceModel, values: Parameters<typeof options>[0] = {}, stopAfter = Infinity): Outcome {
  const findings: Finding[] = [];
  const diagnostics: Diagnostic[] = [];
  const task = { file: model.file, model, options: options(values) };
  const run = racesEngine.run(task, { seed: 1, reserve: () => {}, nextQuestion: () => {} });
  let step = run.next();
  for (let count = 1; !step.done; count++) {
    if (step.value.kind === 'finding') findings.push(step.value.finding);
    if (step.value.kind === 'diagnostic') diagnostics.push(step.value.diagnostic);
    step = run.next(count >= stopAfter ? { scope: 'run', message: 'time limit reached' } : undefined);
  }
  return { findings, diagnostics };
}

function replay(model: TraceModel, findings: readonly Finding[]) {
  const claims = findings.flatMap(({ property, verdict }) =>
    verdict.kind === 'violated' ? [{ property, witness: verdict.witness, confirmed: verdict.confirmed }] : [],
  );
  const run = traceReplayer.replay(model, claims);
  let step = run.next();
  while (!step.done) step = run.next();
  return step.value;
}

const racyTrace = 'T1|acq(l)|10\nT1|w(x)|11\nT1|rel(l)|12\nT2|acq(m)|20\nT2|r(x)|21\nT2|rel(m)|22\n';

describe('a race', () => {
  const { findings } = ask(traceOfText(racyTrace));
  const [race] = findings;

  test('is one violated result with both accesses as the contract has them', () => {
    expect(findings).toHaveLength(1);
    expect(race).toMatchObject({
      property: { kind: 'race', variable: 'x' },
      rule: 'HD2001',
      message: 'race on x: nothing orders write by T1 (event 2) and read by T2 (event 5)',
      verdict: {
        kind: 'violated',
        confirmed: true,
        witness: {
          details: {
            accesses: [
              { event: 2, thread: 'T1', op: 'w', location: '11', held: ['l'] },
              { event: 5, thread: 'T2', op: 'r', location: '21', held: ['m'] },
            ],
          },
        },
      },
    });
  });

  test('points at the later access first', () => {
    expect(race?.places.map(({ place }) => place.line)).toEqual([5, 2]);
    expect(race?.places[0]?.caption).toBe('T2 reads x at 21, holding m');
  });

  test('says how the lockset evolved and what is missing', () => {
    expect(race?.because).toContain('after event 2: LS(x) = {T1, l}');
    expect(race?.because.at(-1)).toContain('no chain of release and acquire');
    expect(race?.help).toContain('for example l');
  });

  test('has a witness of the events that matter, in order', () => {
    const { verdict } = race!;
    if (verdict.kind !== 'violated') throw new Error('not violated');
    const steps = verdict.witness.steps.map(({ thread, action, target }) => `${thread} ${action} ${target}`);
    expect(steps).toEqual(['T1 acquire l', 'T1 write x', 'T1 release l', 'T2 acquire m', 'T2 read x']);
    expect(verdict.witness.edges).toEqual([]);
  });
});

test('a witness has the happens-before edges between lanes', () => {
  const text = 'T1|w(x)|1\nT1|acq(l)|2\nT1|rel(l)|3\nT3|acq(l)|4\nT3|vw(v)|5\nT2|w(x)|6\nT4|vr(v)|7\n';
  const { verdict } = ask(traceOfText(text)).findings[0]!;
  if (verdict.kind !== 'violated') throw new Error('not violated');
  expect(verdict.witness.steps.map(({ thread, action }) => `${thread} ${action}`)).toEqual([
    'T1 write',
    'T1 release',
    'T3 acquire',
    'T3 volatile write',
    'T2 write',
  ]);
  expect(verdict.witness.edges).toEqual([{ from: 1, to: 2, label: 'l' }]);
});

test('a trace without a race holds for the recorded trace', () => {
  const { findings } = ask(traceOfText('T1|w(x)|1\nT1|fork(T2)|2\nT2|r(x)|3\n'));
  expect(findings).toMatchObject([
    { property: { kind: 'race' }, verdict: { kind: 'holds', scope: { kind: 'recorded-trace' } } },
  ]);
});

describe('every algorithm on random traces', () => {
  for (const algorithm of algorithmNames)
    test(`${algorithm}: what it reports replays`, () => {
      for (let seed = 1; seed <= 150; seed++) {
        const rng = new Rng(seed);
        const model = traceOfEvents(randomTrace(rng, randomShape(rng, true)));
        const { findings, diagnostics } = ask(model, { algorithm, 'explain-pair': ['1,4', '2,5'] });
        expect(diagnostics).toEqual([]);
        for (const outcome of replay(model, findings)) expect(outcome, `seed ${seed}`).toEqual({ ok: true });
      }
    });
});

describe('the replayer', () => {
  test('sees words that were put into a witness', () => {
    const model = traceOfText(racyTrace);
    const [race] = ask(model).findings;
    if (race?.verdict.kind !== 'violated') throw new Error('the trace should race');
    const { verdict } = race;
    const shown = shownAs(race, 'trace');
    const { steps, details } = shown;
    const told = (witness: typeof verdict.witness) => replay(model, [{ ...race, verdict: { ...verdict, witness } }])[0];
    expect(told(verdict.witness)).toEqual({ ok: true });
    for (const [i, step] of steps.entries())
      for (const forged of [
        { ...step, action: 'skip' },
        { ...step, target: 'z' },
        { ...step, thread: 'T9' },
        { ...step, change: 'event 1000' },
        { ...step, place: { ...step.place!, line: step.place!.line + 1 } },
      ])
        expect(told({ ...verdict.witness, steps: steps.with(i, forged) })).toMatchObject({ ok: false });
    const accesses = details?.accesses as { held: string[]; location: string }[];
    for (const forged of [{ held: ['guard'] }, { location: 'Safe.java:1' }]) {
      const witness = { ...shown, details: { ...details, accesses: [accesses[0]!, { ...accesses[1]!, ...forged }] } };
      expect(told(witness)).toMatchObject({ ok: false });
    }
  });

  const [race] = ask(traceOfText(racyTrace)).findings;

  test('says nothing about a race when it is told to stop', () => {
    const late = () => traceInChunks('T3|w(y)|1\n'.repeat(9000) + racyTrace, 5000);
    const { property, verdict } = ask(late()).findings[0]!;
    if (verdict.kind !== 'violated') throw new Error('the trace should race');
    const run = traceReplayer.replay(late(), [{ property, witness: verdict.witness, confirmed: true }]);
    run.next();
    expect(run.next({ scope: 'run', message: 'stop' })).toEqual({ done: true, value: [unfinishedReplay] });
  });

  test('rejects a race on a trace where the accesses are ordered', () => {
    const ordered = traceOfText(racyTrace.replaceAll('(m)', '(l)'));
    expect(replay(ordered, [race!])).toEqual([{ ok: false, because: 'event 2 happens before event 5' }]);
  });

  test('rejects accesses that the trace does not have', () => {
    expect(replay(traceOfText(racyTrace.replace('r(x)', 'r(y)')), [race!])[0]).toMatchObject({ ok: false });
    expect(replay(traceOfText('T1|w(x)|1\n'), [race!])[0]).toMatchObject({ ok: false });
  });

  test('rejects a race that is not the first of its variable', () => {
    const [first] = replay(traceOfText(racyTrace.replace('T2|acq(m)', 'T2|r(x)').replace('T2|rel(m)|22\n', '')), [
      race!,
    ]);
    expect(first).toEqual({ ok: false, because: 'the first racing access of x is event 4' });
  });

  test('rejects two reads', () => {
    const reads = traceOfText(racyTrace.replace('w(x)', 'r(x)'));
    expect(replay(reads, [race!])[0]).toMatchObject({ ok: false, because: 'event 2 is not T1 w x' });
  });

  test('confirms a false alarm of eraser as unconfirmed only', () => {
    const model = traceOfText('T1|w(x)|1\nT1|fork(T2)|2\nT2|w(x)|3\n');
    const [alarm] = ask(model, { algorithm: 'eraser' }).findings;
    expect(alarm).toMatchObject({ rule: 'HD2002', verdict: { kind: 'violated', confirmed: false } });
    expect(alarm?.message).toContain('false alarm of eraser');
    expect(alarm?.because.at(-1)).toBe('the accesses are ordered: event 2: T1 forks T2');
    expect(replay(model, [alarm!])).toEqual([{ ok: true }]);
    const { verdict } = alarm!;
    if (verdict.kind !== 'violated') throw new Error('not violated');
    expect(replay(model, [{ ...alarm!, verdict: { ...verdict, confirmed: true } }])[0]).toMatchObject({ ok: false });
  });
});

describe('--explain-pair', () => {
  const trace = 'T1|w(x)|1\nT1|acq(l)|2\nT1|rel(l)|3\nT2|acq(l)|4\nT2|fork(T3)|5\nT3|r(x)|6\nT4|r(y)|7\n';

  test('gives the chain that orders two events', () => {
    const { findings } = ask(traceOfText(trace), { 'explain-pair': '6,1' });
    expect(findings[0]).toMatchObject({
      rule: 'HD2003',
      message: 'event 1 happens before event 6',
      verdict: { kind: 'holds' },
    });
    expect(findings[0]?.because.at(-1)).toBe(
      'ordered by: event 3: T1 releases l; event 4: T2 acquires l; event 5: T2 forks T3',
    );
  });

  test('says when nothing does', () => {
    const { findings } = ask(traceOfText(trace), { 'explain-pair': '1,7' });
    expect(findings[0]).toMatchObject({ property: { kind: 'order', events: [1, 7] }, verdict: { kind: 'violated' } });
  });

  test('takes an acquire as ordered after the release that it follows', () => {
    const { findings } = ask(traceOfText(trace), { 'explain-pair': ['3,4', '2,3'] });
    expect(findings.slice(0, 2).map(({ verdict }) => verdict.kind)).toEqual(['holds', 'holds']);
    expect(findings[1]?.because.at(-1)).toBe('ordered by: both are of one thread');
  });

  test('refuses what is not a pair, and warns of events that are not there', () => {
    const model = traceOfText(trace);
    const check = (pair: string) =>
      racesEngine.checkOptions({ file: 't', model, options: options({ 'explain-pair': pair }) }).length;
    expect(['1,2', ' 2 , 1 ', '1', 'a,b', '1,1', '0,1'].map(check)).toEqual([0, 0, 1, 1, 1, 1]);
    expect(ask(model, { 'explain-pair': '1,99' }).diagnostics[0]?.message).toContain('no event 99');
  });
});

describe('inputs', () => {
  test('a malformed line ends the run without results; lenient goes on', () => {
    const text = 'T1|w(x)|1\nnonsense\nT2|w(x)|2\n';
    const strict = ask(traceOfText(text));
    expect(strict.findings).toEqual([]);
    expect(strict.diagnostics).toMatchObject([{ code: 'HD2010', severity: 'error', place: { line: 2 } }]);
    const lenient = ask(traceOfText(text), { lenient: true });
    expect(lenient.findings[0]?.message).toContain('race on x');
    expect(lenient.findings[0]?.verdict).toMatchObject({
      scope: { assumptions: [{}, { text: expect.stringContaining('1 malformed') }] },
    });
  });

  test('the option wins over the extension, for the replay as well', () => {
    const model = traceOfText('w(x),\n,w(x)\n', 'std');
    const { findings } = ask(model, { 'trace-format': 'csv' });
    expect(findings[0]?.message).toContain('race on x');
    expect(replay(model, findings)).toEqual([{ ok: true }]);
  });

  test('a trace that can be read only once is reported without locations, as possible', () => {
    const model = rememberingModel('-', 'std', () => textSource(racyTrace), 10);
    const { findings } = ask(model);
    expect(findings[0]).toMatchObject({ property: { variable: 'x' }, verdict: { kind: 'violated', confirmed: false } });
    expect(replay(model, findings)).toEqual([{ ok: true }]);
  });

  test('an empty trace holds, with a warning', () => {
    const { findings, diagnostics } = ask(traceOfText('\n'));
    expect(findings[0]?.verdict.kind).toBe('holds');
    expect(diagnostics[0]?.code).toBe('HD2012');
  });

  test('told to stop, it gives the races so far and says what it does not know', () => {
    const text = `${racyTrace}${'T1|r(y)|1\n'.repeat(9000)}`;
    const { findings } = ask(traceInChunks(text, 5000), {}, 2);
    expect(findings.map(({ verdict }) => verdict.kind)).toEqual(['violated', 'unknown']);
  });

  test('hundreds of open races are all reported', () => {
    const lines = Array.from({ length: 300 }, (_, i) => `T1|w(x${i})|1\n`);
    const text = lines.join('') + lines.join('').replaceAll('T1', 'T2');
    const model = traceOfText(text);
    const { findings } = ask(model);
    expect(findings).toHaveLength(300);
    expect(findings.filter(({ because }) => because.at(-1)?.includes('--explain-pair'))).not.toHaveLength(0);
    expect(replay(model, findings).every(({ ok }) => ok)).toBe(true);
  });
});
