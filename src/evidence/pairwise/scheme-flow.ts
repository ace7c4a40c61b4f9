// Which terms may be passed to which rule together, and with which demands (states of an automaton) each place of a body may
// be visited, from the start on: everything else needs no types (obligation H1). A place is an occurrence of a term.

import type { Scheme, Term } from '../../model/schemes/scheme.js';

export interface Place {
  readonly id: number;
  readonly rule: number;
  readonly head: Term['head'];
  readonly args: readonly Place[];
}

export interface Flow {
  /** Per rule. */
  readonly bodies: readonly Place[];
  /** Per rule: the terms that are passed for its parameters together. */
  readonly bindings: readonly (readonly (readonly Place[])[])[];
  /** By place. */
  readonly demands: readonly ReadonlySet<number>[];
}

/** The demands on the arguments of a terminal when there is this demand on its node: [argument, demand]. */
export type ArgumentDemands = (terminal: string, rank: number, demand: number) => Iterable<readonly [number, number]>;

export function flowOf(scheme: Scheme, start: number, argumentDemands: ArgumentDemands): Flow {
  let count = 0;
  /** As deep as bodies are, which the reader bounds. */
  const placeOf = ({ head, args }: Term, rule: number): Place => {
    const below = args.map((arg) => placeOf(arg, rule));
    return { id: count++, rule, head, args: below };
  };
  const bodies = scheme.rules.map(({ body }, rule) => placeOf(body, rule));
  const demands = Array.from({ length: count }, () => new Set<number>());
  const bindings = scheme.rules.map(() => new Map<string, readonly Place[]>());
  const actuals = scheme.rules.map(({ parameters }) => parameters.map(() => new Set<Place>()));
  const applied = scheme.rules.map(({ parameters }) =>
    parameters.map(() => new Map<string, (actual: Place) => void>()),
  );
  const pending: (() => void)[] = [() => visit(bodies[0]!, start)];
  for (let task = pending.pop(); task; task = pending.pop()) task();
  return { bodies, demands, bindings: bindings.map((each) => [...each.values()]) };

  function visit(place: Place, demand: number): void {
    if (demands[place.id]!.has(demand)) return;
    demands[place.id]!.add(demand);
    pending.push(() => apply(place, [], demand));
  }

  /** The term at the place, given more arguments, makes a tree that is visited with the demand. */
  function apply({ head, args, rule }: Place, more: readonly Place[], demand: number): void {
    const all = [...args, ...more];
    if (head.kind === 'terminal')
      for (const [i, below] of argumentDemands(head.name, all.length, demand)) visit(all[i]!, below);
    else if (head.kind === 'rule') call(head.rule, all, demand);
    else {
      const key = `${demand}:${all.map(({ id }) => id)}`;
      const here = applied[rule]![head.index]!;
      if (here.has(key)) return;
      const go = (actual: Place) => {
        if (all.length === 0) visit(actual, demand);
        else pending.push(() => apply(actual, all, demand));
      };
      here.set(key, go);
      for (const actual of actuals[rule]![head.index]!) go(actual);
    }
  }

  function call(rule: number, all: readonly Place[], demand: number): void {
    bindings[rule]!.set(all.map(({ id }) => id).join(), all);
    all.forEach((actual, i) => {
      const known = actuals[rule]![i]!;
      if (known.has(actual)) return;
      known.add(actual);
      for (const go of [...applied[rule]![i]!.values()]) go(actual);
    });
    visit(bodies[rule]!, demand);
  }
}
