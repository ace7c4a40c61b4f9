// An arbitrary graph as nested code without jumps: states are eliminated one by one (Brzozowski and McCluskey), so every
// path from the entry to the exit is a path of the form, and no other. Forms are interned: equal code is one form, which
// keeps the work small; what is printed may be exponentially larger, so sizes are counted and limited.

export type Form =
  | { readonly kind: 'skip'; readonly id: number; readonly size: number }
  | { readonly kind: 'letter'; readonly id: number; readonly size: number; readonly letter: number }
  | {
      readonly kind: 'sequence' | 'choice';
      readonly id: number;
      readonly size: number;
      readonly parts: readonly Form[];
    }
  | { readonly kind: 'loop'; readonly id: number; readonly size: number; readonly body: Form };

export interface LetterEdge {
  readonly from: number;
  readonly to: number;
  readonly form: Form;
}

export class Forms {
  readonly #known = new Map<string, Form>();
  readonly skip: Form = this.#intern('skip', (id) => ({ kind: 'skip', id, size: 0 }));

  #intern(key: string, make: (id: number) => Form): Form {
    const known = this.#known.get(key) ?? make(this.#known.size);
    this.#known.set(key, known);
    return known;
  }

  letter(letter: number, size = 1): Form {
    return this.#intern(`letter ${letter}`, (id) => ({ kind: 'letter', id, size, letter }));
  }

  sequence(...all: readonly Form[]): Form {
    const parts = all.flatMap((form) => (form.kind === 'sequence' ? form.parts : form.kind === 'skip' ? [] : [form]));
    if (parts.length < 2) return parts[0] ?? this.skip;
    return this.#intern(`sequence ${parts.map(({ id }) => id).join()}`, (id) => ({
      kind: 'sequence',
      id,
      size: total(parts),
      parts,
    }));
  }

  choice(...all: readonly Form[]): Form {
    const flat = all.flatMap((form) => (form.kind === 'choice' ? form.parts : [form]));
    const hasLoop = flat.some(({ kind }) => kind === 'loop');
    const parts = [...new Set(flat)].filter(({ kind }) => kind !== 'skip' || !hasLoop).sort((a, b) => a.id - b.id);
    if (parts.length === 1) return parts[0]!;
    return this.#intern(`choice ${parts.map(({ id }) => id).join()}`, (id) => ({
      kind: 'choice',
      id,
      size: total(parts) + 1,
      parts,
    }));
  }

  loop(form: Form): Form {
    if (form.kind === 'skip' || form.kind === 'loop') return form;
    const body = form.kind === 'choice' ? this.choice(...form.parts.filter(({ kind }) => kind !== 'skip')) : form;
    return this.#intern(`loop ${body.id}`, (id) => ({ kind: 'loop', id, size: body.size + 1, body }));
  }
}

function total(parts: readonly Form[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}

/** All ways from one node to another; undefined where there is none, or where the text would be too long. */
export function regularForm(
  forms: Forms,
  entry: number,
  exit: number,
  edges: readonly LetterEdge[],
  longest: number,
): Form | 'none' | 'too large' {
  const table = new Elimination(forms);
  // Ends of their own, so that nothing leads back to the first or on from the last.
  const [first, last] = [-1, -2];
  table.add(first, entry, forms.skip);
  table.add(exit, last, forms.skip);
  for (const { from, to, form } of edges) table.add(from, to, form);
  for (let node = table.cheapest(); node !== undefined; node = table.cheapest())
    if (!table.eliminate(node, longest)) return 'too large';
  return table.between(first, last) ?? 'none';
}

class Elimination {
  readonly #out = new Map<number, Map<number, Form>>();
  readonly #in = new Map<number, Set<number>>();

  constructor(readonly forms: Forms) {}

  between(from: number, to: number): Form | undefined {
    return this.#out.get(from)?.get(to);
  }

  add(from: number, to: number, form: Form): Form {
    const row = this.#out.get(from) ?? new Map<number, Form>();
    const known = row.get(to);
    const sum = known ? this.forms.choice(known, form) : form;
    row.set(to, sum);
    this.#out.set(from, row);
    this.#in.set(to, (this.#in.get(to) ?? new Set()).add(from));
    return sum;
  }

  /** The node whose elimination copies least. */
  cheapest(): number | undefined {
    let best: number | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const node of new Set([...this.#out.keys(), ...this.#in.keys()])) {
      if (node < 0) continue;
      const cost = this.#weight(node);
      if (cost < least) [best, least] = [node, cost];
    }
    return best;
  }

  #weight(node: number): number {
    const out = this.#out.get(node) ?? new Map<number, Form>();
    const into = this.#in.get(node) ?? new Set<number>();
    let leaving = 0;
    for (const { size } of out.values()) leaving += size + 1;
    let coming = 0;
    for (const from of into) coming += (this.between(from, node)?.size ?? 0) + 1;
    return leaving * into.size + coming * out.size;
  }

  eliminate(node: number, longest: number): boolean {
    const out = [...(this.#out.get(node) ?? [])].filter(([to]) => to !== node);
    const into = [...(this.#in.get(node) ?? [])].filter((from) => from !== node);
    const self = this.between(node, node);
    const rounds = self ? this.forms.loop(self) : this.forms.skip;
    let fits = true;
    for (const from of into)
      for (const [to, leaving] of out) {
        const through = this.forms.sequence(this.between(from, node)!, rounds, leaving);
        fits &&= this.add(from, to, through).size <= longest;
      }
    for (const from of into) this.#out.get(from)!.delete(node);
    for (const [to] of out) this.#in.get(to)!.delete(node);
    this.#out.delete(node);
    this.#in.delete(node);
    return fits;
  }
}
