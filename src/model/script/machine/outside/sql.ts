// SQL, as far as one statement goes: what it does to which table, and which row it names.

import { type Raw, Thing, termOf, Unknown, type Value } from '../value.js';
import type { Reading } from './verbs.js';

const statement =
  /^[`"'\s]*(?:select|with|insert|update|delete|listen|unlisten|create|begin|commit|rollback|start|set transaction)\b/i;

function textOf(raw: Raw): string {
  return typeof raw === 'string' ? raw : raw instanceof Unknown ? raw.term : '';
}

export function isSql(raw: Raw): boolean {
  const text = textOf(raw);
  return statement.test(text) && /\s|^(?:begin|commit|rollback)\b/i.test(text.trim());
}

export function readingOfSql(raw: Raw): Reading | undefined {
  if (!isSql(raw)) return undefined;
  const sql = textOf(raw)
    .replace(/^[`"'\s]+/, '')
    .replace(/\s+/g, ' ');
  const table =
    /(?:from|update|into|table|join)\s+(?:if (?:not )?exists\s+)?["`]?([\w.$]+)/i.exec(sql)?.[1]?.toLowerCase() ?? '';
  const common = { noun: table, all: /^select/i.test(sql) && !/\bwhere\b/i.test(sql) };
  if (/^(?:select|with)/i.test(sql))
    return { deed: /for (?:no key )?update|for share/i.test(sql) ? 'atomic' : 'read', ...common };
  if (/^update/i.test(sql)) return { deed: isConditionalUpdate(sql) ? 'atomic' : 'write', ...common };
  if (/^insert/i.test(sql))
    return {
      deed: /on conflict|on duplicate|or ignore|or replace|\bselect\b.*not exists/i.test(sql) ? 'atomic' : 'write',
      ...common,
    };
  if (/^delete/i.test(sql)) return { deed: 'delete', ...common };
  if (/^(?:begin|start transaction)/i.test(sql)) return { deed: 'begin', ...common };
  if (/^(?:commit|rollback)/i.test(sql)) return { deed: 'end', ...common };
  return { deed: 'pure', ...common };
}

/** `SET free = free - 1`, `WHERE … AND version = $3`: the database decides, not the reader. */
function isConditionalUpdate(sql: string): boolean {
  const own = /set\s+["`]?(\w+)["`]?\s*=\s*(?:[^,]*\b)\1\b/i.test(sql);
  const where = /where(.*)$/i.exec(sql)?.[1] ?? '';
  return own || /\band\b/i.test(where);
}

/** The row: what the first condition compares with, or what the first column is given. */
export function keyOfSql([text, ...bound]: readonly Value[]): string {
  const sql = textOf(text?.raw).replace(/\s+/g, ' ');
  const condition = /where\s+\(?["`\w.]+\s*=\s*(\$\d+|\?|:\w+|\$\{[^}]*\}|'[^']*'|\d+)/i.exec(sql);
  if (condition) return bindingOf(condition[1]!, sql.slice(0, condition.index), bound);
  const inserted = /^[`"'\s]*insert.*?\)\s*values\s*\(\s*(\$\d+|\?|:\w+|\$\{[^}]*\}|'[^']*'|\d+)/i.exec(sql);
  return inserted ? bindingOf(inserted[1]!, '', bound) : '';
}

/** Parameters stand in a list, or one after the other. */
function bindingOf(mark: string, before: string, bound: readonly Value[]): string {
  const [first] = bound;
  const items = first?.raw instanceof Thing && first.raw.kind === 'array' ? first.raw.items : bound;
  const index =
    mark === '?' ? before.split('?').length - 1 : /^\$\d/.test(mark) ? Number(mark.slice(1)) - 1 : undefined;
  if (index !== undefined) return items[index] ? termOf(items[index]!.raw) : '';
  const named = first?.raw instanceof Thing ? first.raw.properties.get(mark.slice(1)) : undefined;
  return mark.startsWith(':') ? (named ? termOf(named.raw) : '') : mark.replace(/^\$\{|\}$/g, '');
}
