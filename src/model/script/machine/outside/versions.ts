// A store that compares versions and tells whether it has stored: `replace(id, chart, rev): Promise<boolean>`. It refuses what
// carries a version that was read before the last write there, and may refuse the rest, too: somebody else was faster.

import { derived } from '../../../../base/derived.js';
import type { Script } from '../../script.js';
import type { TypeHint } from '../../syntax.js';
import { outsideError } from '../flow/errors.js';
import type { Frame } from '../frame.js';
import type { Machine } from '../machine.js';
import { newPromise, settle } from '../promises.js';
import type { Cell } from '../trace.js';
import { type CallSite, type Dependences, none, type Raw, Thing, termOf, Unknown, type Value } from '../value.js';

interface Comparison {
  readonly machine: Machine;
  readonly frame: Frame;
  readonly site: CallSite;
  readonly target: { readonly cell: Cell };
  readonly values: readonly Value[];
}

const version =
  /^(?:\w*_)?_*(?:if|expected|known|old|base|last)?_?(?:rev|revision|version|ver|etag|match|v|cas|generation|token)$/i;
const ofVersion = /\.(?:_*rev|revision|version\w*|ver|etag|_*v|cas|generation|token|updatedAt|lastModified)$/i;

/**
 * What it answers to who is too late: false, nothing, no rows, or a failure; `isStored`: it has stored. Undefined: it is given no
 * version that was read there, or has no way to refuse.
 */
export function comparedVersion(
  { machine, frame, site, target, values }: Comparison,
  term: string,
  returns: TypeHint | undefined,
): { readonly isStored: boolean; readonly answer: Value } | undefined {
  const { cell } = target;
  const read = versionsIn(values)
    .map((deps) => lastRead(machine, cell.key, deps))
    .find((at) => at !== -1);
  const refusal = read === undefined ? undefined : refusalOf(machine, returns, site);
  if (read === undefined || !refusal) return undefined;
  const isOld = machine.events.some(({ kind, ...event }, at) => at > read && kind === 'write' && isOf(event, cell.key));
  const seen = machine.look(frame, cell, machine.world.get(cell.key)?.raw, site.span);
  const isTold = returns?.kind === 'boolean';
  const isStored = !isOld && (!isTold || machine.decide(`true ${term}`, true));
  return { isStored, answer: { raw: isStored ? (isTold ? true : undefined) : refusal(), deps: seen } };
}

/** How the outside can say no; a failure only where the program knows of conflicts. */
function refusalOf(machine: Machine, returns: TypeHint | undefined, { text }: CallSite): (() => Raw) | undefined {
  if (returns?.kind === 'boolean') return () => false;
  if (returns?.kind === 'number') return () => 0;
  if (returns?.kind === 'union' && returns.members.some(({ kind }) => kind === 'null')) return () => null;
  if (!knowsConflicts(machine.script)) return undefined;
  return () => {
    const promise = newPromise(machine);
    settle(machine, promise, 'rejected', outsideError(machine, text));
    return promise;
  };
}

const conflict =
  /\b(?:class|instanceof)\s+\w*(?:Conflict|Stale|Precondition|Mismatch|Optimistic|Outdated|Contention)|\b(?:409|412)\b|['"](?:E?CONFLICT|conflict|stale)['"]/;

const knowsConflicts = derived(({ modules }: Script): boolean =>
  modules.some(({ source }) => conflict.test(source.text)),
);

function isOf(event: object, key: string): boolean {
  return 'cell' in event && (event.cell as Cell).key === key;
}

function lastRead({ events }: Machine, key: string, deps: Dependences): number {
  return events.findLastIndex(
    (event) => event.kind === 'read' && event.cell.key === key && (deps & (1n << BigInt(event.bit))) !== none,
  );
}

/** `put(id, text, doc.rev)`, `put(id, text, { ifMatch: tag })`, `put({ ...doc, rev: doc.rev })` */
function versionsIn(values: readonly Value[]): Dependences[] {
  return values.flatMap(({ raw, deps }) => {
    if (raw instanceof Unknown) return ofVersion.test(termOf(raw)) ? [deps] : [];
    if (!(raw instanceof Thing) || raw.kind !== 'object') return [];
    return [...raw.properties].filter(([name]) => version.test(name)).map(([, value]) => value.deps);
  });
}
