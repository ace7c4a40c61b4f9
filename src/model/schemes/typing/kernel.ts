// The kernel's code (kernels/typing, AssemblyScript) as this package sees it. An instance has its own memory and serves one
// saturation. What it hands out are addresses: a block is [number of items, items], a list [length, capacity, address of items].

import { bytesOfBase64 } from '../../../base/base64.js';
import { kernelCode } from './kernel-code.js';

export interface TypingKernel {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** Room for so many words. */
  claim(words: number): number;
  /** Reads the scheme and finds out what flows where. `states`: of an automaton; `always`: a block. */
  setUp(words: number, rules: number, start: number, states: boolean, always: number): void;
  /** False when there is nothing left to do. */
  step(): number;
  answered(): number;
  typesOf(rule: number): number;
  derivedTypes(): number;
  baseOf(type: number): number;
  /** The number of a sequence of sets, which are numbers of sequences. */
  setsOf(type: number): number;
  itemsOf(sequence: number): number;
}

/** What the kernel asks; blocks are addresses. */
export interface Host {
  ways(terminal: number, state: number): number;
  own(terminal: number): number;
  shape(terminal: number): number;
  combine(terminal: number, first: number, second: number): number;
  outranks(a: number, b: number): boolean;
  isAnswer(base: number): boolean;
}

/** What this file needs of the standard interface, which Node's types lack. */
interface CompiledCode {
  readonly kind?: 'WebAssembly.Module';
}

declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => CompiledCode;
  readonly Instance: new (code: CompiledCode, imports: { readonly host: Host }) => { readonly exports: TypingKernel };
};

export type KernelMaker = (host: Host) => TypingKernel;

export function kernelOf(bytes: Uint8Array): KernelMaker {
  const code = new WebAssembly.Module(bytes);
  return (host) => new WebAssembly.Instance(code, { host }).exports;
}

let maker: KernelMaker | undefined;

/** The kernel that every saturation uses; compiled when it is first needed. */
export const standardKernel: KernelMaker = (host) => {
  maker ??= kernelOf(bytesOfBase64(kernelCode));
  return maker(host);
};
