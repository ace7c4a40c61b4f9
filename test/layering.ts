// The import table of docs/architecture.md as data, and a check of source files against it.

import ts from 'typescript';

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
  // The compiler's own scanner: code that is written into texts imports nothing.
  const specifiers = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
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
  if (toLayer > fromLayer) return `${from} imports ${to}: the arrow points back`;
  const shared = sharedWithEngines(from, to);
  if (shared !== undefined) return shared;
  return crossesSiblings(from, to) ? `${from} imports ${to}: siblings never import each other` : undefined;
}

/** What checks evidence uses nothing that an engine also uses; engines do not know who checks them. */
function sharedWithEngines(from: string, to: string): string | undefined {
  if (from.startsWith('engines/') && to.startsWith('evidence/')) return `${from} imports ${to}: engines never do`;
  if (from.startsWith('evidence/kernel/') && !kernelImports.test(to))
    return `${from} imports ${to}: the kernel knows programs and nothing else`;
  if (!from.startsWith('evidence/') || replayers.has(from)) return undefined;
  const isShared = /^(translate|logic)\//.test(to) || /^model\/\w+\/typing\//.test(to);
  return isShared ? `${from} imports ${to}: engines use it too` : undefined;
}

const kernelImports =
  /^(evidence\/(kernel\/|certifier\.js)|base\/(source-text|json|result|diagnostic)\.js|model\/program\/program\.js)/;

/** Replays one run of a trace, and so may compute clocks as the engine does: a wrong run does not show what it claims. */
const replayers = new Set(['evidence/traces/trace-claim.ts']);

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
