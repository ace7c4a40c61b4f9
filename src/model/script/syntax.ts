// Scripts: programs in an imperative language with closures, classes, promises and `await`, the way JavaScript has them.
// Front ends lower their syntax to this one; types are gone but for hints on what the outside world looks like.
// Every node carries the span of the text it stands for.

import type { Span } from '../../base/source-text.js';

export type Expression = { readonly span: Span } & (
  | { readonly kind: 'literal'; readonly value: string | number | bigint | boolean | null | undefined }
  | { readonly kind: 'identifier'; readonly name: string }
  | { readonly kind: 'this' }
  | { readonly kind: 'super' }
  | { readonly kind: 'template'; readonly texts: readonly string[]; readonly parts: readonly Expression[] }
  | { readonly kind: 'array'; readonly elements: readonly Argument[] }
  | { readonly kind: 'object'; readonly members: readonly ObjectMember[] }
  | { readonly kind: 'function'; readonly function: FunctionNode }
  | { readonly kind: 'class'; readonly class: ClassNode }
  | { readonly kind: 'unary'; readonly operator: string; readonly operand: Expression }
  | { readonly kind: 'update'; readonly operator: '++' | '--'; readonly prefix: boolean; readonly target: Expression }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | {
      readonly kind: 'logical';
      readonly operator: '&&' | '||' | '??';
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'assign'; readonly operator: string; readonly target: Pattern; readonly value: Expression }
  | {
      readonly kind: 'conditional';
      readonly test: Expression;
      readonly whenTrue: Expression;
      readonly whenFalse: Expression;
    }
  | Call
  | { readonly kind: 'new'; readonly callee: Expression; readonly arguments: readonly Argument[] }
  | {
      readonly kind: 'member';
      readonly object: Expression;
      readonly property: string | Expression;
      readonly optional: boolean;
    }
  /** Where a chain of `?.` ends. */
  | { readonly kind: 'chain'; readonly expression: Expression }
  | { readonly kind: 'sequence'; readonly expressions: readonly Expression[] }
  | { readonly kind: 'await'; readonly operand: Expression }
  | { readonly kind: 'yield'; readonly operand?: Expression; readonly delegate: boolean }
  /** What the language does not have: its value is unknown, and the reason is reported. */
  | { readonly kind: 'opaque'; readonly reason: string }
);

export interface Call {
  readonly kind: 'call';
  readonly span: Span;
  readonly callee: Expression;
  readonly arguments: readonly Argument[];
  readonly optional: boolean;
  /** What becomes of the result: `await f()` and `return f()` go on in the same unit; `f().g()` asks it for more. */
  readonly use: 'awaited' | 'returned' | 'promise' | 'value' | 'receiver';
  /** Nobody looks at the result. */
  readonly dropped?: true;
  /** Of a tagged template: a function of the script is given these, others the whole text with a mark for each part. */
  readonly texts?: readonly string[];
}

export type Argument = { readonly spread: boolean; readonly value: Expression };

export type ObjectMember =
  | { readonly kind: 'property'; readonly key: string | Expression; readonly value: Expression }
  | { readonly kind: 'getter' | 'setter'; readonly key: string | Expression; readonly function: FunctionNode }
  | { readonly kind: 'spread'; readonly value: Expression };

export type Pattern =
  | { readonly kind: 'variable'; readonly name: string; readonly span: Span }
  | { readonly kind: 'place'; readonly expression: Expression; readonly span: Span }
  | {
      readonly kind: 'array-pattern';
      readonly elements: readonly (PatternElement | undefined)[];
      readonly rest?: Pattern;
      readonly span: Span;
    }
  | {
      readonly kind: 'object-pattern';
      readonly properties: readonly ({ readonly key: string | Expression } & PatternElement)[];
      readonly rest?: Pattern;
      readonly span: Span;
    };

export interface PatternElement {
  readonly pattern: Pattern;
  readonly fallback?: Expression;
}

