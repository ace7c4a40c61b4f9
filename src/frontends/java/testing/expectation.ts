// The first line of an example says what is expected: `// expect: silent`, or `// expect: find <kind> <methods> on <fields>`.

import type { Finding } from '../../../verdict/verdict.js';

export function isAsExpected(text: string, violations: readonly Finding[]): boolean {
  const expected = /^\/\/ expect: (.*)$/m.exec(text)?.[1]?.trim() ?? '';
  if (expected === 'silent') return violations.length === 0;
  const [, kind = '', methods = '', fields = ''] = /^find (\S+)(.*?)(?: on (.*))?$/.exec(expected) ?? [];
  return violations.some(
    ({ property }) =>
      (kind === 'any' || property.java === kind) &&
      words(methods).every((name) =>
        [...(property.methods ?? []), ...(property.also ?? [])].some((method) => simple(method).startsWith(name)),
      ) &&
      words(fields).every((name) =>
        (property.fields ?? []).some((field) => field.split('.').at(-1)?.replace('[…]', '') === name),
      ),
  );
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function simple(method: string): string {
  return method.replace(/\(.*/, '').split('.').at(-1)!;
}
