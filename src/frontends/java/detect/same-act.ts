// What is suspected of an object of which only the interface is given: it was asked, and something was done to it because of the
// answer, while another call did the same thing. What other calls mean for the answer nobody can tell.

import type { Access } from '../lower/unit-graph.js';
import { ancestorOf, descendants, type SyntaxNode } from '../syntax/syntax-node.js';
import type { Unit } from './candidates.js';
import type { Opponent } from './opponent.js';

export function isOfCollaborator({ location }: Pick<Access, 'location'>): boolean {
  return location.object.library?.name === 'Collaborator';
}

/** Calls of the other unit that do the same, if the second access follows from the first and is about the same thing. */
export function sameActs({ flow }: Unit, opponent: Opponent, first: Access, second: Access): readonly Access[] {
  if (first.location.id !== second.location.id || first.kind !== 'read' || second.kind !== 'write') return [];
  const decides = flow.behind(second.control).has(first.id) && speakOfOne(first.node, second.node);
  const isWrittenBack = flow.behind(second.data).has(first.id) && stores.test(nameOf(second));
  if ((!decides && !isWrittenBack) || isRefused(second.node)) return [];
  return opponent.writes(second.location).filter((write) => nameOf(write) === nameOf(second));
}

const stores = /^(save|update|put|set|store|write|replace|insert)/;

function nameOf({ node }: Access): string {
  return node.field('name')?.text ?? '';
}

/** Some name among the arguments of both; a question without arguments is about everything. */
function speakOfOne(question: SyntaxNode, act: SyntaxNode): boolean {
  const asked = wordsIn(question);
  return asked.size === 0 || [...wordsIn(act)].some((word) => asked.has(word));
}

function wordsIn(call: SyntaxNode): ReadonlySet<string> {
  const given = call.field('arguments');
  return new Set(
    given ? [...descendants(given)].flatMap(({ type, text }) => (type === 'identifier' ? [text] : [])) : [],
  );
}

const handlers = new Set(['try_statement', 'try_with_resources_statement', 'method_declaration', 'lambda_expression']);

/** The store may refuse what came too late, and the caller reckons with that. */
function isRefused(node: SyntaxNode): boolean {
  const around = ancestorOf(node, handlers);
  const caught = around?.child('catch_clause')?.child('catch_formal_parameter')?.text ?? '';
  return /Optimistic|Conflict|Duplicate|Constraint|Integrity|Stale|Exists/.test(caught);
}
