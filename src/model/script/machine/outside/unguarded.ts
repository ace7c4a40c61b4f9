// Changes that the outside makes in one step, but not under a condition: `SET sold = sold + 1`, `incr`, `{ decrement: 1 }`,
// `add`. Nothing is lost, yet whoever has looked before whether it may do so relies on what it saw: `if (row.left > 0)`.
// Told by the field that is changed, so that a look whether the row exists guards nothing.

import type { Machine } from '../machine.js';
import { type Raw, Thing, Unknown } from '../value.js';
import type { OutsideCall } from './operations.js';

const counting = /^(?:h?incr(?:by|ement)?|h?decr(?:by|ement)?|adjust)$/i;
const putting = /^(?:add|push|append|enqueue|rpush|lpush)(?![a-z])/;

/** Is this change up to whoever asks for it, and has that one decided by what it changes? */
export function isUnguarded(call: OutsideCall, control: bigint, isTold: boolean): boolean {
  if (isTold) return false;
  const fields = fieldsChanged(call);
  if (fields.length > 0) return fields.some((field) => hasLookedAt(call.machine, control, field));
  const [first] = call.values;
  if (call.query || first?.raw instanceof Thing) return putting.test(call.name);
  return counting.test(call.name) || putting.test(call.name);
}

/** `row.left` was read, and decided that the change is asked for. */
function hasLookedAt({ events }: Machine, control: bigint, field: string): boolean {
  return events.some(
    (event) =>
      event.kind === 'read' && (control & (1n << BigInt(event.bit))) !== 0n && event.cell.name.endsWith(`.${field}`),
  );
}

function fieldsChanged({ values, query }: OutsideCall): string[] {
  const link = query?.links.find(({ name }) => /^(?:in|de)crement$/.test(name));
  if (link) return isDecided(query!.links.length) ? [] : texts(link.values[0]?.raw);
  const sql = /\bset\s+["`]?(\w+)["`]?\s*=\s*[^,]*\b\1\b[^,]*?\swhere\s(.*)$/is.exec(textOf(values[0]?.raw));
  if (sql) return /\band\b/i.test(sql[2]!) ? [] : [sql[1]!];
  const [first, second] = values;
  const whole = first?.raw instanceof Thing ? first.raw : undefined;
  const where = whole?.properties.get('where')?.raw;
  const condition = where instanceof Thing ? where : whole;
  const change = where instanceof Thing ? whole?.properties.get('data')?.raw : second?.raw;
  if (!(change instanceof Thing) || (condition && condition.properties.size > 1)) return [];
  return [...change.properties].flatMap(([name, { raw }]) => {
    if (!(raw instanceof Thing)) return [];
    if (/^\$(?:inc|push)$/.test(name)) return [...raw.properties.keys()];
    return [...raw.properties.keys()].some((key) => /^(?:increment|decrement)$/.test(key)) ? [name] : [];
  });
}

/** `db('t').where(…).decrement('n', 1)` has three links; a further one is a condition. */
function isDecided(links: number): boolean {
  return links > 3;
}

function texts(raw: Raw): string[] {
  return typeof raw === 'string' ? [raw] : [];
}

function textOf(raw: Raw): string {
  return typeof raw === 'string' ? raw : raw instanceof Unknown ? raw.term : '';
}
