// The names that an anonymous function speaks of and does not declare itself, with where it does so first. Nesting needs no
// recursion: what is still to be walked stands in a list.

import { ScopedNames } from '../lower/scoped-names.js';
import type { ExpressionSyntax, LambdaSyntax, Name, StatementSyntax } from '../syntax/syntax.js';

export interface FreeNames {
  /** Names of values. */
  readonly places: ReadonlyMap<string, Name>;
  /** Names of what is called. */
  readonly calls: ReadonlyMap<string, Name>;
}

type Step =
  | { readonly kind: 'statement'; readonly statement: StatementSyntax }
  | { readonly kind: 'expression'; readonly expression: ExpressionSyntax }
  | { readonly kind: 'name'; readonly as: 'declared' | 'place' | 'call'; readonly name: Name }
  | { readonly kind: 'enter' }
  | { readonly kind: 'leave' };

export function freeNames(lambda: LambdaSyntax): FreeNames {
  const places = new Map<string, Name>();
  const calls = new Map<string, Name>();
  const scopes = new ScopedNames<true>();
  const mention = (into: Map<string, Name>, name: Name) => {
    if (!scopes.find(name.text) && !into.has(name.text)) into.set(name.text, name);
  };
  const pending: Step[] = [{ kind: 'expression', expression: lambda }];
  for (let step = pending.pop(); step; step = pending.pop()) {
    if (step.kind === 'enter') scopes.enter();
    else if (step.kind === 'leave') scopes.leave();
    else if (step.kind === 'name') {
      if (step.as === 'declared') scopes.declare(step.name.text, true);
      else mention(step.as === 'place' ? places : calls, step.name);
    } else {
      const parts = step.kind === 'statement' ? partsOfStatement(step.statement) : partsOfExpression(step.expression);
      for (let i = parts.length - 1; i >= 0; i--) pending.push(parts[i]!);
    }
  }
  return { places, calls };
}

function scoped(...steps: readonly Step[]): readonly Step[] {
  return [{ kind: 'enter' }, ...steps, { kind: 'leave' }];
}

function expressions(...list: readonly (ExpressionSyntax | undefined)[]): readonly Step[] {
  return list.flatMap((expression): Step[] => (expression ? [{ kind: 'expression', expression }] : []));
}

function statements(...list: readonly (StatementSyntax | undefined)[]): readonly Step[] {
  return list.flatMap((statement): Step[] => (statement ? [{ kind: 'statement', statement }] : []));
}

function partsOfStatement(statement: StatementSyntax): readonly Step[] {
  switch (statement.kind) {
    case 'block':
      return scoped(...statements(...statement.statements));
    case 'if': {
      const arms = statement.arms.flatMap(({ test, body }) => [
        ...expressions(test.condition),
        ...scoped(...statements(body)),
      ]);
      return [...arms, ...scoped(...statements(statement.otherwise))];
    }
    case 'for': {
      const { first, test, step, body } = statement;
      return scoped(
        ...statements(first),
        ...expressions(test.condition),
        ...scoped(...statements(body)),
        ...statements(step),
      );
    }
    case 'while':
      return [...expressions(statement.test.condition), ...scoped(...statements(statement.body))];
    case 'choose':
      return statements(...statement.branches.map(({ body }) => body));
    case 'atomic':
    case 'unit':
      return statements(statement.body);
    case 'synchronized':
      return [...expressions(statement.lock), ...statements(statement.body)];
    case 'access':
      return expressions(statement.place);
    case 'return':
      return expressions(statement.value);
    case 'let':
      return [...expressions(statement.value), { kind: 'name', as: 'declared', name: statement.name }];
    case 'assign':
      return expressions(statement.place, statement.value);
    case 'perform':
      return expressions(statement.call);
    case 'join':
      return expressions(statement.thread);
    case 'join-any':
      return expressions(...statement.threads);
    case 'assert':
    case 'assume':
      return expressions(statement.condition);
    default:
      return [];
  }
}

function partsOfExpression(expression: ExpressionSyntax): readonly Step[] {
  switch (expression.kind) {
    case 'place': {
      const indices = expression.selectors.map((one) => (one.kind === 'index' ? one.index : undefined));
      return [{ kind: 'name', as: 'place', name: expression.name }, ...expressions(...indices)];
    }
    case 'call':
    case 'spawn':
    case 'spawn-eager':
      return [{ kind: 'name', as: 'call', name: expression.name }, ...expressions(...expression.arguments)];
    case 'join':
      return expressions(expression.thread);
    case 'join-any':
      return expressions(...expression.threads);
    case 'new-array':
      return expressions(expression.length);
    case 'choice':
      return expressions(expression.low, expression.high);
    case 'unary':
      return expressions(expression.operand);
    case 'chain':
      return expressions(expression.first, ...expression.rest.map(({ operand }) => operand));
    case 'lambda': {
      const parameters = expression.parameters.map(({ name }): Step => ({ kind: 'name', as: 'declared', name }));
      return scoped(...parameters, ...statements(expression.body));
    }
    default:
      return [];
  }
}
