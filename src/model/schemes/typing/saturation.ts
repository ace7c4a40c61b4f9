// Saturation with intersection types (in the manner of Broadbent and Kobayashi): the least set of types of the rules that
// is closed under typing their bodies, for the *negated* property, so that a type of the start is a violation. Flow analysis
// and saturation are a kernel (kernels/typing); this is its owner, who tells it about base types and reads what it has found.

import type { Scheme } from '../scheme.js';
import type { BaseDomain } from './base-domain.js';
import { type Host, type KernelMaker, standardKernel, type TypingKernel } from './kernel.js';
import { type SchemeWords, schemeWords } from './scheme-words.js';

export interface RuleType {
  readonly rule: number;
  readonly type: number;
}

const shapes = { alone: 0, changes: 1, chooses: 2, joins: 3 } as const;

export class TypeSaturation {
  readonly #kernel: TypingKernel;
  readonly #terminals: SchemeWords['terminals'];
  /** Of the kernel's memory; another one when that has grown. */
  #view: Int32Array | undefined;
  #isFull = false;

  constructor(
    readonly scheme: Scheme,
    readonly domain: BaseDomain,
    kernel: KernelMaker = standardKernel,
  ) {
    const { words, terminals } = schemeWords(scheme);
    this.#terminals = terminals;
    this.#kernel = kernel(this.#host());
    const at = this.#kernel.claim(words.length);
    this.#words().set(words, at >>> 2);
    const always = this.#block(domain.kind === 'states' ? [] : domain.always);
    this.#kernel.setUp(at, scheme.rules.length, domain.start, domain.kind === 'states', always);
  }

  /**
   * Types one body under one environment, or hands some environments on; false when there is nothing left to do, or when it
   * cannot be done (`isFull`).
   */
  step(): boolean {
    try {
      return this.#kernel.step() !== 0;
    } catch (problem) {
      if (!(problem instanceof Error && problem.name === 'RuntimeError')) throw problem;
      this.#isFull = true;
      return false;
    }
  }

  /** The kernel has no memory left: whatever it has found, there may be more. */
  get isFull(): boolean {
    return this.#isFull;
  }

  get isAnswered(): boolean {
    return this.#kernel.answered() !== 0;
  }

  typesOf(rule: number): readonly number[] {
    return this.#items(this.#kernel.typesOf(rule));
  }

  /** Given arguments that have all types of its sets, the result has the base type. */
  baseOf(type: number): number {
    return this.#kernel.baseOf(type);
  }

  /** One set per argument. Equal sets have equal numbers. */
  setsOf(type: number): readonly number[] {
    return this.#items(this.#kernel.itemsOf(this.#kernel.setsOf(type)));
  }

  /** Ascending. */
  typesIn(set: number): readonly number[] {
    return this.#items(this.#kernel.itemsOf(set));
  }

  /** Every type in the order in which it was found: its derivation uses earlier ones only. */
  get derived(): readonly RuleType[] {
    const list = this.#kernel.derivedTypes() >>> 2;
    const words = this.#words();
    const first = words[list + 2]! >>> 2;
    const derived: RuleType[] = [];
    for (let at = first; at < first + words[list]!; at += 2) derived.push({ rule: words[at]!, type: words[at + 1]! });
    return derived;
  }

  #words(): Int32Array {
    const { buffer } = this.#kernel.memory;
    if (this.#view?.buffer !== buffer) this.#view = new Int32Array(buffer);
    return this.#view!;
  }

  #items(block: number): number[] {
    const at = block >>> 2;
    const words = this.#words();
    const items: number[] = [];
    for (let i = 1; i <= words[at]!; i++) items.push(words[at + i]!);
    return items;
  }

  #block(items: readonly number[]): number {
    const block = this.#kernel.claim(items.length + 1);
    const words = this.#words();
    words[block >>> 2] = items.length;
    words.set(items, (block >>> 2) + 1);
    return block;
  }

  #host(): Host {
    const { domain } = this;
    const terminals = this.#terminals;
    if (domain.kind === 'states')
      return {
        ...noSummaries,
        isAnswer: (base) => domain.isAnswer(base),
        ways: (terminal, state) => {
          const { name, rank } = terminals[terminal]!;
          return this.#block(domain.rejectingWays(name, rank, state).map((way) => this.#block(way.flat())));
        },
      };
    return {
      ways: () => 0,
      isAnswer: (base) => domain.isAnswer(base),
      own: (terminal) => this.#block(domain.own(terminals[terminal]!.name)),
      shape: (terminal) => shapes[domain.shape(terminals[terminal]!.name, terminals[terminal]!.rank)],
      combine: (terminal, first, second) => domain.combine(terminals[terminal]!.name, first, second) ?? -1,
      outranks: (a, b) => domain.atLeast(a, b),
    };
  }
}

/** Nobody asks these about states of an automaton. */
const noSummaries = { own: () => 0, shape: () => 0, combine: () => -1, outranks: () => false };
