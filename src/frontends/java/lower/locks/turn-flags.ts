// An AtomicBoolean that is taken by a compare-and-set and given back by the same method is a lock that nobody waits for.

import { derived } from '../../../../base/derived.js';
import { type FieldInfo, has } from '../../symbols/class-info.js';
import { simpleName } from '../../symbols/java-type.js';
import { ancestorOf, descendants, type SyntaxNode } from '../../syntax/syntax-node.js';
import type { Lowering } from '../lowering.js';
import type { Target } from '../meeting-paths.js';
import { noSources, type SharedObject, type Value } from '../shared-object.js';
import { nothing } from '../statements/jumps.js';
import { acquire, release } from './locking.js';

/** Everything that is done with the flag is to look at it, take it, or give it back where it was taken. */
const isTurn = derived(findTurn);

function findTurn(field: FieldInfo): boolean {
  const { name, owner, type } = field;
  if (simpleName(type.name) !== 'AtomicBoolean' || !has(field, 'private') || !has(field, 'final')) return false;
  const uses = [...descendants(owner.node)].filter((node) => node.type === 'identifier' && node.text === name);
  const calls = uses.flatMap(({ parent }) => {
    const call = parent?.type === 'field_access' ? parent.parent : parent;
    return call?.type === 'method_invocation' ? [call] : [];
  });
  const takes = new Set(calls.filter(isTake).map(codeAround));
  const gives = calls.filter(isGive);
  // The declaration is the one use that calls nothing.
  return (
    calls.length === uses.length - 1 &&
    takes.size > 0 &&
    gives.length > 0 &&
    gives.every((call) => takes.has(codeAround(call))) &&
    calls.every((call) => isTake(call) || isGive(call) || call.field('name')?.text === 'get')
  );
}

const bodies = new Set(['lambda_expression', 'method_declaration', 'constructor_declaration', 'class_body']);

function codeAround(node: SyntaxNode): SyntaxNode | undefined {
  return ancestorOf(node, bodies);
}

function isTake(call: SyntaxNode): boolean {
  const given = call.field('arguments')?.text.replace(/\s/g, '');
  const name = call.field('name')?.text;
  return (name === 'compareAndSet' && given === '(false,true)') || (name === 'getAndSet' && given === '(true)');
}

function isGive(call: SyntaxNode): boolean {
  return call.field('name')?.text === 'set' && call.field('arguments')?.text.replace(/\s/g, '') === '(false)';
}

function turnOf({ object }: Value): SharedObject | undefined {
  if (!object?.field || object.id.includes('*') || !isTurn(object.field)) return undefined;
  return { ...object, id: `${object.id} turn`, library: undefined };
}

/** `if (busy.compareAndSet(false, true))`: held on one side. */
export function turnCondition(low: Lowering, node: SyntaxNode, receiver: Value, yes: Target, no: Target): boolean {
  const turn = isTake(node) ? turnOf(receiver) : undefined;
  if (!turn) return false;
  const [taken, busy] = node.field('name')?.text === 'getAndSet' ? [no, yes] : [yes, no];
  const before = low.snapshot();
  const from = low.at;
  low.branch(noSources, node, busy, undefined);
  low.restore(before, from);
  acquire(low, turn, 'exclusive', node, { explicit: true, tries: true });
  low.jump(taken, node, { kind: 'branch', tests: noSources, side: 'then' });
  return true;
}

/** `busy.set(false)` */
export function turnCall(low: Lowering, receiver: Value, node: SyntaxNode): Value | undefined {
  const turn = isGive(node) ? turnOf(receiver) : undefined;
  if (!turn) return undefined;
  release(low, turn, 'exclusive', node);
  return nothing;
}
