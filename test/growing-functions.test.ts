// Two ways to ask about pairs of labels of a program with functions as values: on the program in which every function was made,
// and by types of its recursion scheme, which was made for those that grow without bound. They share the effect algebra, and
// nothing of how functions are passed, locks held and calls returned from.

import { describe, expect, it } from 'vitest';
import { Rng } from '../src/base/rng.js';
import { SourceText } from '../src/base/source-text.js';
import { sampleScale } from '../src/base/testing/sample-scale.js';
import { EffectSolver } from '../src/engines/pairwise/effects/answer.js';
import { pairDomain } from '../src/engines/pairwise/schemes/typing-question.js';
import { DiagnosticLog } from '../src/frontends/eml/diagnostic-log.js';
import { schemeOfFunctions } from '../src/frontends/eml/functions/scheme-of-functions.js';
import { collectDeclarations } from '../src/frontends/eml/lower/collect-declarations.js';
import { parseEml } from '../src/frontends/eml/syntax/parse.js';
import { programOf } from '../src/frontends/eml/testing/program-of.js';
import type { Program } from '../src/model/program/program.js';
import type { Scheme } from '../src/model/schemes/scheme.js';
import { TypeSaturation } from '../src/model/schemes/typing/saturation.js';
import { translateProgramToThreadGraph } from '../src/translate/graphs/program-to-thread-graph.js';
import type { Property } from '../src/verdict/property.js';

const cases = 120 * sampleScale;
const mostSteps = 400;

const types = ['lock', '() -> void', '(() -> void) -> void', '(lock) -> void'] as const;
type Type = (typeof types)[number];

interface Named {
  readonly name: string;
  readonly type: Type;
}

/** Functions with parameters of these types; they call what is passed to them, others, and themselves below a choice. */
class RandomProgram {
  #fresh = 0;
  readonly functions: readonly { readonly name: string; readonly parameters: readonly Named[] }[];

  constructor(readonly rng: Rng) {
    this.functions = ['f', 'g', 'h'].map((name) => ({
      name,
      parameters: Array.from({ length: rng.between(1, 2) }, () => ({ name: this.#name(), type: rng.pick(types) })),
    }));
  }

  text(): string {
    const declared = this.functions.map(({ name, parameters }) => {
      const list = parameters.map((one) => `${one.name}: ${one.type}`).join(', ');
      return `${name}(${list}) { ${this.#block(parameters, 3)} }`;
    });
    const processes = ['P', 'Q'].map((name) => `process ${name} { main { ${this.#block([], 3)} } }`);
    return ['lock a, b;', ...declared, ...processes].join('\n');
  }

  #name(): string {
    return `p${this.#fresh++}`;
  }

  #block(scope: readonly Named[], depth: number): string {
    return Array.from({ length: this.rng.between(1, 2) }, () => this.#statement(scope, depth)).join(' ');
  }

  #statement(scope: readonly Named[], depth: number): string {
    const { rng } = this;
    const inner = () => this.#block(scope, depth - 1);
    if (depth === 0) return rng.chance(0.8) ? `label l${rng.between(1, 2)};` : 'join;';
    switch (rng.below(5)) {
      case 0:
        return `synchronized(${this.#value('lock', scope, 0)}) { ${inner()} }`;
      case 1:
        return `choose { ${inner()} } or { ${inner()} }`;
      case 2:
        return `label l${rng.between(1, 2)};`;
      default:
        return `${rng.chance(0.25) ? 'spawn ' : ''}${this.#call(scope, depth)};`;
    }
  }

  #call(scope: readonly Named[], depth: number): string {
    const { rng } = this;
    const passed = scope.filter(({ type }) => type !== 'lock');
    if (passed.length > 0 && rng.chance(0.6)) {
      const { name, type } = rng.pick(passed);
      if (type === '() -> void') return `${name}()`;
      return `${name}(${this.#value(type === '(lock) -> void' ? 'lock' : '() -> void', scope, depth - 1)})`;
    }
    const { name, parameters } = rng.pick(this.functions);
    return `${name}(${parameters.map(({ type }) => this.#value(type, scope, depth - 1)).join(', ')})`;
  }

  #value(type: Type, scope: readonly Named[], depth: number): string {
    const { rng } = this;
    const fitting = scope.filter((one) => one.type === type).map(({ name }) => name);
    if (type === 'lock') return rng.pick(['a', 'b', ...fitting]);
    if (fitting.length > 0 && rng.chance(0.5)) return rng.pick(fitting);
    if (type === '() -> void') return `() => { ${this.#block(scope, Math.max(0, depth - 1))} }`;
    const parameter: Named = { name: this.#name(), type: type === '(lock) -> void' ? 'lock' : '() -> void' };
    return `(${parameter.name}: ${parameter.type}) => { ${this.#block([...scope, parameter], Math.max(0, depth - 1))} }`;
  }
}

function schemeOf(text: string): Scheme {
  const log = new DiagnosticLog(new SourceText('test.eml', text));
  const scheme = schemeOfFunctions(collectDeclarations(parseEml(log), log));
  if (!scheme.ok) throw new Error(`${scheme.error}\n${text}`);
  return scheme.value;
}

function answerOfGraph(program: Program, property: Property): string {
  const translated = translateProgramToThreadGraph(program);
  if (!translated.ok) throw new Error(translated.error.because);
  const run = new EffectSolver(translated.value.graph).answer(property);
  for (;;) {
    const event = run.next();
    if (event.done) return event.value.kind;
  }
}

/** Undefined after too many steps. */
function answerOfTypes(scheme: Scheme, property: Property): string | undefined {
  const saturation = new TypeSaturation(scheme, pairDomain(scheme, property)!);
  for (let steps = 0; steps < mostSteps; steps++) {
    const goesOn = saturation.step();
    if (saturation.isAnswered) return 'yes';
    if (!goesOn) return 'no';
  }
  return undefined;
}

describe('types of the scheme of a program', () => {
  it(`say what its graph says, for ${cases} random programs`, () => {
    const counts = { yes: 0, no: 0, open: 0, grows: 0 };
    for (let seed = 1; seed <= cases; seed++) {
      const text = new RandomProgram(new Rng(seed)).text();
      const program = programOf(text);
      const scheme = schemeOf(text);
      if (program.cut) counts.grows++;
      for (const labels of [
        ['l1', 'l1'],
        ['l1', 'l2'],
        ['l2', 'l2'],
      ] as const) {
        const property = { kind: 'pairwise', labels } as const;
        const typed = answerOfTypes(scheme, property);
        if (typed === undefined) {
          counts.open++;
          continue;
        }
        const graph = answerOfGraph(program, property);
        // In a part of a growing program a pair may not be reached that is reached in all of it.
        const fits = typed === graph || (program.cut !== undefined && typed === 'yes');
        expect(fits, `seed ${seed} ${labels}: types ${typed}, graph ${graph}\n${text}\n${scheme.source.text}`).toBe(
          true,
        );
        counts[graph === 'yes' ? 'yes' : 'no']++;
      }
    }
    expect(counts.yes).toBeGreaterThan(0.3 * cases);
    expect(counts.no).toBeGreaterThan(0.3 * cases);
    expect(counts.grows).toBeGreaterThan(0.01 * cases);
    expect(counts.open).toBeLessThan(0.5 * cases);
  });
});
