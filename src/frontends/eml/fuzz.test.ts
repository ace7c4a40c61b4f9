import { describe, expect, it } from 'vitest';
import { hasErrors } from '../../base/diagnostic.js';
import { Rng } from '../../base/rng.js';
import { SourceText } from '../../base/source-text.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { noCompanions } from '../../model/model.js';
import { printProgram } from '../../model/program/print-graph.js';
import type { Program } from '../../model/program/program.js';
import { validateProgram } from '../../model/program/testing/validate.js';
import { DiagnosticLog } from './diagnostic-log.js';
import { lowerEml } from './lower/lower.js';
import { emlReader } from './reader.js';
import { parseEml } from './syntax/parse.js';
import { programOf } from './testing/program-of.js';
import { sampleModels } from './testing/sample-models.js';

const CASES = 10_000 * sampleScale;
const words =
  '{ } ( ) [ ] ; : , . .. = == && || ! - + * if else while return let int bool null 0 7 x l new spawn /* // @ é \0'.split(
    ' ',
  );

/** The text with one to four pieces removed, doubled, replaced, moved or cut off. */
function mutate(rng: Rng, text: string): string {
  for (let n = rng.between(1, 4); n > 0; n--) text = mutateOnce(rng, text);
  return rng.chance(0.1) ? `\uFEFF${text.replaceAll('\n', rng.pick(['\r\n', '\r']))}` : text;
}

function mutateOnce(rng: Rng, text: string): string {
  const pieces = text.match(/\w+|\s+|./gs) ?? [''];
  const at = rng.below(pieces.length);
  switch (rng.below(6)) {
    case 0:
      return pieces.toSpliced(at, rng.between(1, 3)).join('');
    case 1:
      return pieces.toSpliced(at, 0, pieces[at]!).join('');
    case 2:
      return pieces.with(at, rng.pick(words)).join('');
    case 3:
      return pieces.toSpliced(at, 0, ` ${rng.pick(words)} `).join('');
    case 4:
      return pieces.with(at, rng.pick(pieces)).join('');
    default:
      return rng.chance(0.2) ? pieces.slice(0, at).join('') : pieces.toSpliced(at, 0, rng.pick(sampleModels)).join('');
  }
}

function check(text: string): Program | undefined {
  const log = new DiagnosticLog(new SourceText('fuzz.eml', text));
  const syntax = parseEml(log);
  const program = log.hasErrors ? undefined : lowerEml(syntax, log);
  const diagnostics = log.diagnostics();
  expect(hasErrors(diagnostics)).toBe(program === undefined);
  for (const { place } of diagnostics) expect(place).toBeDefined();
  if (program) expect(validateProgram(program)).toEqual([]);
  return program;
}

describe('any text', () => {
  it(`gives a valid program or messages with a place, for ${CASES} mutated models`, () => {
    let programs = 0;
    for (let seed = 1; seed <= CASES; seed++) {
      const rng = new Rng(seed);
      const text = mutate(rng, rng.pick(sampleModels));
      try {
        if (check(text)) programs++;
      } catch (error) {
        throw new Error(`seed ${seed}:\n${text}`, { cause: error });
      }
    }
    // The mutations are mild enough to keep some models valid.
    expect(programs).toBeGreaterThan(CASES / 100);
    expect(programs).toBeLessThan(CASES / 2);
  });

  it.each(sampleModels.map((text, i) => [i, text]))('means the same with other line ends: sample %i', (_i, text) => {
    const original = printProgram(programOf(String(text)));
    for (const end of ['\r\n', '\r']) {
      expect(printProgram(programOf(`\uFEFF${String(text).replaceAll('\n', end)}`))).toBe(original);
    }
  });

  it('is located on the right line with CR line ends', () => {
    const { diagnostics } = emlReader.read(new SourceText('m.eml', 'var v;\rvar v;\r\nvar v;'), noCompanions);
    expect(diagnostics.map(({ place }) => place?.line)).toEqual([1, 2, 3]);
  });
});
