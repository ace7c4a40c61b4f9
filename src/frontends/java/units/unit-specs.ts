// How a method becomes the specification of a unit, and which methods are the body of a thread or task.

import type { Surroundings } from '../lower/frames.js';
import type { UnitSpec } from '../lower/lower-unit.js';
import { noSources, type Value } from '../lower/shared-object.js';
import { type ClassInfo, type MethodInfo, signature } from '../symbols/class-info.js';
import { descendants } from '../syntax/syntax-node.js';

export const threadNames = new Set(['Thread', 'Runnable', 'Callable', 'TimerTask', 'RecursiveTask', 'RecursiveAction']);
const lowRank =
  /^(toString\w*|hashCode|equals|finalize|clone|main|init|initiali[sz]e|configure|activate\w*|afterPropertiesSet|setUp)$/;

export function isolated(world: Surroundings, root: ClassInfo): Value {
  return { type: { name: root.name, args: [], dimensions: 0 }, sources: noSources, object: world.objects.isolated() };
}

export function methodSpec(
  cls: ClassInfo,
  method: MethodInfo,
  self: Value | undefined,
  values: ReadonlyMap<string, Value>,
): UnitSpec {
  return {
    name: signature(method),
    cls,
    origin: method.node.field('name') ?? method.node,
    self,
    code: { kind: 'method', method, values },
    once: false,
    rank: lowRank.test(method.name) ? 'low' : 'normal',
    isTask: false,
  };
}

export function isRun(world: Surroundings, root: ClassInfo, { name, parameters }: MethodInfo): boolean {
  return /^(run|call|compute)$/.test(name) && parameters.length === 0 && world.project.isSubclassOf(root, threadNames);
}

export function runsOnce(world: Surroundings, root: ClassInfo, method: MethodInfo): boolean {
  return isRun(world, root, method) && !isHandedTwice(world, root);
}

/** One object handed to two threads: `Runnable r = new Task(); new Thread(r)…; new Thread(r)…`. */
function isHandedTwice({ project }: Surroundings, root: ClassInfo): boolean {
  for (const info of project.classes) {
    for (const method of [...info.methods, ...info.constructors]) {
      if (!method.body?.text.includes(`new ${root.name}`)) continue;
      for (const [name, count] of handedNames(method))
        if (count > 1 && new RegExp(`\\b${name}\\s*=\\s*new ${root.name}\\b`).test(method.body.text)) return true;
    }
  }
  return false;
}

function handedNames(method: MethodInfo): Map<string, number> {
  const counts = new Map<string, number>();
  for (const node of descendants(method.body!)) {
    const isThread = node.type === 'object_creation_expression' && /^Thread/.test(node.field('type')?.text ?? '');
    const isTask =
      node.type === 'method_invocation' && /^(submit|execute|runAsync)$/.test(node.field('name')?.text ?? '');
    if (!isThread && !isTask) continue;
    let inLoop = false;
    for (let at = node.parent; at && at !== method.body; at = at.parent)
      inLoop ||= /^(for|while|enhanced_for|do)_statement$/.test(at.type);
    for (const argument of node.field('arguments')?.children ?? [])
      if (argument.type === 'identifier')
        counts.set(argument.text, (counts.get(argument.text) ?? 0) + (inLoop ? 2 : 1));
  }
  return counts;
}
