// Typed arrays that grow: doubling keeps appending linear, and the caller keeps the plain array for its hot loop.

type Growable = Int32Array | Uint8Array | Float64Array;

/** `array` if it has an entry `index`, else a copy of at least double the length with `fill` in the new entries. */
export function grownTo<A extends Growable>(array: A, index: number, fill?: number): A;
export function grownTo(array: Growable, index: number, fill = 0): Growable {
  if (index < array.length) return array;
  const length = Math.max(16, array.length * 2, index + 1);
  const larger = sameKind(array, length);
  larger.set(array);
  if (fill !== 0) larger.fill(fill, array.length);
  return larger;
}

function sameKind(array: Growable, length: number): Growable {
  if (array instanceof Int32Array) return new Int32Array(length);
  if (array instanceof Uint8Array) return new Uint8Array(length);
  return new Float64Array(length);
}
