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

/** What runs when a file is loaded: the files that it and whatever it loads import, but for their types. */
export function loadedBy(entry: string, files: readonly SourceFile[]): string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const loaded = new Set([entry]);
  for (const path of loaded)
    for (const target of runtimeImports(path, texts.get(path) ?? '')) loaded.add(target.replace(/\.js$/, '.ts'));
  return [...loaded];
}

function runtimeImports(path: string, text: string): string[] {
  const isErased = (node: ts.ImportDeclaration | ts.ExportDeclaration) => {
    if (ts.isExportDeclaration(node)) return node.isTypeOnly;
    const names = node.importClause?.namedBindings;
    const isAllTypes = names && ts.isNamedImports(names) && names.elements.every(({ isTypeOnly }) => isTypeOnly);
    return node.importClause?.isTypeOnly || (isAllTypes && !node.importClause?.name);
  };
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest).statements.flatMap((node) => {
    if (!(ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) || isErased(node)) return [];
    const { moduleSpecifier } = node;
    const specifier = moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
    return specifier.startsWith('.') ? [resolve(path, specifier)] : [];
  });
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
  if (!from.startsWith('evidence/')) return undefined;
  const isShared = /^(translate|logic)\//.test(to) || /^model\/\w+\/typing\//.test(to);
  return isShared ? `${from} imports ${to}: engines use it too` : undefined;
}

const kernelImports =
  /^(evidence\/(kernel\/|certifier\.js)|base\/(source-text|json|result|diagnostic)\.js|model\/program\/program\.js)/;

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
