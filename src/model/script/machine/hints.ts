// Following type hints through interfaces, aliases, classes and modules.

import type { Script } from '../script.js';
import type { TypeHint } from '../syntax.js';

const mostSteps = 12;

/** The hint behind names, as far as the program tells. */
export function resolveHint(script: Script, hint: TypeHint | undefined, steps = 0): TypeHint | undefined {
  if (hint?.kind !== 'reference' || steps > mostSteps) return hint;
  const found = findType(script, hint.module, hint.name, 0);
  return found ? (resolveHint(script, found, steps + 1) ?? hint) : hint;
}

function findType(script: Script, module: number, name: string, steps: number): TypeHint | undefined {
  const where = script.modules[module];
  if (!where || steps > mostSteps) return undefined;
  if (Object.hasOwn(where.types, name)) return where.types[name];
  const imported = where.imports.find(({ local }) => local === name);
  if (imported?.module !== undefined) return findType(script, imported.module, imported.imported, steps + 1);
  for (const { name: exported, from } of where.exports) {
    if (from?.module === undefined || (exported !== '*' && exported !== name)) continue;
    const found = findType(script, from.module, exported === '*' ? name : from.imported, steps + 1);
    if (found) return found;
  }
  return undefined;
}

export function memberHint(script: Script, hint: TypeHint | undefined, name: string): TypeHint | undefined {
  const resolved = withoutNull(resolveHint(script, hint));
  const type = resolved?.kind === 'reference' ? resolveHint(script, resolved) : resolved;
  if (type?.kind !== 'object') return undefined;
  if (Object.hasOwn(type.members, name)) return type.members[name];
  const base = type.members['%base'];
  return base ? memberHint(script, base, name) : undefined;
}

export function withoutNull(hint: TypeHint | undefined): TypeHint | undefined {
  if (hint?.kind !== 'union') return hint;
  const rest = hint.members.filter(({ kind }) => kind !== 'null' && kind !== 'void');
  return rest.length === 1 ? rest[0] : { kind: 'union', members: rest };
}

/** Undefined: the text does not say. */
export function mayBeNull(script: Script, hint: TypeHint | undefined): boolean | undefined {
  const type = resolveHint(script, hint);
  if (!type || type.kind === 'unknown') return undefined;
  if (type.kind === 'null' || type.kind === 'void') return true;
  if (type.kind !== 'union') return false;
  return type.members.some((member) => mayBeNull(script, member) === true);
}

/** Has it methods? Then it is something to call, not data. */
export function hasMethods(script: Script, hint: TypeHint | undefined): boolean {
  const type = withoutNull(resolveHint(script, hint));
  if (type?.kind === 'object') return Object.values(type.members).some((member) => member.kind === 'function');
  return false;
}
