// Accesses that no text of Java shows: reflection, method handles, raw memory, native code. Who reaches one with an object that
// we look at is unknown, and the place is named.

import { type ClassInfo, has, isStatic, type MethodInfo, signature } from '../../symbols/class-info.js';
import { simpleName } from '../../symbols/java-type.js';
import type { SyntaxNode } from '../../syntax/syntax-node.js';
import type { Lowering } from '../lowering.js';
import type { Value } from '../shared-object.js';

/** By the type of the receiver: what is called on it to get at others. */
const reaches: Readonly<Record<string, RegExp>> = {
  Field: /^(get|set)(Boolean|Byte|Char|Short|Int|Long|Float|Double)?$/,
  Method: /^invoke$/,
  MethodHandle: /^invoke(Exact|WithArguments)?$/,
  Unsafe: /^((get|put)(?!Address)\w*|compareAnd\w+|weakCompareAnd\w+|copyMemory|setMemory)$/,
};

const words: Readonly<Record<string, string>> = {
  Field: 'reflection',
  Method: 'reflection',
  MethodHandle: 'a method handle',
  Unsafe: 'raw memory',
};

export function markUnseen(
  low: Lowering,
  { type, object }: Value,
  name: string,
  values: readonly Value[],
  node: SyntaxNode,
): void {
  const kind = simpleName(type.name);
  if (object?.field?.owner.kind === 'enum' && !isStatic(object.field) && values.some((value) => value.object?.exact))
    low.unknown(node, `which code a constant of ${object.field.owner.name} runs is not known`);
  if (!Object.hasOwn(reaches, kind) || !reaches[kind]!.test(name) || low.world.project.resolve(type, low.frame.cls))
    return;
  if (values.some((value) => isFollowed(low, value))) low.unknown(node, `what ${words[kind]} does here is not seen`);
}

/** One that we look at: of a class that is given, or one that has a content. */
function isFollowed({ world, frame }: Lowering, { object, type, fresh }: Value): boolean {
  if (fresh && !object) return false;
  if (!object) return world.project.resolve(type, frame.cls) !== undefined;
  return object.cls !== undefined || (object.exact && (object.library !== undefined || object.type.dimensions > 0));
}

/** What looks up a member hands out a way to it. */
const lookups: Readonly<Record<string, string>> = {
  getDeclaredField: 'Field',
  getField: 'Field',
  getDeclaredMethod: 'Method',
  getMethod: 'Method',
  findVirtual: 'MethodHandle',
  findStatic: 'MethodHandle',
  findSpecial: 'MethodHandle',
  findGetter: 'MethodHandle',
  findSetter: 'MethodHandle',
  findStaticGetter: 'MethodHandle',
  findStaticSetter: 'MethodHandle',
  unreflect: 'MethodHandle',
  bindTo: 'MethodHandle',
};

export function lookedUpType(name: string): string | undefined {
  return Object.hasOwn(lookups, name) ? lookups[name] : undefined;
}

/** A native method of the class that is looked at, or of one that it comes from, may do anything to its objects. */
export function markNative(low: Lowering, method: MethodInfo, node: SyntaxNode): void {
  if (has(method, 'native') && isOfRoot(low, method.owner)) low.unknown(node, `${signature(method)} is native code`);
}

function isOfRoot({ world }: Lowering, owner: ClassInfo): boolean {
  const { root } = world.objects;
  return owner.outer === root || world.project.lineage(root).includes(owner);
}
