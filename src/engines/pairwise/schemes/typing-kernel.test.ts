import { describe, expect, it } from 'vitest';
import { compileKernel, keptKernel, kernelModule } from '../../../../scripts/compile-kernel.js';
import { Rng } from '../../../base/rng.js';
import { SourceText } from '../../../base/source-text.js';
import { automatonOfTable } from '../../../logic/tree-automata/index.js';
import { readScheme } from '../../../model/schemes/reader.js';
import type { Scheme } from '../../../model/schemes/scheme.js';
import { AutomatonDomain } from '../../../model/schemes/typing/automaton-domain.js';
import { type KernelMaker, kernelOf, standardKernel } from '../../../model/schemes/typing/kernel.js';
import { TypeSaturation } from '../../../model/schemes/typing/saturation.js';
import { randomAcceptance, rejectsPlainly } from '../testing/random-acceptance.js';
import { saturate } from './scheme-findings.js';

/** Accepted, because the second argument is. */
const eitherArgument = `%BEGING S -> F (a c). F x -> b x c. %ENDG
  %BEGINR a -> 1. b -> 2. c -> 0. %ENDR
  %BEGINATA q0 b -> (1,q0) \\/ (2,q0). q0 a -> false. q0 c -> true. %ENDATA`;

const random = Array.from({ length: 600 }, (_, seed) => {
  const scheme = schemeOf(randomAcceptance(new Rng(seed)));
  return { scheme, isRejected: rejectsPlainly(scheme, 2000) };
});
const schemes = [...random, { scheme: schemeOf(eitherArgument), isRejected: false }];

function schemeOf(text: string): Scheme {
  return readScheme(new SourceText('t.hrs', text)).model!;
}

/** How many of the schemes whose answer is known get another one. */
function wrongAnswers(kernel: KernelMaker): number {
  return schemes.filter(({ scheme, isRejected }) => {
    if (isRejected === undefined) return false;
    const saturation = new TypeSaturation(scheme, new AutomatonDomain(automatonOfTable(scheme.automaton!)), kernel);
    while (saturation.step() && !saturation.isAnswered);
    return saturation.isAnswered !== isRejected;
  }).length;
}

/** The kernel with one rule broken: in the text of its source, where it must stand once. */
async function broken(find: string, replace: string): Promise<KernelMaker> {
  let applied = 0;
  const edit = (text: string) => {
    applied += text.split(find).length - 1;
    return text.replace(find, replace);
  };
  const code = await compileKernel('typing', { edit, optimized: false });
  expect(applied).toBe(1);
  return kernelOf(code);
}

describe('the kernel', () => {
  it('answers as walking the tree does', () => {
    expect(wrongAnswers(standardKernel)).toBe(0);
  });

  it('is what its source compiles to', async () => {
    expect(keptKernel('typing')).toBe(kernelModule('typing', await compileKernel('typing')));
  });
});

describe('a kernel without memory', () => {
  it('proves nothing', () => {
    const scheme = schemeOf(eitherArgument);
    class RuntimeError extends Error {
      override readonly name = 'RuntimeError';
    }
    const full: KernelMaker = (host) => ({
      ...standardKernel(host),
      step: () => {
        throw new RuntimeError('unreachable');
      },
    });
    const saturation = new TypeSaturation(scheme, new AutomatonDomain(automatonOfTable(scheme.automaton!)), full);
    const { value, done } = saturate(saturation).next();
    expect([done, value]).toMatchObject([true, { message: expect.stringContaining('memory') }]);
    expect(saturation.isFull).toBe(true);
  });
});

describe('these schemes notice a kernel', () => {
  it.each([
    ['that meets only the first need of a way to reject', 'j < count(way) && size', 'j < min(count(way), 2) && size'],
    [
      'that types bodies once only',
      'if (get(typing, HANDED_VERSION) === version)',
      'if (get(typing, HANDED_VERSION) !== 0)',
    ],
    [
      'that keeps ways of an earlier version',
      'at(wayVersions, key) === get(types, VERSION) ? at(ways, key) : 0',
      'at(ways, key)',
    ],
    [
      'that takes smaller environments for larger ones',
      '!isWithin(item(left, i), item(right, i))',
      '!isWithin(item(right, i), item(left, i))',
    ],
    [
      'that compares the first sets of types only',
      'for (let i = 0; i < count(sets); i++) {\n    if (item(sets, i) ===',
      'for (let i = 0; i < min(count(sets), 1); i++) {\n    if (item(sets, i) ===',
    ],
    [
      'that forgets what a variable was applied to first',
      'for (let i = 0; i < size(all); i++) applyActual(actual, first',
      'for (let i = 1; i < size(all); i++) applyActual(actual, first',
    ],
  ])('%s', async (_, find, replace) => {
    expect(wrongAnswers(await broken(find, replace))).toBeGreaterThan(0);
  });
});
