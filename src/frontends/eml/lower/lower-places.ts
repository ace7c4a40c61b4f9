// Places: `x`, `x.f`, `a[i].f`. All but the last step of a place are read, from left to right.

import { nearestName } from '../../../base/nearest-name.js';
import type { Span } from '../../../base/source-text.js';
import type { Location, Type } from '../../../model/program/program.js';
import { functionResult, namedFunction } from '../functions/lower-function-values.js';
import { printPlace } from '../syntax/print-expressions.js';
import type { Name, PlaceSyntax, SelectorSyntax } from '../syntax/syntax.js';
import type { FunctionContext, LocalBinding } from './function-context.js';
import { type Destination, evaluateAs, literal, localValue, noValue, type Value } from './lower-expressions.js';
import { intType, lockType, printType } from './types.js';

/** A shared location, with the type of its value if it has one. */
export interface SharedPlace {
  readonly kind: 'shared';
  readonly location: Location;
  readonly type: Type | undefined;
}

export type LoweredPlace =
  | SharedPlace
  | { readonly kind: 'local'; readonly binding: LocalBinding }
  | { readonly kind: 'value'; readonly value: Value };

export function readPlace(context: FunctionContext, syntax: PlaceSyntax, into: Destination): Value {
  const { updated } = context;
  if (updated && updated.place === printPlace(syntax)) return updated.value;
  return readLowered(context, lowerPlace(context, syntax), syntax, syntax.span, into);
}

/** Everything but the last access of the place. */
export function lowerPlace(context: FunctionContext, syntax: PlaceSyntax): LoweredPlace {
  let place = lowerName(context, syntax.name);
  let end = syntax.name.span.end;
  for (const selector of syntax.selectors) {
    const span: Span = { start: syntax.span.start, end };
    const base = readLowered(context, place, syntax, span, (type) => context.builder.temporary(type));
    place = select(context, base, span, selector);
    end = selector.kind === 'field' ? selector.name.span.end : selector.span.end;
  }
  return place;
}

function lowerName(context: FunctionContext, name: Name): LoweredPlace {
  const { declarations } = context;
  const binding = context.names.find(name.text);
  if (binding?.kind === 'local') return { kind: 'local', binding };
  if (binding) {
    binding.used = true;
    return { kind: 'value', value: functionResult(binding.type, binding.value) };
  }
  declarations.used.add(name.text);
  const own = context.declared.process?.constants.get(name.text);
  if (own) return { kind: 'value', value: literal(own) };
  const variable = declarations.variableIds.get(name.text);
  if (variable !== undefined) {
    const { type } = declarations.variables[variable]!;
    return { kind: 'shared', location: { kind: 'variable', variable }, type };
  }
  const value = declarations.constants.get(name.text);
  if (value) return { kind: 'value', value: literal(value) };
  const lock = declarations.lockIds.get(name.text);
  if (lock !== undefined) {
    return { kind: 'value', value: { type: lockType, value: { kind: 'lock', lock }, depth: 0 } };
  }
  const code = declarations.findFunction(name.text, context.declared.process);
  if (code) return { kind: 'value', value: namedFunction(code) };
  reportUnknown(context, name);
  return { kind: 'value', value: noValue };
}

function reportUnknown(context: FunctionContext, name: Name): void {
  const { declarations, log } = context;
  if (log.isFull) return;
  const candidates = [
    ...context.names.names(),
    ...declarations.variableIds.keys(),
    ...declarations.lockIds.keys(),
    ...declarations.constants.keys(),
  ];
  const near = nearestName(name.text, candidates);
  const help =
    near === undefined
      ? `declare it: \`var ${name.text}: int;\`, or \`let ${name.text} = …;\``
      : `did you mean \`${near}\`?`;
  log.error(name.span, 'HD0108', `there is no variable or lock \`${name.text}\``, help);
}

export function readLowered(
  context: FunctionContext,
  place: LoweredPlace,
  syntax: PlaceSyntax,
  span: Span,
  into: Destination,
): Value {
  if (place.kind === 'value') return place.value;
  if (place.kind === 'local') {
    place.binding.used = true;
    return localValue(place.binding.type, place.binding.local);
  }
  if (place.type === undefined) {
    reportValueless(context, syntax.name);
    return noValue;
  }
  const local = into(place.type);
  context.emit({ kind: 'read', location: place.location, into: local }, span);
  return localValue(place.type, local);
}

export function reportValueless(context: FunctionContext, { text, span }: Name): void {
  const help = `give it a type: \`var ${text}: int;\`; without one it can only be accessed by \`read ${text};\` and \`write ${text};\``;
  context.log.error(span, 'HD0111', `\`${text}\` has no value, because it is declared without a type`, help);
}

function select(context: FunctionContext, base: Value, span: Span, selector: SelectorSyntax): LoweredPlace {
  return selector.kind === 'field'
    ? selectField(context, base, span, selector.name)
    : selectElement(context, base, span, selector);
}

function selectField(context: FunctionContext, base: Value, span: Span, name: Name): LoweredPlace {
  const { classes } = context.declarations;
  if (base.type.kind !== 'class') {
    if (base.type.kind !== 'unknown') {
      const message = `this is of type ${printType(base.type, classes)}, which has no fields`;
      context.log.error(span, 'HD0110', message);
    }
    return { kind: 'value', value: noValue };
  }
  const { fields, name: className } = classes[base.type.class]!;
  const field = fields.findIndex((candidate) => candidate.name === name.text);
  if (field < 0) {
    const near = nearestName(
      name.text,
      fields.map((candidate) => candidate.name),
    );
    const help = near === undefined ? undefined : `did you mean \`${near}\`?`;
    context.log.error(name.span, 'HD0108', `${className} has no field \`${name.text}\``, help);
    return { kind: 'value', value: noValue };
  }
  const location: Location = { kind: 'field', object: base.value, class: base.type.class, field };
  return { kind: 'shared', location, type: fields[field]!.type };
}

function selectElement(
  context: FunctionContext,
  base: Value,
  span: Span,
  selector: SelectorSyntax & { kind: 'index' },
): LoweredPlace {
  const index = evaluateAs(context, selector.index, intType);
  if (base.type.kind !== 'array') {
    if (base.type.kind !== 'unknown') {
      const found = printType(base.type, context.declarations.classes);
      context.log.error(span, 'HD0110', `this is of type ${found}, which has no elements`);
    }
    return { kind: 'value', value: noValue };
  }
  const location: Location = { kind: 'element', array: base.value, index: index.value };
  return { kind: 'shared', location, type: base.type.element };
}
