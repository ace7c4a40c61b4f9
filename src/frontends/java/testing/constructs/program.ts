// Programs with an update behind a construct of Java: one loses updates, its twin does not. Both are the same text but for the
// update itself, so whoever does not come through the construct sees no difference.

export interface ConstructProgram {
  readonly name: string;
  /** Loses updates of `n`, or uses what is no longer true. */
  readonly bug: string;
  /** Makes the same update in one step, under a lock. */
  readonly twin: string;
}

const lost = 'int was; synchronized (lock) { was = n; } synchronized (lock) { n = was + 1; }';
const kept = 'synchronized (lock) { int was = n; n = was + 1; }';

const members = `private int n;
  private final Object lock = new Object();
  private void race() { RACE }
  private int one() { RACE return 1; }
  private boolean yes() { RACE return true; }
  int seen() { synchronized (lock) { return n; } }`;

const imports = `import java.io.*;
import java.lang.invoke.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
`;

/**
 * In a text, MEMBERS are a field, its lock, and private methods that make the update; STATICS the same for the class; RACE is
 * the update itself; «a|b» is `a` in the program with the bug and `b` in its twin.
 */
export function constructPrograms(texts: Readonly<Record<string, string>>): ConstructProgram[] {
  return Object.entries(texts).map(([name, text]) => ({ name, bug: fill(text, 0), twin: fill(text, 1) }));
}

/** Members of a class `T` with the usual fields. */
export function within(body: string): string {
  return `class T {\n  MEMBERS\n  ${body}\n}`;
}

function fill(text: string, which: 0 | 1): string {
  const statics = members.replace(/private (?=int|final|void|boolean)|int (?=seen)/g, (word) =>
    word === 'int ' ? 'static int ' : 'private static ',
  );
  const whole = text
    .replaceAll('MEMBERS', members)
    .replaceAll('STATICS', statics)
    .replaceAll('RACE', which === 0 ? lost : kept)
    .replace(/«([^|»]*)\|([^»]*)»/g, (_, bug: string, twin: string) => (which === 0 ? bug : twin));
  return `${imports}${whole}\n`;
}
