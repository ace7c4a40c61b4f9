import { describe, expect, it } from 'vitest';
import { SourceText } from '../../base/source-text.js';
import type { Finding } from '../../verdict/verdict.js';
import { everyKind } from '../testing/fixtures.js';
import { printBaseline, readBaseline } from './baseline.js';
import { noTriage, Triage, type TriageRules } from './triage.js';

const found = [...everyKind.entries].find(({ finding }) => finding.verdict.kind === 'violated')!.finding;

function findingAt(line: number): Finding {
  return { ...found, rule: 'HD1001', places: [{ place: { file: 'm.eml', line, column: 1, length: 1 }, caption: '' }] };
}

function triaged(text: string, line: number, rules: TriageRules = noTriage) {
  const source = new SourceText('m.eml', text);
  const sources = { find: (file: string) => (file === 'm.eml' ? source : undefined) };
  const entries = [{ file: 'm.eml', finding: findingAt(line) }];
  const triage = new Triage({ sources, rules: everyKind.rules }, ['m.eml'], rules);
  const after = entries.map((entry) => triage.mark(entry));
  const diagnostics = triage.diagnostics();
  return { by: after[0]!.accepted?.by, reason: after[0]!.accepted?.reason, codes: diagnostics.map(({ code }) => code) };
}

describe('suppression comments', () => {
  it.each([
    ['x = 1; // heddle-ignore HD1001: fine', 1],
    ['// heddle-ignore HD1001: fine\nx = 1;', 2],
    ['# heddle-ignore HD1000, HD1001: fine\r\n# and more words\r\nx = 1', 3],
    ['/* heddle-ignore HD1001: fine */ x = 1;\n', 1],
  ])('accept a finding at their line or the next: %s', (text, line) => {
    const comment = text.startsWith('/*') ? text.replace(' x = 1;', '\nx = 1;') : text;
    expect(triaged(comment, text.startsWith('/*') ? 2 : line)).toEqual({ by: 'comment', reason: 'fine', codes: [] });
  });

  it.each([
    ['another rule', 'x = 1; // heddle-ignore HD1002: fine', 1, ['HD0014']],
    ['another line', 'y;\nx = 1; // heddle-ignore HD1001: fine', 1, ['HD0014']],
    ['no reason', 'x = 1; // heddle-ignore HD1001', 1, ['HD0013']],
    ['an empty reason', 'x = 1; // heddle-ignore HD1001:  ', 1, ['HD0013']],
    ['no code', 'x = 1; // heddle-ignore: because', 1, ['HD0013']],
    ['no comment', 'heddle-ignore HD1001: fine', 1, []],
    ['a comment about it', '// write // heddle-ignore HD1001: fine\nx = 1;', 2, []],
  ])('accept nothing with %s', (_, text, line, codes) => {
    expect(triaged(text, line)).toEqual({ by: undefined, reason: undefined, codes });
  });
});

describe('a run that ran out of time', () => {
  const unfinished: Finding[] = [
    { ...found, rule: 'HD0012', verdict: { kind: 'unknown', because: 'interrupted' } },
    { ...found, verdict: { kind: 'unknown', because: 'time limit of 2 s reached', obstacle: 'limit' } },
  ];

  it.each(unfinished)('does not call a comment unused: $verdict.because', (finding) => {
    const source = new SourceText('m.eml', 'x = 1; // heddle-ignore HD1001: fine\ny; // heddle-ignore HD1001');
    const triage = new Triage({ sources: { find: () => source }, rules: everyKind.rules }, ['m.eml'], noTriage);
    expect(triage.diagnostics().map(({ code }) => code)).toEqual(['HD0013', 'HD0014']);
    triage.mark({ file: 'm.eml', finding });
    expect(triage.diagnostics().map(({ code }) => code)).toEqual(['HD0013']);
  });
});

describe('a baseline', () => {
  const text = 'a;\nx = 1;\n';
  const source = new SourceText('m.eml', text);
  const written = printBaseline([{ file: 'm.eml', finding: findingAt(2), severity: 'error' }], { find: () => source });
  const read = readBaseline('b.json', written);
  const baseline = read.ok ? read.value : expect.unreachable();

  it('knows a finding again when lines have moved', () => {
    expect(triaged('a;\n\n\nx = 1;\n', 4, { severities: {}, baseline })).toMatchObject({ by: 'baseline', codes: [] });
  });

  it('does not know another one, and says that its own is gone', () => {
    expect(triaged('a;\ny = 2;\n', 2, { severities: {}, baseline })).toMatchObject({
      by: undefined,
      codes: ['HD0014'],
    });
  });

  it.each(['', '{}', '{"schema":"heddle-baseline/1"}', '{"schema":"heddle-baseline/1","findings":[{"rule":"x"}]}'])(
    'that is none is refused: %s',
    (wrong) => expect(readBaseline('b.json', wrong).ok).toBe(false),
  );
});

describe('severities', () => {
  it('switched off means accepted', () => {
    expect(triaged('x;', 1, { severities: { HD1001: 'off' } }).by).toBe('configuration');
  });
});
