// The kernel of the typing of recursion schemes in AssemblyScript: flow analysis and saturation, in the linear memory of one
// WebAssembly instance per saturation. src/model/schemes/typing/saturation.ts is its owner; scripts/compile-kernel.js compiles it.

import { typesOfRule as blockOfTypes, derived, answered as isAnswered } from './rule-types';

export { claim } from './memory';
export { setUp, step } from './saturation';
export { itemsOf } from './sequences';
export { baseOf, setsOf } from './types';

export function answered(): bool {
  return isAnswered();
}

/** A block. */
export function typesOf(rule: i32): i32 {
  return blockOfTypes(rule);
}

/** A list: rule and type in turn, in the order in which they were found. */
export function derivedTypes(): i32 {
  return derived;
}
