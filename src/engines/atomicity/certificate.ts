// The certificate of `holds` (theory page, step 8): which locks each choice of variables was decided with, for each pair of
// thread classes. A hint and no more: the checker derives everything else itself, and any locks are sound.

import type { JsonObject } from '../../base/json.js';
import type { Certificate } from '../../verdict/certificate.js';
import type { Decision } from './decide/thread-decider.js';

/** Collects the locks for one pair of classes, choice by choice. */
export class LockHints {
  readonly #hints: JsonObject[] = [];

  constructor(readonly threads: readonly [string, string]) {}

  add(variables: readonly string[], decisions: readonly Decision[]): void {
    const locks = [...new Set(decisions.flatMap(declaredLocks))];
    const single = locks.length > 1 ? locks.map((lock) => [lock]) : [];
    const sets = [[], ...single, ...(locks.length > 0 ? [locks] : [])];
    this.#hints.push({ threads: this.threads, variables, locks: sets });
  }

  get certificate(): Certificate {
    return { kind: 'lock-histories/2', body: { hints: this.#hints } };
  }
}

/** Names of the locks that a question was about, without the start and end locks of threads. */
function declaredLocks({ question, slices }: Decision): string[] {
  const { locks } = question.flows[0]!.program;
  return slices[0]!.cone.locks.flatMap((lock) => locks[lock]?.name ?? []);
}
