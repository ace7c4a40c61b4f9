// The certificate of `holds` (theory page, step 8): which locks each choice of variables was decided with, for each pair of
// thread classes. A hint and no more: the checker derives everything else itself, and any locks are sound.

import type { JsonObject } from '../../base/json.js';
import type { Certificate } from '../../verdict/certificate.js';
import type { Decision } from './decided-choice.js';

/** Collects the locks for one pair of classes, choice by choice. */
export class LockHints {
  readonly #hints: JsonObject[] = [];

  constructor(readonly threads: readonly [string, string]) {}

  add(variables: readonly string[], decisions: readonly Decision[]): void {
    const locks = [...new Set(decisions.flatMap(declaredLocks))];
    this.#hints.push({ threads: this.threads, variables, locks: subsetsToTry(locks) });
  }

  /** The same for hints that were collected elsewhere. */
  addAll(hints: readonly JsonObject[]): void {
    this.#hints.push(...hints);
  }

  get hints(): readonly JsonObject[] {
    return this.#hints;
  }

  get certificate(): Certificate {
    return { kind: 'lock-histories/2', body: { hints: this.#hints } };
  }
}

/** Small ones first: most questions need no lock or one, and the checker takes its time with many. */
export function subsetsToTry(locks: readonly string[]): string[][] {
  const pairs = locks.flatMap((one, i) => locks.slice(i + 1).map((other) => [one, other]));
  const small = [[], ...locks.map((lock) => [lock]), ...(locks.length <= mostPaired ? pairs : [])];
  return locks.length > 2 ? [...small, [...locks]] : small;
}

const mostPaired = 6;

/** Names of the locks that a question was about, without the start and end locks of threads. */
function declaredLocks({ question, slices }: Decision): string[] {
  const { locks } = question.flows[0]!.program;
  return slices[0]!.cone.locks.flatMap((lock) => locks[lock]?.name ?? []);
}
