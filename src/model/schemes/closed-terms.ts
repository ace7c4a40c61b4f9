// Closed terms of a scheme, hash-consed: equal terms are equal numbers. `reduce` rewrites a term until a terminal is at
// its head; the terminal is a node of the generated tree, its arguments are the subtrees.

import type { Span } from '../../base/source-text.js';
import type { Scheme, Term } from './scheme.js';

/** The head: rule numbers as they are, terminals as -1 - index. */
interface ClosedTerm {
  readonly head: number;
  readonly args: readonly number[];
  /** Where the head is written; only where occurrences are told apart. */
  readonly span: Span | undefined;
}

export interface TreeNode {
  readonly terminal: string;
  readonly children: readonly number[];
  readonly span: Span | undefined;
}

export interface ClosedTermsOptions {
  /** Terms that are written at different places are different: more terms, but each knows its place. */
  readonly byOccurrence?: boolean;
  /** With more terms than this nothing is rewritten any more: then `isFull`. */
  readonly mostTerms?: number;
}

/** Rewriting steps at one node after which a scheme is taken to diverge there: its tree has no node at that place. */
const maximalRewrites = 10_000;

export class ClosedTerms {
  readonly #ids = new Map<string, number>();
  readonly #terms: ClosedTerm[] = [];
  readonly #terminals: string[] = [];
  readonly #nodes = new Map<number, TreeNode | undefined>();
  readonly root: number;
  /** May grow unless `isFull`. */
  mostTerms: number;

  constructor(
    readonly scheme: Scheme,
    readonly options: ClosedTermsOptions = {},
  ) {
    this.mostTerms = options.mostTerms ?? Number.POSITIVE_INFINITY;
    this.root = this.#intern({ head: 0, args: [], span: undefined });
  }

  #intern(term: ClosedTerm): number {
    const key = `${term.head}@${term.span?.start ?? ''}(${term.args.join()}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#terms.push(term) - 1;
    this.#ids.set(key, id);
    return id;
  }

  /** Was something cut off, so that missing nodes mean nothing? */
  get isFull(): boolean {
    return this.#terms.length > this.mostTerms;
  }

  /** The node that the term generates; undefined where rewriting goes on for ever. */
  reduce(id: number): TreeNode | undefined {
    if (!this.#nodes.has(id)) this.#nodes.set(id, this.#rewrite(id));
    return this.#nodes.get(id);
  }

  #rewrite(start: number): TreeNode | undefined {
    let term = this.#terms[start]!;
    for (let rewrites = 0; rewrites < maximalRewrites && !this.isFull; rewrites++) {
      if (term.head < 0) return { terminal: this.#terminals[-1 - term.head]!, children: term.args, span: term.span };
      const { body, parameters } = this.scheme.rules[term.head]!;
      const id = this.#instantiate(body, term.args.slice(0, parameters.length));
      const { head, args, span } = this.#terms[id]!;
      // The rule that wraps a partially applied terminal is written nowhere: the terminal is, where the rule is used.
      const place = body.span ? span : term.span;
      term = { head, args: [...args, ...term.args.slice(parameters.length)], span: place };
    }
    return undefined;
  }

  /** Depth is that of the rule's body, which the parser bounds. */
  #instantiate({ head, args, span }: Term, actuals: readonly number[]): number {
    const instances = args.map((arg) => this.#instantiate(arg, actuals));
    const place = this.options.byOccurrence ? span : undefined;
    if (head.kind !== 'variable') return this.#intern({ head: this.#headOf(head), args: instances, span: place });
    const actual = this.#terms[actuals[head.index]!]!;
    return instances.length === 0
      ? actuals[head.index]!
      : this.#intern({ ...actual, args: [...actual.args, ...instances] });
  }

  #headOf(head: Exclude<Term['head'], { kind: 'variable' }>): number {
    if (head.kind === 'rule') return head.rule;
    const known = this.#terminals.indexOf(head.name);
    return -1 - (known >= 0 ? known : this.#terminals.push(head.name) - 1);
  }
}
