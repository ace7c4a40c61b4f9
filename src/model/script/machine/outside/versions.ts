// A store that compares versions and tells whether it has stored: `replace(id, chart, rev): Promise<boolean>`. It refuses what
// carries a version that was read before the last write there, and may refuse the rest, too: somebody else was faster.

import type { Frame } from '../frame.js';
import type { Machine } from '../machine.js';
import type { Cell } from '../trace.js';
import { type CallSite, type Dependences, none, Thing, termOf, Unknown, type Value } from '../value.js';

interface Comparison {
  readonly machine: Machine;
  readonly frame: Frame;
  readonly site: CallSite;
  readonly target: { readonly cell: Cell };
  readonly values: readonly Value[];
}

const version = /^(?:\w*_)?_*(?:if|expected|known|old|base|last)?_?(?:rev|revision|version|ver|etag|match|v)$/i;
const ofVersion = /\.(?:_*rev|revision|version|etag)$/i;

/** Undefined: it is given no version that was read there. */
export function comparedVersion({ machine, frame, site, target, values }: Comparison, term: string): Value | undefined {
  const { cell } = target;
  const read = versionsIn(values)
    .map((deps) => lastRead(machine, cell.key, deps))
    .find((at) => at !== -1);
  if (read === undefined) return undefined;
  const isOld = machine.events.some(({ kind, ...event }, at) => at > read && kind === 'write' && isOf(event, cell.key));
  const seen = machine.look(frame, cell, machine.world.get(cell.key)?.raw, site.span);
  return { raw: !isOld && machine.decide(`true ${term}`, true), deps: seen };
}

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
