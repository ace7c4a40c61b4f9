// Closed terms of a scheme, hash-consed: equal terms are equal numbers. `reduce` rewrites a term until a terminal is at
// its head; the terminal is a node of the generated tree, its arguments are the subtrees.

import type { Scheme, Term } from './scheme.js';

/** The head: rule numbers as they are, terminals as -1 - index. */
interface ClosedTerm {
  readonly head: number;
  readonly args: readonly number[];
}

export interface TreeNode {
  readonly terminal: string;
  readonly children: readonly number[];
}

/** Rewriting steps at one node after which a scheme is taken to diverge there: its tree has no node at that place. */
const maximalRewrites = 10_000;

export class ClosedTerms {
  readonly #ids = new Map<string, number>();
  readonly #terms: ClosedTerm[] = [];
  readonly #terminals: string[] = [];
  readonly #nodes = new Map<number, TreeNode | undefined>();
  readonly root: number;

  constructor(readonly scheme: Scheme) {
    this.root = this.#intern({ head: 0, args: [] });
  }

  #intern(term: ClosedTerm): number {
    const key = `${term.head}(${term.args.join()}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#terms.push(term) - 1;
    this.#ids.set(key, id);
    return id;
  }

  /** The node that the term generates; undefined where rewriting goes on for ever. */
  reduce(id: number): TreeNode | undefined {
    if (!this.#nodes.has(id)) this.#nodes.set(id, this.#rewrite(id));
    return this.#nodes.get(id);
  }

  #rewrite(start: number): TreeNode | undefined {
    let term = this.#terms[start]!;
    for (let rewrites = 0; rewrites < maximalRewrites; rewrites++) {
      if (term.head < 0) return { terminal: this.#terminals[-1 - term.head]!, children: term.args };
      const { body, parameters } = this.scheme.rules[term.head]!;
      const id = this.#instantiate(body, term.args.slice(0, parameters.length));
      const { head, args } = this.#terms[id]!;
      term = { head, args: [...args, ...term.args.slice(parameters.length)] };
    }
    return undefined;
  }

  /** Depth is that of the rule's body, which the parser bounds. */
  #instantiate({ head, args }: Term, actuals: readonly number[]): number {
    const instances = args.map((arg) => this.#instantiate(arg, actuals));
    if (head.kind !== 'variable') return this.#intern({ head: this.#headOf(head), args: instances });
    const actual = this.#terms[actuals[head.index]!]!;
    return instances.length === 0
      ? actuals[head.index]!
      : this.#intern({ head: actual.head, args: [...actual.args, ...instances] });
  }

  #headOf(head: Exclude<Term['head'], { kind: 'variable' }>): number {
    if (head.kind === 'rule') return head.rule;
    const known = this.#terminals.indexOf(head.name);
    return -1 - (known >= 0 ? known : this.#terminals.push(head.name) - 1);
  }
}
