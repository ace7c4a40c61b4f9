// Memory of the instance: it serves one saturation and gives nothing back before its end, so words are taken one after the
// other and are zero at first. A block is [number of items, items]; a list is [length, capacity, address of its items] and grows.

let top: i32 = <i32>((__heap_base + 7) & ~7);

/** Pages that memory grows by at least. */
const morePages: i32 = 16;

export function claim(words: i32): i32 {
  const at = top;
  const end: u32 = <u32>at + ((<u32>words) << 2);
  if (end < <u32>at) unreachable();
  const missing = <i32>((end + 0xffff) >>> 16) - <i32>memory.size();
  if (missing > 0 && memory.grow(max(missing, morePages)) < 0) unreachable();
  top = <i32>end;
  return at;
}

export function get(at: i32, word: i32): i32 {
  return load<i32>(<usize>(at + (word << 2)));
}

export function put(at: i32, word: i32, value: i32): void {
  store<i32>(<usize>(at + (word << 2)), value);
}

export function count(block: i32): i32 {
  return load<i32>(<usize>block);
}

export function item(block: i32, index: i32): i32 {
  return load<i32>(<usize>(block + (index << 2)), 4);
}

export function newBlock(items: i32): i32 {
  const block = claim(items + 1);
  put(block, 0, items);
  return block;
}

export function newList(): i32 {
  return claim(3);
}

export function size(list: i32): i32 {
  return load<i32>(<usize>list);
}

export function at(list: i32, index: i32): i32 {
  return get(get(list, 2), index);
}

export function set(list: i32, index: i32, value: i32): void {
  put(get(list, 2), index, value);
}

export function cutTo(list: i32, length: i32): void {
  put(list, 0, length);
}

export function push(list: i32, value: i32): void {
  const length = get(list, 0);
  if (length === get(list, 1)) grow(list);
  put(get(list, 2), length, value);
  put(list, 0, length + 1);
}

function grow(list: i32): void {
  const capacity = max(4, get(list, 1) * 2);
  const items = claim(capacity);
  memory.copy(<usize>items, <usize>get(list, 2), <usize>(get(list, 1) << 2));
  put(list, 1, capacity);
  put(list, 2, items);
}

/** The items of a list from `from` on, as a block. */
export function blockFrom(list: i32, from: i32): i32 {
  const items = size(list) - from;
  const block = newBlock(items);
  memory.copy(<usize>block + 4, <usize>(get(list, 2) + (from << 2)), <usize>(items << 2));
  return block;
}

export function includes(block: i32, value: i32): bool {
  for (let i = 0, n = count(block); i < n; i++) if (item(block, i) === value) return true;
  return false;
}
