// Statements as text. Nesting needs no recursion: a statement is taken apart into pieces, texts and inner statements, until
// only texts are left.

import { printExpression, printJoinAny, printPlace, printType } from './print-expressions.js';
import type { BlockSyntax, IfSyntax, SimpleSyntax, StatementSyntax, TestSyntax } from './syntax.js';

type Piece = string | { readonly statement: StatementSyntax; readonly indent: string };

export function printStatement(statement: StatementSyntax, indent = ''): string {
  const text: string[] = [];
  const pending: Piece[] = [{ statement, indent }];
  for (let piece = pending.pop(); piece !== undefined; piece = pending.pop()) {
    if (typeof piece === 'string') text.push(piece);
    else for (const part of takeApart(piece.statement, piece.indent).reverse()) pending.push(part);
  }
  return text.join('');
}

function takeApart(statement: StatementSyntax, indent: string): Piece[] {
  switch (statement.kind) {
    case 'block':
      return blockPieces(statement, indent);
    case 'if':
      return ifPieces(statement, indent);
    case 'while':
      return [`while ${printTest(statement.test, indent)} `, { statement: statement.body, indent }];
    case 'for': {
      const { first, test, step, body } = statement;
      const always = test.condition?.kind === 'boolean' && test.condition.value;
      const condition = always || !test.condition ? '' : ` ${printExpression(test.condition, indent)}`;
      const header = `${first ? printSimple(first, indent) : ''};${condition};${step ? ` ${printSimple(step, indent)}` : ''}`;
      return [`for (${header}) `, { statement: body, indent }];
    }
    case 'choose':
      return statement.branches.flatMap(({ body }, i) => [i === 0 ? 'choose ' : ' or ', { statement: body, indent }]);
    case 'atomic':
      return ['atomic ', { statement: statement.body, indent }];
    case 'unit':
      return [`unit ${statement.name ? `${statement.name.text} ` : ''}`, { statement: statement.body, indent }];
    case 'synchronized':
      return [
        `synchronized(${statement.shared ? 'shared ' : ''}${printExpression(statement.lock, indent)}) `,
        { statement: statement.body, indent },
      ];
    default:
      return [`${printSimple(statement, indent)};`];
  }
}

function blockPieces({ statements }: BlockSyntax, indent: string): Piece[] {
  if (statements.length === 0) return ['{ }'];
  const inner = `${indent}  `;
  return ['{\n', ...statements.flatMap((statement) => [inner, { statement, indent: inner }, '\n']), `${indent}}`];
}

function ifPieces({ arms, otherwise }: IfSyntax, indent: string): Piece[] {
  const pieces = arms.flatMap(({ test, body }, i) => {
    const followed = otherwise !== undefined || i < arms.length - 1;
    const word = i === 0 ? 'if' : ' else if';
    return [`${word} ${printTest(test, indent)} `, ...bodyPieces(body, indent, followed && takesElse(body))];
  });
  if (!otherwise) return pieces;
  return [...pieces, ' else ', ...bodyPieces(otherwise, indent, otherwise.kind === 'if')];
}

function bodyPieces(statement: StatementSyntax, indent: string, braces: boolean): Piece[] {
  return braces ? ['{ ', { statement, indent }, ' }'] : [{ statement, indent }];
}

/** Whether an `else` behind this statement would belong to an `if` inside of it. */
function takesElse(body: StatementSyntax): boolean {
  let last: StatementSyntax | undefined = body;
  while (last?.kind === 'while' || last?.kind === 'for' || last?.kind === 'if') {
    if (last.kind === 'if' && last.otherwise === undefined) return true;
    last = last.kind === 'if' ? last.otherwise : last.body;
  }
  return false;
}

function printTest({ condition }: TestSyntax, indent: string): string {
  return condition ? `(${printExpression(condition, indent)})` : '(*)';
}

function printSimple(statement: SimpleSyntax, indent: string): string {
  switch (statement.kind) {
    case 'access':
      return `${statement.access} ${printPlace(statement.place, indent)}`;
    case 'return':
      return statement.value ? `return ${printExpression(statement.value, indent)}` : 'return';
    case 'let': {
      const type = statement.type ? `: ${printType(statement.type)}` : '';
      return `let ${statement.name.text}${type} = ${printExpression(statement.value, indent)}`;
    }
    case 'assign':
      return `${printPlace(statement.place, indent)} ${statement.operator ?? ''}= ${printExpression(statement.value, indent)}`;
    case 'perform':
      return printExpression(statement.call, indent);
    case 'join':
      return statement.thread ? `join ${printExpression(statement.thread, indent)}` : 'join';
    case 'join-any':
      return printJoinAny(statement, indent);
    case 'yield':
      return statement.external ? 'yield external' : 'yield';
    case 'assert':
    case 'assume':
      return `${statement.kind} ${printExpression(statement.condition, indent)}`;
    case 'label':
      return `label ${statement.name.text}`;
    default:
      return statement.kind;
  }
}
