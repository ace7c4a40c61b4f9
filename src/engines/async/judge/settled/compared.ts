// Stores that refuse what carries an older version than they have: `put({ ...doc, _rev })`. Who is refused has to read again;
// what another call has written since its version was read is then not lost. Told by the program, which speaks of a version
// and of a conflict.

import { derived } from '../../../../base/derived.js';
import { Thing } from '../../../../model/script/machine/value.js';
import type { Script } from '../../../../model/script/script.js';
import type { History, WriteEvent } from '../history.js';

const version = /^_*(?:rev|revision|version|etag|v)$/i;
const speaksOfVersion = /\b_*(?:rev|revision|version|etag)\b/i;
const speaksOfConflict =
  /\b(?:class|instanceof)\s+\w*(?:Conflict|Stale|Precondition|Mismatch|Optimistic|Outdated)|\b(?:409|412)\b|['"](?:E?CONFLICT|conflict|stale)['"]/;

const comparesVersions = derived(({ modules }: Script): boolean => {
  const speaks = (of: RegExp) => modules.some(({ source }) => of.test(source.text));
  return speaks(speaksOfVersion) && speaks(speaksOfConflict);
});

/** Up to this moment nothing was refused: the read that the version comes from. Undefined: there is none. */
export function versionRead(history: History, { cell, raw, value }: WriteEvent): number | undefined {
  if (!comparesVersions(history.script) || !cell.external || !(raw instanceof Thing) || raw.kind !== 'object')
    return undefined;
  const named = [...raw.properties].find(([name]) => version.test(name));
  if (named) return history.readsIn(named[1].deps, cell.key).at(-1)?.index;
  // `{ ...doc, title }`: the version is that of the document.
  return raw.lazy ? history.readsIn(value, cell.key)[0]?.index : undefined;
}
