import { readFileSync } from 'node:fs';
import { packageFile } from './files/package-file.js';

let known: string | undefined;

export function version(): string {
  if (known === undefined) {
    const parsed: unknown = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
    known = parsed && typeof parsed === 'object' && 'version' in parsed ? String(parsed.version) : 'unknown';
  }
  return known;
}
