// All that a program does whose functions grow without bound, as a recursion scheme: its tree has the actions of every thread, with
// data forgotten. A function is a rule that takes its functions and what comes after its return (`v_k`); it is written once for
// every set of locks that are held where it is called, and for every choice of locks that it is passed, so that reentrant
// locks are exact. A parameter stands for all these versions of a function: one variable for each.
// docs/theory/higher-order.md, "Functions that grow".

import { derived } from '../../../base/derived.js';
import { failure, type Result, success } from '../../../base/result.js';
import { SourceText, type Span } from '../../../base/source-text.js';
import { type Edge, type LockId, outgoingEdges } from '../../../model/program/program.js';
import { readScheme } from '../../../model/schemes/reader.js';
import type { Scheme } from '../../../model/schemes/scheme.js';
import { actionOfSymbol } from '../../../model/trees/action-symbol.js';
import type { Declarations, DeclaredFunction } from '../lower/declarations.js';
import { lowerOpen, type OpenGraph } from '../lower/lower-functions.js';
import type { FunctionType } from '../lower/types.js';
import type { FunctionValue, OpenCall, Passed } from './function-value.js';
import { LockResolution } from './lock-resolution.js';

const limits = { rules: 4_000, versions: 64, depth: 40, stack: 16 };

export function schemeOfFunctions(declarations: Declarations): Result<Scheme, string> {
  // The sets of locks under which a parameter is called are found on the way: each new one makes more versions.
  const held = new Set([0]);
  for (;;) {
    const known = held.size;
    const text = new SchemeWriter(declarations, held).write();
    if (!text.ok) return text;
    if (held.size > known) continue;
    const { model, diagnostics } = readScheme(new SourceText('functions.hrs', text.value));
    return model ? success(model) : failure(diagnostics[0]!.message);
  }
}

/** A function in one version: the locks held where it is called, and those that it captured or is passed. */
interface Version {
  readonly id: number;
  readonly code: DeclaredFunction;
  readonly open: OpenGraph;
  readonly held: number;
  readonly locks: LockResolution;
}

interface Point {
  readonly version: Version;
  readonly node: number;
  /** Locks acquired in the call. */
  readonly stack: readonly LockId[];
}

class SchemeWriter {
  readonly #rules: string[] = [];
  readonly #opened = new Map<DeclaredFunction, OpenGraph>();
  readonly #versions = new Map<string, Version>();
  readonly #codes = new Map<DeclaredFunction, number>();
  readonly #points = new Map<string, string>();
  readonly #pending: { readonly name: string; readonly point: Point }[] = [];
  #refusal: string | undefined;
  /** Other checkers read letters, digits and `_` only, rules with a capital; no label may have such a name. */
  readonly #ruleStem: string;
  readonly #variableStem: string;

  constructor(
    readonly declarations: Declarations,
    readonly heldSets: Set<number>,
  ) {
    const { text } = declarations.log.source;
    this.#ruleStem = unusedStem('R', text);
    this.#variableStem = unusedStem('v', text);
  }

  write(): Result<string, string> {
    const { declarations } = this;
    if (declarations.scheduling !== 'preemptive') this.#refuse('only preemptive threads can be written as a scheme');
    this.#rules.push(`${this.#ruleStem}S -> ${this.#processes()}.`);
    for (let next = this.#pending.pop(); next && !this.#refusal; next = this.#pending.pop()) {
      this.#rules.push(
        `${[next.name, ...this.#variables(next.point.version)].join(' ')} -> ${this.#body(next.point, 0)}.`,
      );
      if (this.#rules.length > limits.rules) this.#refuse(`the scheme has more than ${limits.rules} rules`);
    }
    if (this.#refusal !== undefined) return failure(this.#refusal);
    return success(`%BEGING\n${this.#rules.join('\n')}\n%ENDG\n`);
  }

  #variable(parameter: number, version: number): string {
    return `${this.#variableStem}${parameter}_${version}`;
  }

