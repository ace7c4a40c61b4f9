// What the runs of the entries of one provider have come to, and what in the functions that they have entered they have not.

import type { EntryPoint } from '../../../model/script/scenario/entries.js';
import type { Script } from '../../../model/script/script.js';
import type { FunctionNode } from '../../../model/script/syntax.js';
import { isFunctionNode, isOutside, missingIn, unreachedIn } from './unreached.js';

export class Reached {
  constructor(readonly script: Script) {}

  /** Syntax that some run has come to. */
  readonly nodes = new Set<object>();
  /** The functions that each entry enters. */
  readonly #entered = new Map<EntryPoint, Set<FunctionNode>>();

  /** How much of it is new. */
  come(entry: EntryPoint, reached: ReadonlySet<object>): number {
    const before = this.nodes.size;
    const entered = this.#entered.get(entry) ?? new Set<FunctionNode>();
    this.#entered.set(entry, entered);
    for (const node of reached) {
      this.nodes.add(node);
      if (isFunctionNode(node)) entered.add(node);
    }
    return this.nodes.size - before;
  }

  /** Is there something in what the entry enters that no run has come to? */
  isMissing(entry: EntryPoint): boolean {
    return [...(this.#entered.get(entry) ?? [])].some((node) => missingIn(this.script, node, this.nodes).length > 0);
  }

  /** The same text for entries that miss the same places; empty where nothing is missing. */
  missingOf(entry: EntryPoint): string {
    const places = [...(this.#entered.get(entry) ?? [])].flatMap((node) =>
      missingIn(this.script, node, this.nodes).map(({ span }) => `${node.module}:${span.start}`),
    );
    return places.join(' ');
  }

  /** By entry: the lines that no run has come to. */
  *missingLines(entries: readonly EntryPoint[]): Generator<readonly [EntryPoint, number]> {
    const lines = new Map(unreachedIn(this.script, this.nodes));
    for (const entry of entries)
      for (const [node, spots] of lines) {
        if (!this.#entered.get(entry)?.has(node)) continue;
        const own = entry.makes && node === entry.node ? spots.filter((spot) => isOutside(spot, node)) : spots;
        for (const { module, span } of own)
          yield [entry, this.script.modules[module]!.source.position(span.start).line];
      }
  }
}
