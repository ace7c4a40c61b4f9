// Static types as the rules need them: the written name, its type arguments, and how many array dimensions.

import type { SyntaxNode } from '../syntax/syntax-node.js';

export interface JavaType {
  readonly name: string;
  readonly args: readonly JavaType[];
  readonly dimensions: number;
}

/** What cannot be resolved; calls on it are calls of code that is not given. */
export const unknownType: JavaType = { name: '?', args: [], dimensions: 0 };

export function plainType(name: string): JavaType {
  return { name, args: [], dimensions: 0 };
}

const primitives = new Set(['int', 'long', 'boolean', 'double', 'float', 'char', 'byte', 'short', 'void']);
const boxes = new Set(['Integer', 'Long', 'Boolean', 'Double', 'Float', 'Character', 'Byte', 'Short', 'String']);

function isPrimitive({ name, dimensions }: JavaType): boolean {
  return dimensions === 0 && primitives.has(name);
}

/** Values that may be shared between unrelated places, or change identity when reassigned. */
export function isBoxed({ name, dimensions }: JavaType): boolean {
  return dimensions === 0 && boxes.has(name);
}

/** Without any state of its own that could be seen half-built. */
export function isImmutableValue(type: JavaType): boolean {
  return isPrimitive(type) || isBoxed(type);
}

export function elementType(type: JavaType): JavaType {
  if (type.dimensions > 0) return { ...type, dimensions: type.dimensions - 1 };
  return type.args.at(-1) ?? unknownType;
}

export function readType(node: SyntaxNode | undefined): JavaType {
  if (!node) return unknownType;
  switch (node.type) {
    case 'generic_type':
      return { ...readType(node.children[0]), args: (node.child('type_arguments')?.children ?? []).map(readType) };
    case 'array_type': {
      const element = readType(node.field('element'));
      return { ...element, dimensions: element.dimensions + dimensionsOf(node.field('dimensions')) };
    }
    case 'annotated_type':
      return readType(node.children.at(-1));
    case 'wildcard':
      return readType(node.children.at(-1));
    case 'scoped_type_identifier':
      return plainType(node.text.replace(/\s|@\w+/g, ''));
    default:
      return plainType(node.text);
  }
}

export function withDimensions(type: JavaType, dimensions: SyntaxNode | undefined): JavaType {
  const more = dimensionsOf(dimensions);
  return more === 0 ? type : { ...type, dimensions: type.dimensions + more };
}

function dimensionsOf(node: SyntaxNode | undefined): number {
  return node ? (node.text.match(/\[/g)?.length ?? 0) : 0;
}

export function simpleName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