  /** What comes after the return. */
  get #rest(): string {
    return `${this.#variableStem}k`;
  }

  #refuse(because: string, origin?: Span): string {
    const at = origin && this.declarations.log.source.position(origin.start);
    this.#refusal ??= at ? `${because} (${at.line}:${at.column})` : because;
    return 'bot';
  }

  /** The main thread starts the instances of all processes and then does nothing. */
  #processes(): string {
    return this.declarations.processes.reduceRight((next, process, id) => {
      const main = this.declarations.findFunction('main', process)!;
      const thread = `(${this.#entry(this.#version(main, 0, []))} term)`;
      const { instances } = process.syntax;
      if (instances !== 'any')
        return Array.from({ length: instances }).reduce<string>((rest) => `sp (${rest}) ${thread}`, next);
      const name = `${this.#ruleStem}P${id}`;
      this.#rules.push(`${name} -> br (sp ${name} ${thread}) (${next}).`);
      return name;
    }, 'bot');
  }

  #version(code: DeclaredFunction, held: number, locks: readonly (LockId | undefined)[]): Version {
    const number = this.#codes.get(code) ?? this.#codes.size;
    this.#codes.set(code, number);
    const key = `${number} ${held} ${locks}`;
    const known = this.#versions.get(key);
    if (known) return known;
    const open = this.#opened.get(code) ?? lowerOpen(this.declarations, code);
    this.#opened.set(code, open);
    const types = typesOf(code);
    const passed = types.flatMap(({ kind }, i) => (kind === 'function' ? [] : [locks[i]]));
    const version = { id: this.#versions.size, code, open, held, locks: new LockResolution(open.graph, passed) };
    this.#versions.set(key, version);
    return version;
  }

  #entry(version: Version): string {
    return this.#nameOf({ version, node: version.open.graph.entry, stack: [] });
  }

  #nameOf(point: Point): string {
    const key = `${point.version.id} ${point.node} ${point.stack}`;
    const known = this.#points.get(key);
    if (known !== undefined) return known;
    const name = `${this.#ruleStem}${this.#points.size}`;
    this.#points.set(key, name);
    this.#pending.push({ name, point });
    return name;
  }

  /** One for each version of each function that it captured or is passed, and what comes after. */
  #variables({ code }: Version): readonly string[] {
    const functions = typesOf(code).flatMap((type, i) =>
      type.kind === 'function' ? this.#versionsOf(type).map((_, v) => this.#variable(i, v)) : [],
    );
    return [...functions, this.#rest];
  }

  #versionsOf(type: FunctionType): readonly { readonly held: number; readonly locks: readonly LockId[] }[] {
    const lockCount = this.declarations.locks.length;
    const taken = type.parameters.filter(({ kind }) => kind === 'lock').length;
    const choices = lockCount ** taken;
    if (choices * this.heldSets.size > limits.versions) {
      this.#refuse('there are too many locks that functions may be called with');
      return [];
    }
    const tuple = (choice: number) =>
      Array.from({ length: taken }, (_, i) => Math.floor(choice / lockCount ** i) % lockCount);
    return Array.from(this.heldSets).flatMap((held) =>
      Array.from({ length: choices }, (_, choice) => ({ held, locks: tuple(choice) })),
    );
  }

  /** Nodes that several edges lead to are rules; the others stand where they are reached. */
  #goTo(point: Point, depth: number): string {
    const { version, node } = point;
    const isShared = node === version.open.graph.entry || incoming(version.open)[node] !== 1;
    if (!isShared && depth < limits.depth) return this.#body(point, depth + 1);
    return [this.#nameOf(point), ...this.#variables(version)].join(' ');
  }

  #body(point: Point, depth: number): string {
    const edges = outgoingEdges(point.version.open.graph)[point.node]!;
    const terms = edges.map((edge) => this.#edge(edge, point, depth));
    return terms.length === 0 ? 'bot' : terms.reduceRight((rest, term) => `br (${term}) (${rest})`);
  }

  #edge({ action, to, origin }: Edge, point: Point, depth: number): string {
    const next = (stack = point.stack) => this.#goTo({ ...point, node: to, stack }, depth);
    switch (action.kind) {
      case 'call':
        return this.#call(this.#callAt(point, action), heldAt(point), point, `(${next()})`, origin);
      case 'spawn':
        if (action.eager) return this.#refuse('`spawn eager` cannot be written as a scheme', origin);
        return `sp (${next()}) (${this.#call(this.#callAt(point, action), 0, point, 'term', origin)})`;
      case 'return':
        return point.stack.length === 0
          ? this.#rest
          : this.#refuse('the function returns while it holds a lock', origin);
      case 'label':
        if (actionOfSymbol(action.name) || action.name === 'term')
          return this.#refuse(`\`${action.name}\` cannot be a label`, origin);
        return `${action.name} (${next()})`;
      case 'join':
        return action.thread
          ? this.#refuse('`join` of one thread cannot be written as a scheme', origin)
          : `jo (${next()})`;
      case 'acquire':
      case 'release':
        return this.#locking(action, point, next, origin);
      case 'wait':
      case 'yield':
      case 'fail':
      case 'settle':
      case 'deferred':
      case 'inspect':
      case 'join-any':
        return this.#refuse(`\`${action.kind}\` cannot be written as a scheme`, origin);
      default:
        return next();
    }
  }

  #locking(
    action: Extract<Edge['action'], { kind: 'acquire' | 'release' }>,
    point: Point,
    next: (stack: readonly LockId[]) => string,
    origin: Span,
  ): string {
    const lock = point.version.locks.of(action.lock);
    if (lock === undefined || action.shared) return this.#refuse('it is not known which lock this is', origin);
    const isAcquire = action.kind === 'acquire';
    if (!isAcquire && point.stack.at(-1) !== lock)
      return this.#refuse('the lock is not the innermost one acquired in this function', origin);
    if (point.stack.length >= limits.stack) return this.#refuse('locks are nested too deeply', origin);
    const stack = isAcquire ? [...point.stack, lock] : point.stack.slice(0, -1);
    const isInner = (heldAt(isAcquire ? point : { ...point, stack }) & (1 << lock)) !== 0;
    return isInner ? next(stack) : `${isAcquire ? 'acq' : 'rel'}_${lock + 1} (${next(stack)})`;
  }

  #callAt({ version }: Point, action: Edge['action']): OpenCall {
    return version.open.calls.get(action)!;
  }

  /** The callee in the version for these locks, its functions, and what comes after. */
  #call({ callee, given }: OpenCall, held: number, point: Point, after: string, origin: Span): string {
    const types = callee.kind === 'closure' ? callee.code.parameters : callee.type.parameters;
    const locks = given.flatMap((one, i) => (types[i]!.kind === 'lock' ? [this.#lockOf(one, point, origin)] : []));
    if (locks.includes(undefined)) return 'bot';
    if (callee.kind === 'open') this.heldSets.add(held);
    const target = this.#value(callee, held, locks, point, origin);
    return [target, ...this.#functions(given, point, origin), after].join(' ');
  }

  #lockOf(passed: Passed, { version }: Point, origin: Span): LockId | undefined {
    const lock = passed.kind === 'data' ? version.locks.of(passed.value) : undefined;
    if (lock === undefined) this.#refuse('it is not known which lock this is', origin);
    return lock;
  }

  /** What is passed for functions: each in all its versions. */
  #functions(passed: readonly Passed[], point: Point, origin: Span): readonly string[] {
    return passed.flatMap((one) =>
      one.kind === 'data'
        ? []
        : this.#versionsOf(typeOf(one)).map(({ held, locks }) => `(${this.#value(one, held, locks, point, origin)})`),
    );
  }

  /** A function in one version, with what it captured. */
  #value(
    value: FunctionValue,
    held: number,
    locks: readonly (LockId | undefined)[],
    point: Point,
    origin: Span,
  ): string {
    if (value.kind === 'open') {
      const versions = this.#versionsOf(value.type);
      const index = versions.findIndex((version) => version.held === held && String(version.locks) === String(locks));
      return index < 0 ? this.#refuse('a version is missing', origin) : this.#variable(value.parameter, index);
    }
    const { code, captured } = value;
    const own = captured.map((one, i) =>
      code.captures[i]!.type.kind === 'lock' ? this.#lockOf(one, point, origin) : undefined,
    );
    const rest = [...locks];
    const passed = code.parameters.map(({ kind }) => (kind === 'lock' ? rest.shift() : undefined));
    const entry = this.#entry(this.#version(code, held, [...own, ...passed]));
    return [entry, ...this.#functions(captured, point, origin)].join(' ');
  }
}

function unusedStem(letter: string, text: string): string {
  let stem = `${letter}_`;
  while (text.includes(stem)) stem += '_';
  return stem;
}

function typesOf({ captures, parameters }: DeclaredFunction) {
  return [...captures.map(({ type }) => type), ...parameters];
}

function typeOf(value: FunctionValue): FunctionType {
  if (value.kind === 'open') return value.type;
  return { kind: 'function', parameters: value.code.parameters };
}

function heldAt({ version, stack }: Point): number {
  return stack.reduce((held, lock) => held | (1 << lock), version.held);
}

/** How many edges lead to each node. */
const incoming = derived(({ graph }: OpenGraph): Int32Array => {
  const counts = new Int32Array(graph.nodeCount);
  for (const { to } of graph.edges) counts[to]!++;
  return counts;
});
