// The kernel's code (kernels/bdd, AssemblyScript) as this package sees it. An instance has its own memory and serves one
// `NodeTable`. The code is five kilobytes; browsers that refuse larger modules on their main thread compile it there.

import { bytesOfBase64 } from '../../base/base64.js';
import type { Edge } from './edge.js';
import { kernelCode } from './kernel-code.js';

export interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** First of all. 0 when there is no memory. */
  setUp(variableCount: number, nodeLimit: number, initialCapacity: number): number;
  grant(steps: number): void;
  choose(last: number, tag: number): void;
  membersAt(): number;
  imagesAt(): number;
  cellsStart(): number;
  capacityOf(): number;
  bytesPerNode(): number;
  usedNodes(): number;
  topNode(): number;
  make(level: number, low: Edge, high: Edge): Edge;
  and(f: Edge, g: Edge): Edge;
  xor(f: Edge, g: Edge): Edge;
  ite(f: Edge, g: Edge, h: Edge): Edge;
  exists(f: Edge): Edge;
  andExists(f: Edge, g: Edge): Edge;
  rename(f: Edge): Edge;
  restrict(f: Edge, cube: Edge): Edge;
  mark(root: Edge): void;
  sweep(): void;
  forgetAll(): void;
}

/** A kernel that tells `reserve` about its tables, in bytes; negative when given back. */
export type KernelMaker = (reserve: (bytes: number) => void) => Kernel;

/** What this file needs of the standard interface, which Node's types lack. */
interface CompiledCode {
  readonly kind?: 'WebAssembly.Module';
}

declare const WebAssembly: {
  readonly Module: {
    new (bytes: Uint8Array): CompiledCode;
    imports(code: CompiledCode): { readonly module: string; readonly name: string }[];
  };
  readonly Instance: new (code: CompiledCode, imports: object) => { readonly exports: Kernel };
};

export function kernelOf(bytes: Uint8Array): KernelMaker {
  const code = new WebAssembly.Module(bytes);
  const [{ module, name } = { module: '', name: '' }] = WebAssembly.Module.imports(code);
  return (reserve) => new WebAssembly.Instance(code, { [module]: { [name]: reserve } }).exports;
}

let maker: KernelMaker | undefined;

/** The kernel that every `Bdd` uses; compiled when it is first needed. */
export const standardKernel: KernelMaker = (reserve) => {
  maker ??= kernelOf(bytesOfBase64(kernelCode));
  return maker(reserve);
};
