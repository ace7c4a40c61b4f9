// Interfaces of which no implementation is given, but which stand for something that many share: a store, a registry, anything
// that says that it is thread-safe. What a call does to it is told by its result and its name: assumption A16.

import type { SyntaxNode } from '../syntax/syntax-node.js';
import type { ClassInfo, MethodInfo } from './class-info.js';
import type { JavaProject } from './java-project.js';

export class Collaborators {
  readonly #stores = new Set<ClassInfo>();
  readonly #safe = new Set<ClassInfo>();

  constructor(project: JavaProject, comments: ReadonlyMap<unknown, readonly SyntaxNode[]>) {
    for (const info of project.classes) {
      if (info.kind !== 'interface' || project.subclassesOf(info).length > 0) continue;
      const effects = info.methods.map(effectOf);
      if (!effects.includes('read') || !effects.includes('write')) continue;
      const isSafe =
        info.modifiers.annotations.has('ThreadSafe') || isSaidSafe(info, comments.get(info.node.source) ?? []);
      if (isSafe) this.#safe.add(info);
      if (isSafe || stores.test(info.name)) this.#stores.add(info);
    }
  }

  has(info: ClassInfo): boolean {
    return this.#stores.has(info);
  }

  /** It says so itself, so whoever holds one reckons with threads. */
  isSafe(info: ClassInfo): boolean {
    return this.#safe.has(info);
  }
}

const stores =
  /(Store|Repository|Repo|Dao|DAO|Registry|Ledger|Inventory|Stock|Directory|Catalog(ue)?|Accounts|Database|Journal|Archive|Book|Table)$/;

const safeWords = /thread.?safe|(several|many|multiple|all|any) threads|concurrent(ly)?\b|\batomic/i;

function isSaidSafe({ node }: ClassInfo, comments: readonly SyntaxNode[]): boolean {
  const about = comments.filter(({ start, end }) => end <= node.start && start > node.start - 400);
  const text = about.at(-1)?.text ?? '';
  return safeWords.test(text) && !/not\s+thread|single.thread/i.test(text);
}

const changes =
  /^(add|append|apply|assign|book|cancel|change|claim|clear|close|commit|create|credit|debit|decrement|delete|deposit|draw|drop|enter|give|grant|increment|insert|issue|lend|lock|mark|merge|move|next|open$|pay|poll|pop|post|push|put|record|register|release|remove|rename|replace|reserve|reset|return|save|send|set|start|stop|store|submit|subtract|take|transfer|try|unlock|unregister|update|upsert|withdraw|write)/;

/** Nothing is said about a call that changes something and gives an answer: it may well test and write in one step. */
export function effectOf({ name, returnType, body }: MethodInfo): 'read' | 'write' | undefined {
  if (body) return undefined;
  if (returnType.name === 'void') return 'write';
  return changes.test(name) ? undefined : 'read';
}
