import { readFileSync } from 'node:fs';

let known: string | undefined;

export function version(): string {
  if (known === undefined) {
    const parsed: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    known = parsed && typeof parsed === 'object' && 'version' in parsed ? String(parsed.version) : 'unknown';
  }
  return known;
}
