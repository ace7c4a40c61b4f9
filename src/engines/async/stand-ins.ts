// Values that stand in for what comes from outside when the real code is run: as expressions of JavaScript, for tests.

import { hasMethods, resolveHint, withoutNull } from '../../model/script/machine/hints.js';
import type { Script } from '../../model/script/script.js';
import type { Parameter, TypeHint } from '../../model/script/syntax.js';

const deepest = 3;
/** Members by which a store finds things again. */
const identifying = /^(?:id|_id|key|code|name|sku|slug)$/;

/** What a call of the outside answers, as a function of its first argument; undefined: an object with methods. */
function answerCode(script: Script, hint: TypeHint | undefined): string | undefined {
  const type = withoutNull(resolveHint(script, hint));
  if (!type || type.kind === 'unknown' || type.kind === 'void' || type.kind === 'null') return undefined;
  if (hasMethods(script, type)) return undefined;
  return `(first) => (${valueCode(script, type, "'text ' + keyOf(first)", 0)})`;
}

/** A text of an argument: which one, the test says. */
function textAt(path: string): string {
  return `text(${JSON.stringify(path)}, index)`;
}

/** `path`: where in an argument; empty in an answer. */
function valueCode(script: Script, hint: TypeHint | undefined, text: string, depth: number, path = ''): string {
  const type = resolveHint(script, hint);
  switch (type?.kind) {
    case 'string':
      return path === '' ? text : textAt(path);
    case 'number':
      return '5';
    case 'boolean':
      return 'true';
    case 'literal':
      return JSON.stringify(type.value);
    case 'array':
      return depth > deepest
        ? '[]'
        : `[${[1, 2].map((n) => valueCode(script, type.element, `${text} + ${n}`, depth + 1, path && `${path}.${n}`)).join(', ')}]`;
    case 'object':
      return depth > deepest
        ? '{}'
        : `{ ${Object.entries(type.members)
            .filter(([name, member]) => member.kind !== 'function' && name !== '%base')
            .map(([name, member]) => {
              if (path === '' && member.kind === 'number' && expiring.test(name))
                return `${JSON.stringify(name)}: 9e15`;
              const own = identifying.test(name) && text.includes('keyOf') ? 'keyOf(first)' : text;
              return `${JSON.stringify(name)}: ${valueCode(script, member, own, depth + 1, path && `${path}.${name}`)}`;
            })
            .join(', ')} }`;
    case 'union': {
      const isNullable = type.members.some(({ kind }) => kind === 'null');
      return isNullable && depth > 0
        ? 'null'
        : valueCode(
            script,
            type.members.find(({ kind }) => kind !== 'null'),
            text,
            depth + 1,
            path,
          );
    }
    default:
      return 'undefined';
  }
}

/** What is answered now has not run out; what was given before may have. */
const expiring = /expir|validUntil|deadline/i;
const textual = /id$|key|name|user|room|sku|code|email|path|url|topic|host|title|query|message|job|task|slug/i;
const numeric = /^n$|amount|count|qty|quantity|cents|price|size|max|limit|total|index|^i$/i;
const injected =
  /(?:db|client|store|repo|repository|cache|redis|api|service|bus|queue|logger|conn|pool|fs|storage|http|gateway|mailer|provider|adapter|deps|app|router|server|emitter|broker|transport|driver|socket|backend|remote|registry)s?$/i;

/** The arguments of a call; `text(path, index)` tells calls apart where the search did. */
export function argumentCodes(
  script: Script,
  parameters: readonly Parameter[],
  isHandler: boolean,
  isInjected: boolean,
  isGiven = false,
): string[] {
  return parameters
    .filter(({ rest }) => !rest)
    .map((parameter, index) =>
      argumentCode(script, isGiven ? { ...parameter, optional: false } : parameter, index, isHandler, isInjected),
    );
}

function argumentCode(
  script: Script,
  { pattern, type, fallback, optional }: Parameter,
  index: number,
  isHandler: boolean,
  isInjected: boolean,
): string {
  if (fallback || (optional && !isInjected)) return 'undefined';
  const name = pattern.kind === 'variable' ? pattern.name : `argument${index + 1}`;
  if (isHandler && /^(?:res|response|reply)$/i.test(name)) return `reply(world, ${JSON.stringify(name)}, index)`;
  const hint = withoutNull(resolveHint(script, type));
  const text = textAt(name);
  if (hint?.kind === 'function' || (!hint && /^(?:fn|work|task|callback|cb|job)$/.test(name)))
    return `outside(world, ${JSON.stringify(name)})`;
  if (
    !isHandler &&
    (hasMethods(script, type) ||
      (isInjected &&
        (hint === undefined || hint.kind === 'reference' || hint.kind === 'unknown') &&
        !textual.test(name) &&
        !numeric.test(name)))
  )
    return `outside(world, ${JSON.stringify(name)})`;
  if (hint && hint.kind !== 'reference' && hint.kind !== 'unknown')
    return hint.kind === 'number'
      ? isInjected
        ? '5'
        : /index|^i$/.test(name)
          ? '0'
          : 'amount()'
      : valueCode(script, hint, text, 0, name);
  if (!isHandler && injected.test(name)) return `outside(world, ${JSON.stringify(name)})`;
  if (numeric.test(name)) return 'amount()';
  return textual.test(name) && !isHandler ? text : `loose(${JSON.stringify(name)}, index)`;
}

/** Answers by method name, methods that answer at once, and names that are declared and not there. */
export function standIns(script: Script): {
  readonly answers: Record<string, string>;
  readonly atOnce: string[];
  readonly globals: string[];
} {
  const answers: Record<string, string> = {};
  const atOnce = new Set<string>();
  const globals = new Set<string>();
  const note = (name: string, hint: TypeHint) => {
    if (hint.kind !== 'function') return;
    const { returns } = hint;
    const code = answerCode(script, returns.kind === 'promise' ? returns.element : returns);
    if (code !== undefined) answers[name] = /^read/.test(name) && code.includes("'text '") ? "''" : code;
    if (returns.kind !== 'promise' && returns.kind !== 'unknown') atOnce.add(name);
  };
  for (const { types, ambient } of script.modules) {
    for (const type of Object.values(types))
      if (type.kind === 'object') for (const [name, hint] of Object.entries(type.members)) note(name, hint);
    for (const [name, hint] of Object.entries(ambient)) {
      globals.add(name);
      note(name, hint);
    }
  }
  return { answers, atOnce: [...atOnce], globals: [...globals] };
}

/** Texts that the program tells apart: names of members that are functions, and what it compares with. */
export function wordsIn({ modules, asked }: Script): string[] {
  const words = new Set<string>();
  for (const { source } of modules.slice(0, asked)) {
    for (const [, word] of source.text.matchAll(/^\s*['"]?(\w+)['"]?:\s*(?:async\s*)?\([^)]*\)\s*=>/gm))
      words.add(word!);
    for (const [, word] of source.text.matchAll(/(?:===?\s*|\bcase\s+)'(\w+)'/g)) words.add(word!);
  }
  return [...words];
}
