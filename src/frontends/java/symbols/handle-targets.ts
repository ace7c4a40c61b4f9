// What a VarHandle or a field updater stands for: the field that it was looked up for, by class and name, or the elements of
// arrays. The look-up is found in what its field is assigned, also inside of a method that makes the handle.

import { descendants, type SyntaxNode } from '../syntax/syntax-node.js';
import type { ClassInfo, FieldInfo } from './class-info.js';
import type { JavaProject } from './java-project.js';
import { simpleName } from './java-type.js';

export type HandleTarget = { readonly kind: 'field'; readonly field: FieldInfo } | { readonly kind: 'elements' };

const handleTypes = /^(VarHandle|Atomic(Integer|Long|Reference)FieldUpdater)$/;

export function isHandleType(name: string): boolean {
  return handleTypes.test(simpleName(name));
}

/** Calls that look up a field by its name: whoever has what they give may write it. */
const lookups = /^(find(Static)?VarHandle|newUpdater|getDeclaredField|getField|find(Static)?Setter)$/;

/** The name of the field that a call looks up, if it is written there. */
export function lookedUpName(call: SyntaxNode): string | undefined {
  if (call.type !== 'method_invocation' || !lookups.test(call.field('name')?.text ?? '')) return undefined;
  const text = (call.field('arguments')?.children ?? []).find(({ type }) => type === 'string_literal');
  return text?.text.slice(1, -1);
}

/** `built`: the expressions that the handle's field is assigned. */
export function handleTarget(
  project: JavaProject,
  { owner }: FieldInfo,
  built: readonly SyntaxNode[],
): HandleTarget | undefined {
  const targets = built.map((value) => targetOf(project, owner, value, new Map(), 0));
  const [first] = targets;
  if (!first) return undefined;
  const isSame = (other: HandleTarget | undefined) =>
    other?.kind === first.kind &&
    (other.kind === 'elements' || (first.kind === 'field' && other.field === first.field));
  return targets.every(isSame) ? first : undefined;
}

/** `given`: what the parameters of the method around stand for. */
function targetOf(
  project: JavaProject,
  owner: ClassInfo,
  value: SyntaxNode,
  given: ReadonlyMap<string, SyntaxNode>,
  depth: number,
): HandleTarget | undefined {
  for (const call of descendants(value)) {
    if (call.type !== 'method_invocation') continue;
    const name = call.field('name')?.text ?? '';
    const written = call.field('arguments')?.children ?? [];
    const values = written.map((argument) => given.get(argument.text) ?? argument);
    if (name === 'arrayElementVarHandle') return { kind: 'elements' };
    if (/^(find(Static)?VarHandle|newUpdater)$/.test(name)) return fieldIn(project, owner, values);
    const method = call.field('object')
      ? undefined
      : owner.methods.find((one) => one.name === name && one.parameters.length === values.length);
    if (!method?.body || depth > 1) continue;
    const inner = new Map(method.parameters.map((parameter, i) => [parameter.name, values[i]!]));
    const found = targetOf(project, owner, method.body, inner, depth + 1);
    if (found) return found;
  }
  return undefined;
}

function fieldIn(project: JavaProject, owner: ClassInfo, values: readonly SyntaxNode[]): HandleTarget | undefined {
  const name = values.find(({ type }) => type === 'string_literal')?.text.slice(1, -1);
  const [of] = values;
  const cls = of?.type === 'class_literal' ? project.resolveName(of.children[0]?.text ?? '', owner) : owner;
  const field = cls && name !== undefined ? cls.fields.get(name) : undefined;
  return field && { kind: 'field', field };
}
