// Names with block scope. Lookup takes constant time however deep the blocks nest: each name has a stack of meanings, and
// each open scope remembers which names it pushed.

export class ScopedNames<T> {
  readonly #meanings = new Map<string, T[]>();
  readonly #scopes: Set<string>[] = [new Set()];

  enter(): void {
    this.#scopes.push(new Set());
  }

  /** The meanings that go out of scope, in the order of their declaration. */
  leave(): readonly T[] {
    const names = this.#scopes.pop() ?? [];
    return Array.from(names, (name) => this.#meanings.get(name)!.pop()!);
  }

  /** False if the innermost scope already has the name. */
  declare(name: string, meaning: T): boolean {
    const scope = this.#scopes.at(-1)!;
    if (scope.has(name)) return false;
    scope.add(name);
    const stack = this.#meanings.get(name);
    if (stack) stack.push(meaning);
    else this.#meanings.set(name, [meaning]);
    return true;
  }

  find(name: string): T | undefined {
    return this.#meanings.get(name)?.at(-1);
  }

  names(): string[] {
    return [...this.#meanings].filter(([, stack]) => stack.length > 0).map(([name]) => name);
  }
}
