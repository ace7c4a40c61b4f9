// Java syntax as plain objects, copied once from the parser's tree: walking the parser's own nodes again and again costs
// more than parsing. Comments are kept apart from the children, so that rules see only what Java means.

import type { SourceText, Span } from '../../../base/source-text.js';

export class SyntaxNode implements Span {
  readonly children: SyntaxNode[] = [];
  /** The first child with a field name; `lists` has all of them. */
  readonly fields = new Map<string, SyntaxNode>();
  readonly lists = new Map<string, SyntaxNode[]>();

  constructor(
    readonly type: string,
    readonly start: number,
    readonly end: number,
    readonly source: SourceText,
    readonly parent: SyntaxNode | undefined,
  ) {}

  get text(): string {
    return this.source.text.slice(this.start, this.end);
  }

  get line(): number {
    return this.source.position(this.start).line;
  }

  field(name: string): SyntaxNode | undefined {
    return this.fields.get(name);
  }

  all(name: string): readonly SyntaxNode[] {
    return this.lists.get(name) ?? [];
  }

  child(type: string): SyntaxNode | undefined {
    return this.children.find((child) => child.type === type);
  }

  enter(child: SyntaxNode, field: string | null): void {
    this.children.push(child);
    this.name(child, field);
  }

  name(child: SyntaxNode, field: string | null): void {
    if (field === null) return;
    if (!this.fields.has(field)) this.fields.set(field, child);
    const list = this.lists.get(field);
    if (list) list.push(child);
    else this.lists.set(field, [child]);
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
