// The kernel of the BDD package in AssemblyScript: node table, operation cache, operators and garbage collection in the linear
// memory of one WebAssembly instance per `Bdd`. src/logic/bdd/node-table.ts is its owner; scripts/compile-kernel.js compiles it.

export { and, ite, xor } from './apply';
export { mark, sweep } from './garbage';
export { bytesPerNode, capacityOf, cellsStart, make, topNode, usedNodes } from './node-table';
export { choose, imagesAt, membersAt, setUp } from './operands';
export { forgetAll, grant } from './operation-cache';
export { andExists, exists } from './quantify';
export { rename, restrict } from './substitute';
