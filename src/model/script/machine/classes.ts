// Classes: a constructor function, and a prototype with the methods.

import type { ClassNode } from '../syntax.js';
import { callThing, runField, runToEnd } from './calls.js';
import { evaluate } from './expressions/evaluate.js';
import { makeClosure } from './expressions/variables.js';
import type { Frame } from './frame.js';
import type { Machine } from './machine.js';
import { propertyKey, siteAt } from './properties.js';
import { none, plain, Thing, type Value } from './value.js';

export function declareClass(machine: Machine, frame: Frame, node: ClassNode): Value {
  const base = node.base ? runToEnd(evaluate(machine, frame, node.base)) : undefined;
  const type = machine.newThing('function', node.name);
  const home = machine.newThing('object', node.name);
  if (base?.raw instanceof Thing) {
    home.prototype = base.raw.classOf?.home;
    type.prototype = base.raw;
  }
  type.classOf = { node, scope: frame.scope, home, ...(base ? { base } : {}) };
  type.properties.set('name', plain(node.name));
  home.properties.set('constructor', plain(type));
  const inner: Frame = { ...frame, self: plain(type), home, control: none, guard: none };
  if (node.name !== '' && !frame.scope.bindings.has(node.name)) frame.scope.declare(node.name, plain(type), true);
  for (const member of node.members) {
    const target = member.static ? type : home;
    const key =
      typeof member.key === 'string' ? member.key : propertyKey(runToEnd(evaluate(machine, inner, member.key))).key;
    if (member.kind === 'field') {
      if (member.static) runField(machine, inner, type, member);
      continue;
    }
    const made = makeClosure(machine, { ...inner, home: member.static ? inner.home : home }, member.function!)
      .raw as Thing;
    if (member.kind === 'method') target.properties.set(key, plain(made));
    else if (member.kind === 'block') callThing(machine, inner, made, plain(type), [], siteAt(node.span, node.name));
    else {
      target.accessors ??= new Map();
      target.accessors.set(key, {
        ...target.accessors.get(key),
        ...(member.kind === 'getter' ? { get: made } : { set: made }),
      });
    }
  }
  return plain(type);
}
