import { describe, expect, it } from 'vitest';
import { Rng } from '../src/base/rng.js';
import { sampleScale } from '../src/base/testing/sample-scale.js';
import { exploreEngine } from '../src/engines/explore/engine.js';
import { pairwiseEngine } from '../src/engines/pairwise/engine.js';
import { findingsOf } from '../src/engines/pairwise/testing/findings.js';
import { randomProgram } from '../src/engines/pairwise/testing/random-program.js';
import { programReplayer } from '../src/evidence/program/program-replayer.js';
import { programOf } from '../src/frontends/eml/testing/program-of.js';
import type { Program } from '../src/model/program/program.js';
import { observeLabels } from '../src/pipeline/confirm/observe-labels.js';
import { statedProperty } from '../src/verdict/property.js';
import type { Finding, Verdict } from '../src/verdict/verdict.js';

const cases = 500 * sampleScale;
const maxStates = 1000;

type Kind = Verdict['kind'];

/** What `heddle explore --mode full` says. */
function explore(program: Program, property: string): Finding[] {
  const options = {
    mode: [{ text: 'full' }],
    property: [{ text: property }],
    'max-states': [{ text: String(maxStates) }],
  };
  return findingsOf(exploreEngine, { file: 'test.eml', model: program, options });
}

/** Programs without data fail no assertion of their own: a failure is two threads at the labels. */
function exploreLabels(program: Program, first: string, second: string): Kind {
  const findings = explore(observeLabels(program, [first, second]).program, 'assertions');
  return findings.some(({ verdict }) => verdict.kind === 'violated') ? 'violated' : findings[0]!.verdict.kind;
}

/** A race of explore is two unordered accesses; without data that is the same as two accesses at once. */
function exploreRace(found: readonly Finding[], variable: string): Kind {
  if (
    found.some(({ verdict, property }) => verdict.kind === 'violated' && statedProperty(property).variable === variable)
  )
    return 'violated';
  const { states } = found[0]!.statistics;
  return Number(states) < maxStates ? 'holds' : 'unknown';
}

function pairwise(program: Program, property: string): Finding[] {
  return findingsOf(pairwiseEngine, { file: 'test.eml', model: program, options: { property: [{ text: property }] } });
}

function replays(program: Program, { property, verdict }: Finding): boolean {
  if (verdict.kind !== 'violated') return false;
  const replay = programReplayer.replay(program, [{ property, witness: verdict.witness, confirmed: true }]);
  let event = replay.next();
  while (!event.done) event = replay.next();
  return event.value[0]!.ok;
}

/** How often explore said what; pairwise has to say the same wherever explore comes to its end. */
function compareAll(textOf: (seed: number) => string): Record<Kind, number> {
  const seen = { violated: 0, holds: 0, unknown: 0 };
  for (let seed = 0; seed < cases; seed++) {
    const text = textOf(seed);
    const program = programOf(text);
    const compare = (finding: Finding, explored: Kind) => {
      const where = `${seed}: ${JSON.stringify(finding.property)} in\n${text}`;
      seen[explored]++;
      if (explored !== 'unknown') expect(finding.verdict.kind, where).toBe(explored);
      else if (finding.verdict.kind === 'violated') expect(replays(program, finding), where).toBe(true);
    };
    const raced = explore(program, 'races');
    for (const finding of pairwise(program, 'races'))
      compare(finding, exploreRace(raced, String(statedProperty(finding.property).variable)));
    for (const finding of pairwise(program, 'labels')) {
      const [first, second] = String(statedProperty(finding.property).labels).split(',');
      compare(finding, exploreLabels(program, first!, second!));
    }
  }
  return seen;
}

/** Processes, and functions that are only ever spawned, may keep a lock when they end; for whom nobody waits, that is. */
function keepLocks(text: string, rng: Rng): string {
  const isJoined = /\bjoin;/.test(text);
  return text.replace(/^(process \w+ \{ main|f\d) \{ (.*?)( \} \}| \})$/gm, (line, head, body, end) => {
    const isCalled = /^f/.test(head) && new RegExp(`(?<!spawn )\\b${head}\\(\\)`).test(text);
    if (isCalled || (isJoined && /^f/.test(head)) || rng.chance(0.4)) return line;
    const lock = rng.pick(['a', 'b']);
    const other = lock === 'a' ? 'b' : 'a';
    const second = rng.chance(0.3) ? ` acquire(${other});` : '';
    return `${head} { ${body} acquire(${lock});${second} ${rng.pick(['label A;', 'write x;', ''])}${end}`;
  });
}

describe('pairwise against explore', () => {
  it('gives the same answers as full exploration on random programs, labels and races', () => {
    const seen = compareAll((seed) => randomProgram(new Rng(seed), 9));
    expect(Math.min(seen.violated, seen.holds)).toBeGreaterThan(cases / 4);
    expect(seen.unknown).toBeLessThan(seen.holds / 3);
  });

  it('and where threads end with locks that they never give back', () => {
    let keep = 0;
    const seen = compareAll((seed) => {
      const text = keepLocks(randomProgram(new Rng(seed + 5000), 8), new Rng(seed));
      if (/acquire/.test(text)) keep++;
      return text;
    });
    expect(keep).toBeGreaterThan(cases / 2);
    expect(Math.min(seen.violated, seen.holds)).toBeGreaterThan(cases / 4);
  });
});
