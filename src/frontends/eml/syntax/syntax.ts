// The syntax tree of EML, as written: names are not resolved. Sequences are arrays (statements, the arms of an else-if
// chain, the operands of `a + b + c`, the selectors of `a.b[i]`), so only real nesting makes the tree deep.

import type { Span } from '../../../base/source-text.js';
import type { BinaryOperator, Scheduling } from '../../../model/program/program.js';

export interface Name {
  readonly text: string;
  readonly span: Span;
}

export interface ModelSyntax {
  readonly items: readonly Item[];
}

export type Item =
  | { readonly kind: 'scheduling'; readonly policy: Scheduling; readonly span: Span }
  | { readonly kind: 'spurious-wakeups'; readonly span: Span }
  | { readonly kind: 'locks'; readonly names: readonly Name[]; readonly span: Span }
  | { readonly kind: 'constants'; readonly constants: readonly NamedConstantSyntax[]; readonly span: Span }
  | VariablesSyntax
  | ClassSyntax
  | { readonly kind: 'atomic-set'; readonly name: Name; readonly members: readonly Name[]; readonly span: Span }
  | ProcessSyntax
  | FunctionSyntax;

export interface VariablesSyntax {
  readonly kind: 'variables';
  readonly volatile: boolean;
  readonly variables: readonly VariableSyntax[];
  readonly span: Span;
}

export interface NamedConstantSyntax {
  readonly name: Name;
  readonly value: ConstantSyntax;
}

export interface VariableSyntax {
  readonly name: Name;
  readonly type?: TypeSyntax;
  readonly initial?: ConstantSyntax;
}

export type ConstantSyntax =
  | { readonly kind: 'number'; readonly value: number; readonly span: Span }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly span: Span }
  | { readonly kind: 'null'; readonly span: Span };

export interface ClassSyntax {
  readonly kind: 'class';
  readonly name: Name;
  readonly fields: readonly FieldSyntax[];
  readonly span: Span;
}

export interface FieldSyntax {
  readonly name: Name;
  readonly type: TypeSyntax;
  readonly volatile: boolean;
}

export interface ProcessSyntax {
  readonly kind: 'process';
  readonly name: Name;
  /** There is one such process for each value. */
  readonly parameter?: { readonly name: Name; readonly low: number; readonly high: number };
  readonly instances: number | 'any';
  readonly functions: readonly FunctionSyntax[];
  readonly span: Span;
}

export interface FunctionSyntax {
  readonly kind: 'function';
  readonly name: Name;
  readonly synchronizedOn?: ExpressionSyntax;
  /** Its lock is held in shared mode. */
  readonly isShared?: true;
  readonly parameters: readonly ParameterSyntax[];
  readonly returnType?: TypeSyntax;
  readonly body: BlockSyntax;
  /** From the start to the body. */
  readonly header: Span;
}

export interface ParameterSyntax {
  readonly name: Name;
  readonly type: TypeSyntax;
}

export type TypeSyntax = NamedTypeSyntax | FunctionTypeSyntax;

/** `int 0..3[][]`: a named type, a range if it is `int`, a result if it is `thread`, and how many times it is an array. */
export interface NamedTypeSyntax {
  readonly kind: 'named';
  readonly name: Name;
  readonly result?: NamedTypeSyntax;
  readonly range?: { readonly low: number; readonly high: number };
  readonly dimensions: number;
  readonly span: Span;
}

/** `(int, () -> void) -> bool`; no result: `void`. */
export interface FunctionTypeSyntax {
  readonly kind: 'function';
  readonly parameters: readonly TypeSyntax[];
  readonly result?: TypeSyntax;
  readonly span: Span;
}

export interface BlockSyntax {
  readonly kind: 'block';
  readonly statements: readonly StatementSyntax[];
  readonly span: Span;
}

export type StatementSyntax = CompoundSyntax | SimpleSyntax;

/** Statements with statements inside. */
export type CompoundSyntax =
  | BlockSyntax
  | IfSyntax
  | {
      readonly kind: 'for';
      readonly first?: SimpleSyntax;
      readonly test: TestSyntax;
      readonly step?: SimpleSyntax;
      readonly body: StatementSyntax;
      readonly span: Span;
    }
  | { readonly kind: 'while'; readonly test: TestSyntax; readonly body: StatementSyntax; readonly span: Span }
  | { readonly kind: 'choose'; readonly branches: readonly BranchSyntax[]; readonly span: Span }
  | { readonly kind: 'atomic'; readonly body: BlockSyntax; readonly span: Span }
  | { readonly kind: 'unit'; readonly name?: Name; readonly body: BlockSyntax; readonly span: Span }
  | {
      readonly kind: 'synchronized';
      readonly shared: boolean;
      readonly lock: ExpressionSyntax;
      readonly body: BlockSyntax;
      /** `synchronized(l)` */
      readonly header: Span;
      readonly span: Span;
    };

