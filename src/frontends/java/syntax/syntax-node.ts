// Java syntax as plain objects, copied once from the parser's tree: walking the parser's own nodes again and again costs
// more than parsing. Comments are kept apart from the children, so that rules see only what Java means.

import type { SourceText, Span } from '../../../base/source-text.js';

const none: SyntaxNode[] = [];
const noNames: string[] = [];

export class SyntaxNode implements Span {
  // Most nodes are leaves, and most have at most one named child: what is empty is shared, for files have millions of them.
  #children: SyntaxNode[] = none;
  /** The names of children, and beside each the child; a name may come several times. */
  #names: string[] = noNames;
  #named: SyntaxNode[] = none;

  constructor(
    readonly type: string,
    readonly start: number,
    readonly end: number,
    readonly source: SourceText,
    readonly parent: SyntaxNode | undefined,
  ) {}

  get children(): readonly SyntaxNode[] {
    return this.#children;
  }

  get text(): string {
    return this.source.text.slice(this.start, this.end);
  }

  get line(): number {
    return this.source.position(this.start).line;
  }

  /** The first child of that name; `all` has every one. */
  field(name: string): SyntaxNode | undefined {
    const at = this.#names.indexOf(name);
    return at < 0 ? undefined : this.#named[at];
  }

  all(name: string): readonly SyntaxNode[] {
    return this.#named.filter((_, i) => this.#names[i] === name);
  }

  child(type: string): SyntaxNode | undefined {
    return this.#children.find((child) => child.type === type);
  }

  enter(child: SyntaxNode, field: string | null): void {
    if (this.#children === none) this.#children = [child];
    else this.#children.push(child);
    this.name(child, field);
  }

  name(child: SyntaxNode, field: string | null): void {
    if (field === null) return;
    if (this.#names === noNames) {
      this.#names = [field];
      this.#named = [child];
    } else {
      this.#names.push(field);
      this.#named.push(child);
    }
  }

  /** All children are there: lists that grew have room for many more. */
  close(): void {
    if (this.#children.length > 1) this.#children = this.#children.slice();
    if (this.#names.length < 2) return;
    this.#names = this.#names.slice();
    this.#named = this.#named.slice();
  }
}

/** Every node below and including `node`, parents first. */
export function* descendants(node: SyntaxNode): Generator<SyntaxNode> {
  const pending = [node];
  for (let next = pending.pop(); next; next = pending.pop()) {
    yield next;
    for (let i = next.children.length - 1; i >= 0; i--) pending.push(next.children[i]!);
  }
}

export function ancestorOf(node: SyntaxNode, types: ReadonlySet<string>): SyntaxNode | undefined {
  let at = node.parent;
  while (at && !types.has(at.type)) at = at.parent;
  return at;
}

export function unparenthesized(node: SyntaxNode): SyntaxNode {
  let at = node;
  while (at.type === 'parenthesized_expression' && at.children[0]) at = at.children[0];
  return at;
}
