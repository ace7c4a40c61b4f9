// Rules that wait, each at most once, first in, first out.

import { at, claim, cutTo, get, newList, push, put, set, size } from './memory';

/** Words: the list of rules, where it starts, and whether each of them waits. */
const ITEMS: i32 = 0;
const HEAD: i32 = 1;
const WAITS: i32 = 2;

export function newQueue(rules: i32): i32 {
  const queue = claim(3);
  put(queue, ITEMS, newList());
  put(queue, WAITS, claim(rules));
  return queue;
}

export function enqueue(queue: i32, rule: i32): void {
  if (get(get(queue, WAITS), rule) !== 0) return;
  put(get(queue, WAITS), rule, 1);
  push(get(queue, ITEMS), rule);
}

/** -1 when there is none. */
export function dequeue(queue: i32): i32 {
  const items = get(queue, ITEMS);
  const head = get(queue, HEAD);
  if (head === size(items)) return -1;
  const rule = at(items, head);
  put(get(queue, WAITS), rule, 0);
  put(queue, HEAD, head + 1);
  if (head > 1024 && head * 2 > size(items)) dropTaken(queue);
  return rule;
}

function dropTaken(queue: i32): void {
  const items = get(queue, ITEMS);
  const head = get(queue, HEAD);
  for (let i = head; i < size(items); i++) set(items, i - head, at(items, i));
  cutTo(items, size(items) - head);
  put(queue, HEAD, 0);
}
