// Is it another thing to ask for this twice than to ask for it once?

import { termOf } from '../value.js';
import type { OutsideCall } from './operations.js';
import type { Reading } from './verbs.js';

const adding = /^(?:insert|create|incr|decr|increment|decrement|rpush|lpush|push|append|enqueue|adjust|transfer)/i;

/** Storing the same again changes nothing, nor does what the outside only does under a condition of its own. */
export function isCounted({ name, query, values }: OutsideCall, { deed, isDone }: Reading): boolean {
  if (deed === 'effect' || isDone) return true;
  const verb = query?.links.findLast((link) => adding.test(link.name))?.name ?? name;
  const isAdding = adding.test(verb) || /^[`"'\s]*insert\b/i.test(termOf(values[0]?.raw));
  return isAdding && (deed === 'write' || deed === 'atomic') && !isUnlessThere(name);
}

function isUnlessThere(name: string): boolean {
  return /unique|ifabsent|ifnot|orget|orignore|unless|conflict/i.test(name);
}
