// Checks that types of a scheme's rules are derivable in the given order, each from earlier ones: the evidence that an
// automaton rejects the tree, however large the rejected part of the tree is. Independent of how the types were found.

import type { Scheme, Term } from '../../model/schemes/scheme.js';
import type { AutomatonDomain } from '../../model/schemes/typing/automaton-domain.js';
import type { RuleType } from '../../model/schemes/typing/saturation.js';
import type { TypeStore } from '../../model/schemes/typing/type-store.js';

/** Undefined when every type is derivable; else which one is not. */
export function checkDerivation(
  scheme: Scheme,
  domain: AutomatonDomain,
  types: TypeStore,
  derived: readonly RuleType[],
): string | undefined {
  const known: number[][] = scheme.rules.map(() => []);
  for (const { rule, type } of derived) {
    const definition = scheme.rules[rule];
    const { args, base } = types.get(type);
    if (!definition || args.length !== definition.parameters.length) return 'a type does not fit its rule';
    const body = new Derivability(domain, types, known, args);
    if (!body.has(definition.body, types.base(base))) return `a type of \`${definition.name}\` is not derivable`;
    known[rule]!.push(type);
  }
  return undefined;
}

class Derivability {
  readonly #answers = new Map<Term, Map<number, boolean>>();

  constructor(
    readonly domain: AutomatonDomain,
    readonly types: TypeStore,
    readonly known: readonly (readonly number[])[],
    readonly assumed: readonly (readonly number[])[],
  ) {}

  /** Recursion is as deep as the term, which the parser bounds. */
  has(term: Term, type: number): boolean {
    const answers = this.#answers.get(term) ?? new Map<number, boolean>();
    this.#answers.set(term, answers);
    const answer = answers.get(type) ?? this.#derive(term, type);
    answers.set(type, answer);
    return answer;
  }

  #derive({ head, args }: Term, type: number): boolean {
    if (head.kind === 'terminal') {
      const { base } = this.types.get(type);
      const ways = this.domain.rejectingWays(head.name, args.length, base);
      return ways.some((way) => way.every(([arg, state]) => this.has(args[arg]!, this.types.base(state))));
    }
    const headTypes = head.kind === 'rule' ? this.known[head.rule]! : this.assumed[head.index]!;
    return headTypes.some((headType) => this.#applies(headType, args, type));
  }

  #applies(headType: number, args: readonly Term[], type: number): boolean {
    const sets = this.types.get(headType).args;
    if (sets.length < args.length) return false;
    if (!this.types.isSubtype(this.types.rest(headType, args.length), type)) return false;
    return args.every((arg, i) => sets[i]!.every((needed) => this.has(arg, needed)));
  }
}