export type Statement = { readonly span: Span } & (
  | { readonly kind: 'block'; readonly body: readonly Statement[] }
  | {
      readonly kind: 'declare';
      readonly variable: 'var' | 'let' | 'const';
      readonly declarations: readonly Declaration[];
    }
  | { readonly kind: 'expression'; readonly expression: Expression }
  | { readonly kind: 'if'; readonly test: Expression; readonly whenTrue: Statement; readonly whenFalse?: Statement }
  | {
      readonly kind: 'for';
      readonly first?: Statement;
      readonly test?: Expression;
      readonly update?: Expression;
      readonly body: Statement;
    }
  | {
      readonly kind: 'for-of';
      readonly variable?: 'var' | 'let' | 'const';
      readonly target: Pattern;
      readonly of: Expression;
      readonly await: boolean;
      readonly body: Statement;
    }
  | {
      readonly kind: 'for-in';
      readonly variable?: 'var' | 'let' | 'const';
      readonly target: Pattern;
      readonly of: Expression;
      readonly body: Statement;
    }
  | { readonly kind: 'while'; readonly test: Expression; readonly body: Statement }
  | { readonly kind: 'do-while'; readonly test: Expression; readonly body: Statement }
  | { readonly kind: 'return'; readonly value?: Expression }
  | { readonly kind: 'throw'; readonly value: Expression }
  | {
      readonly kind: 'try';
      readonly body: Statement;
      readonly parameter?: Pattern;
      readonly handler?: Statement;
      readonly finalizer?: Statement;
    }
  | {
      readonly kind: 'switch';
      readonly on: Expression;
      readonly cases: readonly { readonly test?: Expression; readonly body: readonly Statement[] }[];
    }
  | { readonly kind: 'break' | 'continue'; readonly label?: string }
  | { readonly kind: 'label'; readonly name: string; readonly body: Statement }
  | { readonly kind: 'function'; readonly function: FunctionNode }
  | { readonly kind: 'class'; readonly class: ClassNode }
  | { readonly kind: 'empty' }
);

export interface Declaration {
  readonly pattern: Pattern;
  readonly value?: Expression;
  readonly type?: TypeHint;
  readonly span: Span;
}

export interface Parameter {
  readonly pattern: Pattern;
  readonly fallback?: Expression;
  readonly rest: boolean;
  readonly optional: boolean;
  readonly type?: TypeHint;
  /** `constructor(private store: Store)` */
  readonly field: boolean;
}

export interface FunctionNode {
  readonly name: string;
  readonly module: number;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
  readonly async: boolean;
  readonly generator: boolean;
  readonly arrow: boolean;
  readonly returns?: TypeHint;
  /** `// heddle: not-concurrent` stands above it. */
  readonly notConcurrent: boolean;
  /** `// heddle: unit` stands above it. */
  readonly unit?: true;
  readonly span: Span;
}

export interface ClassNode {
  readonly name: string;
  readonly module: number;
  readonly base?: Expression;
  readonly construct?: FunctionNode;
  readonly members: readonly ClassMember[];
  readonly notConcurrent: boolean;
  readonly span: Span;
}

export interface ClassMember {
  readonly kind: 'method' | 'getter' | 'setter' | 'field' | 'block';
  readonly key: string | Expression;
  readonly static: boolean;
  /** Not private, protected, `#x` or `_x`. */
  readonly public: boolean;
  readonly function?: FunctionNode;
  readonly value?: Expression;
  readonly type?: TypeHint;
  readonly span: Span;
}

/** What the text says about the type of something, as far as the outside world is modelled by it. */
export type TypeHint =
  | { readonly kind: 'string' | 'number' | 'boolean' | 'void' | 'null' | 'unknown' }
  | { readonly kind: 'array' | 'promise'; readonly element: TypeHint }
  | { readonly kind: 'function'; readonly returns: TypeHint; readonly takes?: readonly TypeHint[] }
  | {
      readonly kind: 'reference';
      readonly name: string;
      readonly module: number;
      readonly arguments: readonly TypeHint[];
    }
  | { readonly kind: 'object'; readonly members: Readonly<Record<string, TypeHint>> }
  | { readonly kind: 'union'; readonly members: readonly TypeHint[] }
  | { readonly kind: 'literal'; readonly value: string | number | boolean };

export interface Import {
  readonly local: string;
  /** `*` for the whole module, `default` for the default export. */
  readonly imported: string;
  readonly from: string;
  /** Index of the module, when it is part of the program. */
  readonly module?: number;
}

export interface Export {
  readonly name: string;
  readonly local?: string;
  /** `export { x } from './m'`, `export * from './m'` (name `*`). */
  readonly from?: { readonly module: number | undefined; readonly imported: string };
}