/** Statements that end in `;`. */
export type SimpleSyntax =
  | {
      readonly kind: 'access';
      readonly access: 'read' | 'write' | 'update';
      readonly place: PlaceSyntax;
      readonly span: Span;
    }
  | { readonly kind: 'skip' | 'break' | 'continue'; readonly span: Span }
  | { readonly kind: 'yield'; readonly external: boolean; readonly span: Span }
  | { readonly kind: 'return'; readonly value?: ExpressionSyntax; readonly span: Span }
  | {
      readonly kind: 'let';
      readonly name: Name;
      readonly type?: TypeSyntax;
      readonly value: ExpressionSyntax;
      readonly span: Span;
    }
  | {
      readonly kind: 'assign';
      readonly place: PlaceSyntax;
      /** `x += e` */
      readonly operator?: BinaryOperator;
      readonly value: ExpressionSyntax;
      readonly span: Span;
    }
  | { readonly kind: 'perform'; readonly call: CallSyntax; readonly span: Span }
  | { readonly kind: 'join'; readonly thread?: ExpressionSyntax; readonly span: Span }
  | JoinAnySyntax
  | { readonly kind: 'assert' | 'assume'; readonly condition: ExpressionSyntax; readonly span: Span }
  | { readonly kind: 'label'; readonly name: Name; readonly span: Span };

export interface IfSyntax {
  readonly kind: 'if';
  readonly arms: readonly { readonly test: TestSyntax; readonly body: StatementSyntax }[];
  readonly otherwise?: StatementSyntax;
  readonly span: Span;
}

/** The parenthesis of an `if` or `while`; no condition: `(*)`. The span starts at the keyword. */
export interface TestSyntax {
  readonly condition?: ExpressionSyntax;
  readonly span: Span;
}

export interface BranchSyntax {
  readonly body: BlockSyntax;
  /** The word `choose` or `or`. */
  readonly span: Span;
}

export type ExpressionSyntax =
  | ConstantSyntax
  | PlaceSyntax
  | CallSyntax
  | { readonly kind: 'join'; readonly thread: ExpressionSyntax; readonly span: Span }
  | JoinAnySyntax
  | { readonly kind: 'new'; readonly class: Name; readonly span: Span }
  | { readonly kind: 'new-deferred'; readonly name: Name; readonly result?: TypeSyntax; readonly span: Span }
  | {
      readonly kind: 'new-array';
      readonly element: NamedTypeSyntax;
      readonly length: ExpressionSyntax;
      readonly span: Span;
    }
  | { readonly kind: 'choice'; readonly low: ExpressionSyntax; readonly high: ExpressionSyntax; readonly span: Span }
  | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: ExpressionSyntax; readonly span: Span }
  | LambdaSyntax
  | ChainSyntax;

/** `(x: int): bool => { … }` */
export interface LambdaSyntax {
  readonly kind: 'lambda';
  readonly parameters: readonly ParameterSyntax[];
  readonly returnType?: TypeSyntax;
  readonly body: BlockSyntax;
  /** From the start to the arrow. */
  readonly header: Span;
  readonly span: Span;
}

/** `x`, `x.f`, `a[i].f` … */
export interface PlaceSyntax {
  readonly kind: 'place';
  readonly name: Name;
  readonly selectors: readonly SelectorSyntax[];
  readonly span: Span;
}

export type SelectorSyntax =
  | { readonly kind: 'field'; readonly name: Name }
  | { readonly kind: 'index'; readonly index: ExpressionSyntax; readonly span: Span };

export interface CallSyntax {
  readonly kind: 'call' | 'spawn' | 'spawn-eager';
  readonly name: Name;
  readonly arguments: readonly ExpressionSyntax[];
  readonly span: Span;
}

/** `join any t, u` */
export interface JoinAnySyntax {
  readonly kind: 'join-any';
  readonly threads: readonly ExpressionSyntax[];
  readonly span: Span;
}

/** Operands joined by operators of one precedence, from left to right. */
export interface ChainSyntax {
  readonly kind: 'chain';
  readonly first: ExpressionSyntax;
  readonly rest: readonly { readonly operator: BinaryOperator; readonly operand: ExpressionSyntax }[];
  readonly span: Span;
}
