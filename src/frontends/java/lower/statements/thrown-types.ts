// Which exceptions a handler takes. Of what is thrown the class is known, or one above it, or nothing; so a clause takes it,
// takes some of it, or lets it pass.

import { exceptionLine, isKnownException } from '../../summaries/exceptions.js';
import type { ClassInfo } from '../../symbols/class-info.js';
import type { JavaProject } from '../../symbols/java-project.js';
import { type JavaType, plainType, simpleName } from '../../symbols/java-type.js';
import type { SyntaxNode } from '../../syntax/syntax-node.js';

/** The names of a class and of all above it, from itself upwards. */
export interface ExceptionType {
  readonly line: readonly string[];
  /** The line goes up to Throwable: it has no other classes above it. */
  readonly isWhole: boolean;
}

export interface Thrown extends ExceptionType {
  /** Of this class, and of none below. */
  readonly isExact: boolean;
  /** By code that is not given: anything, though hardly an error. */
  readonly isAny: boolean;
}

export const anything: Thrown = { line: ['Throwable'], isWhole: true, isExact: false, isAny: true };

export function exceptionType(project: JavaProject, type: JavaType, from: ClassInfo): ExceptionType {
  const given = project.resolve(type, from);
  if (!given) {
    const line = exceptionLine(simpleName(type.name));
    return { line, isWhole: isKnownException(line[0]!) };
  }
  const classes = project.lineage(given).filter(({ kind }) => kind !== 'interface');
  const last = classes.at(-1)!;
  const outside = last.superclass ? exceptionLine(simpleName(last.superclass.name)) : [];
  return {
    line: [...classes.map(({ qualified }) => qualified), ...outside],
    isWhole: outside.length > 0 && isKnownException(outside[0]!),
  };
}

/** The types that a clause names. */
export function caughtTypes(project: JavaProject, clause: SyntaxNode, from: ClassInfo): ExceptionType[] {
  const written = clause.child('catch_formal_parameter')?.child('catch_type')?.children ?? [];
  return written.map(({ text }) => exceptionType(project, plainType(text.replace(/\s/g, '')), from));
}

export type Match = 'all' | 'some' | 'none';

export function matchOf(thrown: Thrown, caught: readonly ExceptionType[]): Match {
  const matches = caught.map((type) => matchOne(thrown, type));
  return matches.includes('all') ? 'all' : matches.includes('some') ? 'some' : 'none';
}

function matchOne(thrown: Thrown, caught: ExceptionType): Match {
  const [name = '?'] = caught.line;
  // Whoever catches any exception reckons with all that other code throws.
  if (thrown.isAny) return /^(Throwable|Exception|RuntimeException)$/.test(name) ? 'all' : 'some';
  if (name === 'Throwable' || thrown.line.includes(name)) return 'all';
  if (!thrown.isWhole) return 'some';
  if (thrown.isExact) return 'none';
  return !caught.isWhole || caught.line.includes(thrown.line[0]!) ? 'some' : 'none';
}

/** Without a call that is seen to throw it: the machine and the library do so. */
export function mayArise(caught: readonly ExceptionType[]): boolean {
  return caught.some(
    ({ line }) =>
      isKnownException(line[0]!) &&
      (line.includes('RuntimeException') || line.includes('Error') || /^(Throwable|Exception)$/.test(line[0]!)),
  );
}
