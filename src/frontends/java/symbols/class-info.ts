// What a Java class declares. Keys are qualified names: two programs may both have a `Main`.

import type { SyntaxNode } from '../syntax/syntax-node.js';
import type { JavaType } from './java-type.js';

export interface ClassInfo {
  readonly name: string;
  /** Unique: of several classes of one name, the later ones carry their file (java-project.ts). */
  qualified: string;
  readonly node: SyntaxNode;
  readonly kind: 'class' | 'interface' | 'enum' | 'record' | 'anonymous';
  readonly outer: ClassInfo | undefined;
  readonly modifiers: Modifiers;
  readonly superclass: JavaType | undefined;
  readonly interfaces: readonly JavaType[];
  readonly fields: Map<string, FieldInfo>;
  readonly methods: MethodInfo[];
  readonly constructors: MethodInfo[];
  /** Bodies of `{ … }` and `static { … }`. */
  readonly initialisers: { readonly body: SyntaxNode; readonly isStatic: boolean }[];
  readonly nested: ClassInfo[];
  readonly unit: CompilationUnit;
}

export interface CompilationUnit {
  readonly packageName: string;
  /** Simple name to qualified name. */
  readonly imports: ReadonlyMap<string, string>;
  /** Packages and classes imported on demand. */
  readonly wildcards: readonly string[];
}

export interface FieldInfo {
  readonly name: string;
  readonly owner: ClassInfo;
  readonly type: JavaType;
  readonly modifiers: Modifiers;
  readonly initialiser: SyntaxNode | undefined;
  readonly node: SyntaxNode;
}

export interface MethodInfo {
  readonly name: string;
  readonly owner: ClassInfo;
  readonly parameters: readonly ParameterInfo[];
  readonly returnType: JavaType;
  readonly modifiers: Modifiers;
  readonly body: SyntaxNode | undefined;
  readonly node: SyntaxNode;
  readonly isConstructor: boolean;
  /** Something in it could not be parsed. */
  readonly isBroken: boolean;
}

export interface ParameterInfo {
  readonly name: string;
  readonly type: JavaType;
}

export interface Modifiers {
  readonly words: ReadonlySet<string>;
  readonly annotations: ReadonlyMap<string, string>;
}

export function has({ modifiers }: { readonly modifiers: Modifiers }, word: string): boolean {
  return modifiers.words.has(word);
}

export function isStatic(member: FieldInfo | MethodInfo): boolean {
  return has(member, 'static') || (member.owner.kind === 'interface' && 'initialiser' in member);
}

/** `append(Text)`, as a reader would write it. */
export function signature(method: MethodInfo): string {
  const name = method.isConstructor ? method.owner.name : method.name;
  return `${name}(${method.parameters.map(({ type }) => printType(type)).join(', ')})`;
}

function printType({ name, dimensions }: JavaType): string {
  return `${name}${'[]'.repeat(dimensions)}`;
}
