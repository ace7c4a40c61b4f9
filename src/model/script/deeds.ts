// What a call can do that another one feels: wait, write what is not its own, ask the outside, or call what does. A piece of
// code without any of these decides nothing about interference, whether a run came to it or not. By the text alone: a function
// is known by its name in its module, and if several have it, all of them count; what is not known counts as a deed.

import { derived } from '../../base/derived.js';
import { isDeed, namesOf } from './children.js';
import type { Script } from './script.js';
import type { Call, Expression, FunctionNode, Pattern, Statement } from './syntax.js';

type Node = Expression | Statement;

/** Names that a function declares itself. */
type Locals = ReadonlySet<string>;

const pureFunctions = new Set('String Number Boolean BigInt Symbol parseInt parseFloat isNaN isFinite'.split(' '));
const pureHolders = new Set('console Math JSON Number String Date Symbol Error Array Buffer path'.split(' '));
const pureOfObject = new Set(
  'keys values entries fromEntries is hasOwn getPrototypeOf getOwnPropertyNames create'.split(' '),
);
const pureMethods = new Set(
  `slice includes startsWith endsWith split trim trimStart trimEnd toLowerCase toUpperCase replace replaceAll padStart padEnd
  toString toFixed toISOString getTime valueOf join concat flat flatMap map filter some every find findIndex indexOf
  lastIndexOf charAt charCodeAt substring substr localeCompare normalize repeat hasOwnProperty at`.split(/\s+/),
);
const logging = /^(?:console|log|logger|debug)$/i;

export interface Deeds {
  /** Outermost deeds in a function, without functions in it that `isKnown`, and without code that only ends it by throwing. */
  missing(node: FunctionNode, isKnown: (node: object) => boolean): Node[];
}

/** Remembered for the script: it does not change. */
export const deedsOf = derived((script: Script): Deeds => new ByText(script));

class ByText implements Deeds {
  readonly #named = new Map<string, FunctionNode[]>();
  /** Undefined while it is being found out: what calls itself does no more by that. */
  readonly #acts = new Map<FunctionNode, boolean | undefined>();
  readonly #locals = new Map<FunctionNode, Locals>();

  constructor(readonly script: Script) {
    for (const [module, { body }] of script.modules.entries()) this.#collect(module, body);
  }

  missing(node: FunctionNode, isKnown: (node: object) => boolean): Node[] {
    return [...this.#deeds(node, isKnown)];
  }

  *#deeds(of: FunctionNode, isKnown: (node: object) => boolean): Generator<Node> {
    const open: { readonly next: unknown; readonly within: FunctionNode }[] = [{ next: of.body, within: of }];
    while (open.length > 0) {
      const { next, within } = open.pop()!;
      if (next === null || typeof next !== 'object') continue;
      let inner = within;
      if (isNode(next)) {
        if (next.kind === 'throw') continue;
        if (next.kind === 'function') {
          if (next.function.generator || isKnown(next.function)) continue;
          inner = next.function;
        } else if (isDeed(next) && !isKnown(next) && this.#matters(next as Expression, within)) {
          yield next;
          continue;
        }
      }
      for (const value of Object.values(next).reverse())
        if (typeof value === 'object') open.push({ next: value, within: inner });
    }
  }

  #matters(node: Expression, within: FunctionNode): boolean {
    switch (node.kind) {
      case 'assign':
        return !this.#isOwn(node.target, within);
      case 'update':
        return node.target.kind !== 'identifier' || !this.#localsOf(within).has(node.target.name);
      case 'call':
        return this.#mattersCalled(node, within);
      default:
        return true;
    }
  }

  #isOwn(pattern: Pattern, within: FunctionNode): boolean {
    return pattern.kind === 'variable' && this.#localsOf(within).has(pattern.name);
  }

  #mattersCalled({ callee }: Call, within: FunctionNode): boolean {
    if (callee.kind === 'member') {
      const { object, property } = callee;
      if (typeof property !== 'string') return true;
      if (pureMethods.has(property)) return false;
      const owner = object.kind === 'identifier' ? object.name : object.kind === 'member' ? object.property : undefined;
      if (typeof owner !== 'string') return true;
      if (logging.test(owner)) return false;
      return !(
        object.kind === 'identifier' &&
        (pureHolders.has(owner) || (owner === 'Object' && pureOfObject.has(property)))
      );
    }
    if (callee.kind !== 'identifier') return true;
    const { name } = callee;
    const named = this.#functionsNamed(within.module, name);
    if (named.length > 0) return named.some((each) => this.#actsIn(each));
    return !(pureFunctions.has(name) || logging.test(name)) || this.#localsOf(within).has(name);
  }

  #actsIn(node: FunctionNode): boolean {
    if (node.async || node.generator) return true;
    if (this.#acts.has(node)) return this.#acts.get(node) ?? false;
    this.#acts.set(node, undefined);
    const acts = !this.#deeds(node, () => false).next().done;
    this.#acts.set(node, acts);
    return acts;
  }

  #functionsNamed(module: number, name: string): readonly FunctionNode[] {
    const own = this.#named.get(`${module} ${name}`);
    if (own) return own;
    const imported = this.script.modules[module]?.imports.find(({ local }) => local === name);
    if (imported?.module === undefined) return [];
    return this.#named.get(`${imported.module} ${imported.imported}`) ?? [];
  }

  #localsOf(node: FunctionNode): Locals {
    const known = this.#locals.get(node);
    if (known) return known;
    const names = new Set(node.parameters.flatMap(({ pattern }) => namesOf(pattern)));
    walk(node.body, (next) => {
      if (isNode(next)) for (const name of declaredIn(next)) names.add(name);
      return !isFunctionNode(next);
    });
    this.#locals.set(node, names);
    return names;
  }

  /** `function f() {…}` and `const f = () => …`, wherever they stand; another variable of that name may be anything. */
  #collect(module: number, body: readonly Statement[]): void {
    const functions = new Map<string, FunctionNode[]>();
    const others = new Set<string>();
    const note = (name: string, node: FunctionNode) => functions.set(name, [...(functions.get(name) ?? []), node]);
    walk(body, (next) => {
      if (isFunctionNode(next))
        for (const { pattern } of next.parameters) for (const name of namesOf(pattern)) others.add(name);
      if (!isNode(next)) return true;
      if (next.kind === 'function' && next.function.name !== '') note(next.function.name, next.function);
      if (next.kind !== 'declare') for (const name of declaredIn(next)) others.add(name);
      else
        for (const { pattern, value } of next.declarations)
          if (pattern.kind === 'variable' && value?.kind === 'function') note(pattern.name, value.function);
          else for (const name of namesOf(pattern)) others.add(name);
      return true;
    });
    for (const [name, nodes] of functions) if (!others.has(name)) this.#named.set(`${module} ${name}`, nodes);
  }
}

/** Names that a statement declares. */
function declaredIn(node: Node): string[] {
  if (node.kind === 'declare') return node.declarations.flatMap(({ pattern }) => namesOf(pattern));
  return (node.kind === 'for-of' || node.kind === 'for-in') && node.variable ? namesOf(node.target) : [];
}

/** All objects, the outer ones first; below those that `visit` says so of. */
function walk(root: unknown, visit: (next: object) => boolean): void {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const next = open.pop();
    if (next === null || typeof next !== 'object') continue;
    if (visit(next)) for (const value of Object.values(next)) if (typeof value === 'object') open.push(value);
  }
}

function isFunctionNode(node: object): node is FunctionNode {
  return 'parameters' in node && 'body' in node;
}

function isNode(value: object): value is Node {
  return 'kind' in value && 'span' in value;
}
