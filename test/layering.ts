// The import table of docs/architecture.md as data, and a check of source files against it.

export interface SourceFile {
  /** Relative to src/, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** From the bottom up: a layer may import itself and every layer before it. */
const layers = [
  'base',
  'logic',
  'model',
  'translate',
  'verdict',
  'evidence',
  'frontends|engines|report',
  'pipeline',
  'cli',
];

/** Folders whose members never import each other. */
const siblings = ['frontends', 'engines', 'report'];

export function importViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => importsOf(file).flatMap((target) => violation(file.path, target) ?? []));
}

function importsOf({ path, text }: SourceFile): string[] {
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]!);
  return specifiers.map((specifier) => (specifier.startsWith('.') ? resolve(path, specifier) : specifier));
}

function resolve(from: string, specifier: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function violation(from: string, to: string): string | undefined {
  const isTest = from.endsWith('.test.ts') || from.includes('/testing/');
  if (to.startsWith('node:')) {
    return isTest || from.startsWith('cli/') ? undefined : `${from} imports ${to}: only cli/ may use Node`;
  }
  // Tests may look down from anywhere: an engine's test reads models through a front end.
  if (isTest) return undefined;
  const [fromLayer, toLayer] = [layerOf(from), layerOf(to)];
  if (toLayer === -1) return undefined;
  // Goes with the certifier that the evidence kernel replaces.
  if (from.startsWith('evidence/atomicity/lock-history')) return undefined;
  if (toLayer > fromLayer) return `${from} imports ${to}: the arrow points back`;
  return crossesSiblings(from, to) ? `${from} imports ${to}: siblings never import each other` : undefined;
}

function layerOf(path: string): number {
  const folder = path.split('/')[0]!;
  return layers.findIndex((layer) => layer.split('|').includes(folder));
}

function crossesSiblings(from: string, to: string): boolean {
  const [fromTop, fromMember] = from.split('/');
  const [toTop, toMember] = to.split('/');
  if (layerOf(from) !== layerOf(to) || !siblings.includes(fromTop!)) return false;
  if (fromTop !== toTop) return true;
  // Files directly in report/ are what its members share.
  return fromMember !== toMember && to.split('/').length > 2 && from.split('/').length > 2;
}
