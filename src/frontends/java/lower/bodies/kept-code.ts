// Code that fields keep: a lambda in a field, one of several in an array or a table. A call of it runs it there, with the locks of
// the caller; what nobody here calls may be called by anybody.

import { libraryObject } from '../../summaries/library.js';
import { type FieldInfo, isStatic } from '../../symbols/class-info.js';
import { simpleName } from '../../symbols/java-type.js';
import type { SyntaxNode } from '../../syntax/syntax-node.js';
import { evaluate } from '../expressions.js';
import { inField, inFrame } from '../inlining.js';
import type { Lowering } from '../lowering.js';
import type { Callable, SharedObject, Value } from '../shared-object.js';

const most = 8;

/** What a call of the field's value runs. */
export function codeInField(low: Lowering, owner: Value | undefined, field: FieldInfo): Callable | undefined {
  return isContainer(field) ? undefined : codeOf(low, owner, field);
}

/** What a call of an element runs. */
export function codeInElement(low: Lowering, { field }: SharedObject, owner: Value | undefined): Callable | undefined {
  return field && isContainer(field) ? codeOf(low, owner, field) : undefined;
}

function isContainer({ type }: FieldInfo): boolean {
  return type.dimensions > 0 || libraryObject(simpleName(type.name)) !== undefined;
}

export function nameOfKept({ owner, name }: FieldInfo): string {
  return `${inField}${owner.qualified}.${name}`;
}

function codeOf(low: Lowering, owner: Value | undefined, field: FieldInfo): Callable | undefined {
  const { nodes, others } = low.world.fields.keptCode(field);
  if (nodes.length === 0 || nodes.length > most) return undefined;
  const keptIn = nameOfKept(field);
  const codes = nodes.flatMap((node) => {
    const { callable } = evaluateIn(low, owner, field, node);
    return callable ? [{ ...callable, keptIn }] : [];
  });
  const [first, ...rest] = codes;
  return first && (rest.length > 0 || others || isContainer(field) ? { ...first, or: rest } : first);
}

/** As where the field is declared. */
function evaluateIn(low: Lowering, owner: Value | undefined, field: FieldInfo, node: SyntaxNode): Value {
  const self = isStatic(field) ? undefined : (owner ?? low.frame.self);
  const { frame } = low;
  const made = {
    cls: field.owner,
    method: undefined,
    title: frame.title,
    self,
    enclosing: frame.enclosing,
    body: node,
  };
  let value: Value | undefined;
  inFrame(low, { ...made, building: false }, new Map(), () => {
    value = evaluate(low, node);
  });
  return value!;
}
