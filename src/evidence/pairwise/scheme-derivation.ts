// Checks that types of a scheme's rules are derivable in the given order, each from earlier ones: the evidence that an
// automaton rejects the tree, however large the rejected part of the tree is.

import type { Scheme, Term } from '../../model/schemes/scheme.js';
import type { StateBases } from './scheme-bases.js';
import type { RuleType, SchemeTypes } from './scheme-types.js';

/** Undefined when every type is derivable; else which one is not. */
export function checkDerivation(
  scheme: Scheme,
  bases: StateBases,
  types: SchemeTypes,
  derived: readonly RuleType[],
): string | undefined {
  const known: number[][] = scheme.rules.map(() => []);
  for (const { rule, type } of derived) {
    const { args, base } = types.get(type);
    const { name, body } = scheme.rules[rule]!;
    const derivable = new Derivability(bases, types, known, args).has(body, types.numberOf({ args: [], base }));
    if (!derivable) return `a type of \`${name}\` is not derivable`;
    known[rule]!.push(type);
  }
  return undefined;
}

class Derivability {
  readonly #answers = new Map<Term, Map<number, boolean>>();

  constructor(
    readonly bases: StateBases,
    readonly types: SchemeTypes,
    readonly known: readonly (readonly number[])[],
    readonly assumed: readonly (readonly number[])[],
  ) {}

  /** As deep as the term, which the reader bounds. */
  has(term: Term, type: number): boolean {
    const answers = this.#answers.get(term) ?? new Map<number, boolean>();
    this.#answers.set(term, answers);
    const answer = answers.get(type) ?? this.#derive(term, type);
    answers.set(type, answer);
    return answer;
  }

  #derive({ head, args }: Term, type: number): boolean {
    if (head.kind === 'terminal') {
      const ways = this.bases.rejecting(head.name, args.length, this.types.get(type).base);
      return ways.some((way) => way.every(([i, base]) => this.has(args[i]!, this.types.numberOf({ args: [], base }))));
    }
    const headTypes = head.kind === 'rule' ? this.known[head.rule]! : this.assumed[head.index]!;
    return headTypes.some((headType) => this.#applies(headType, args, type));
  }

  #applies(headType: number, args: readonly Term[], type: number): boolean {
    const sets = this.types.get(headType).args;
    if (sets.length < args.length || !this.types.fits(this.types.rest(headType, args.length), type)) return false;
    return args.every((arg, i) => sets[i]!.every((needed) => this.has(arg, needed)));
  }
}
