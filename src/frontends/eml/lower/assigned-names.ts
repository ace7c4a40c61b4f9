// The names that a function assigns to after their declaration. Names, not variables: a local that shares its name with an
// assigned one counts as assigned, which only costs it a range.

import type { StatementSyntax } from '../syntax/syntax.js';

export function assignedNames(body: StatementSyntax): ReadonlySet<string> {
  const names = new Set<string>();
  const pending: StatementSyntax[] = [body];
  for (let statement = pending.pop(); statement; statement = pending.pop()) {
    if (statement.kind === 'assign' && statement.place.selectors.length === 0) names.add(statement.place.name.text);
    for (const part of parts(statement)) pending.push(part);
  }
  return names;
}

function parts(statement: StatementSyntax): readonly StatementSyntax[] {
  switch (statement.kind) {
    case 'block':
      return statement.statements;
    case 'if': {
      const bodies = statement.arms.map((arm) => arm.body);
      return statement.otherwise ? [...bodies, statement.otherwise] : bodies;
    }
    case 'choose':
      return statement.branches.map((branch) => branch.body);
    case 'for':
      return [
        statement.body,
        ...(statement.first ? [statement.first] : []),
        ...(statement.step ? [statement.step] : []),
      ];
    case 'while':
    case 'unit':
    case 'atomic':
    case 'synchronized':
      return [statement.body];
    default:
      return [];
  }
}
