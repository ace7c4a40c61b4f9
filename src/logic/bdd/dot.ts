// Graphviz output: one ellipse per node, solid high edges, dashed low edges, a dot at the head of a negating edge.

import { reachableNodes } from './count.js';
import { type Edge, FALSE } from './edge.js';
import type { NodeTable } from './node-table.js';

export interface DotOptions {
  /** The name of a variable; `x0`, `x1`, … by default. */
  readonly variableName?: (variable: number) => string;
}

/** The shared diagram of several named functions. */
export function printDot(nodes: NodeTable, functions: ReadonlyMap<string, Edge>, options: DotOptions = {}): string {
  const name = options.variableName ?? ((variable: number) => `x${variable}`);
  const inner = reachableNodes(nodes, [...functions.values()]);
  const lines = ['digraph bdd {', '  n0 [shape=box, label="0"];'];
  for (const node of inner) lines.push(`  ${id(node)} [label=${quote(name(nodes.level(node)))}];`);
  for (const rank of sameLevel(nodes, inner)) lines.push(`  { rank=same; ${rank.map(id).join('; ')}; }`);
  let index = 0;
  for (const [label, f] of functions) {
    const entry = `f${index++}`;
    lines.push(`  ${entry} [shape=plaintext, label=${quote(label)}];`, `  ${entry} -> ${head(f, 'solid')};`);
  }
  for (const node of inner) {
    lines.push(`  ${id(node)} -> ${head(nodes.low(node), 'dashed')};`);
    lines.push(`  ${id(node)} -> ${head(nodes.high(node), 'solid')};`);
  }
  return `${[...lines, '}'].join('\n')}\n`;
}

function sameLevel(nodes: NodeTable, inner: readonly Edge[]): Edge[][] {
  const ranks = new Map<number, Edge[]>();
  for (const node of inner) {
    const rank = ranks.get(nodes.level(node));
    if (rank === undefined) ranks.set(nodes.level(node), [node]);
    else rank.push(node);
  }
  return [...ranks.values()];
}

function id(f: Edge): string {
  return `n${f >> 1}`;
}

function head(f: Edge, style: string): string {
  const negating = (f & 1) !== FALSE;
  return `${id(f)} [style=${style}${negating ? ', arrowhead=odot' : ''}]`;
}

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
