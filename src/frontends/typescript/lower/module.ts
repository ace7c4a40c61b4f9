// One source file as a module: what it imports, exports, declares and does.

import type ts from 'typescript';
import { SourceText } from '../../../base/source-text.js';
import type { ScriptModule } from '../../../model/script/script.js';
import type { Export, Import, Statement, TypeHint } from '../../../model/script/syntax.js';
import { type Compiler, type Context, hasModifier } from './context.js';
import { importedBy, importName } from './expressions.js';
import { lowerStatement } from './statements.js';
import { lowerMembers, lowerType } from './types.js';

/** Which module a specifier means, if it is part of the program. */
export type Resolve = (specifier: string) => number | undefined;

export function lowerModule(compiler: Compiler, file: ts.SourceFile, module: number, resolve: Resolve): ScriptModule {
  const context: Context = { ts: compiler, file, module };
  const body: Statement[] = [];
  const imports: Import[] = [];
  const exports: Export[] = [];
  const types: Record<string, TypeHint> = {};
  const ambient: Record<string, TypeHint> = {};
  for (const node of file.statements) {
    imports.push(...importsOf(context, node, resolve));
    exports.push(...exportsOf(context, node, resolve));
    Object.assign(types, typesOf(context, node));
    Object.assign(ambient, ambientOf(context, node));
    const statement = lowerStatement(context, node);
    if (statement) body.push(statement);
    exports.push(...commonJsExports(context, node));
    imports.push(...requires(context, node, resolve));
  }
  imports.push(...dynamicImports(context, resolve));
  return {
    file: file.fileName,
    source: new SourceText(file.fileName, file.text),
    body,
    imports,
    exports,
    types,
    ambient,
  };
}

function importsOf(context: Context, node: ts.Statement, resolve: Resolve): Import[] {
  const { ts } = context;
  if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return [];
  const { importClause } = node;
  if (!importClause) return [];
  const from = node.moduleSpecifier.text;
  const module = resolve(from);
  const common = { from, ...(module === undefined ? {} : { module }) };
  const found: Import[] = [];
  if (importClause.name) found.push({ local: importClause.name.text, imported: 'default', ...common });
  const { namedBindings } = importClause;
  if (!namedBindings) return found;
  if (ts.isNamespaceImport(namedBindings))
    return [...found, { local: namedBindings.name.text, imported: '*', ...common }];
  for (const { name, propertyName } of namedBindings.elements)
    found.push({ local: name.text, imported: (propertyName ?? name).text, ...common });
  return found;
}

/** `import('m')` anywhere: a name that nothing else can have stands for the module. */
function dynamicImports({ ts, file }: Context, resolve: Resolve): Import[] {
  const found = new Map<string, Import>();
  const open: ts.Node[] = [file];
  // Texts without the word need not be gone through.
  if (!/\bimport\s*\(/.test(file.text)) return [];
  for (let node = open.pop(); node; node = open.pop()) {
    const from = importedBy(ts, node);
    const module = from === undefined ? undefined : resolve(from);
    if (from !== undefined)
      found.set(from, { local: importName(from), imported: '*', from, ...(module === undefined ? {} : { module }) });
    node.forEachChild((child) => void open.push(child));
  }
  return [...found.values()];
}

/** `const x = require('m')`, `const { a } = require('m')`. */
function requires(context: Context, node: ts.Statement, resolve: Resolve): Import[] {
  const { ts } = context;
  if (!ts.isVariableStatement(node)) return [];
  return node.declarationList.declarations.flatMap(({ name, initializer }): Import[] => {
    const from = initializer && requiredName(context, initializer);
    if (from === undefined) return [];
    const module = resolve(from);
    const common = { from, ...(module === undefined ? {} : { module }) };
    if (ts.isIdentifier(name)) return [{ local: name.text, imported: '*', ...common }];
    return name.elements.flatMap((element) => {
      if (ts.isOmittedExpression(element) || !ts.isIdentifier(element.name)) return [];
      const imported = element.propertyName?.getText(context.file) ?? element.name.text;
      return [{ local: element.name.text, imported, ...common }];
    });
  });
}

function requiredName({ ts }: Context, node: ts.Expression): string | undefined {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'require')
    return undefined;
  const [argument] = node.arguments;
  return argument && ts.isStringLiteralLike(argument) ? argument.text : undefined;
}

function exportsOf(context: Context, node: ts.Statement, resolve: Resolve): Export[] {
  const { ts } = context;
  if (ts.isExportAssignment(node)) return [{ name: 'default', local: 'default' }];
  if (ts.isExportDeclaration(node)) return reExports(context, node, resolve);
  if (!hasModifier(context, node, ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations
      .flatMap(({ name }) => namesIn(context, name))
      .map((n) => ({ name: n, local: n }));
  if (ts.isModuleDeclaration(node)) return [{ name: node.name.text, local: node.name.text }];
  if (!ts.isFunctionDeclaration(node) && !ts.isClassDeclaration(node) && !ts.isEnumDeclaration(node)) return [];
  const local = node.name?.text ?? 'default';
  return [{ name: hasModifier(context, node, ts.SyntaxKind.DefaultKeyword) ? 'default' : local, local }];
}

function reExports(context: Context, node: ts.ExportDeclaration, resolve: Resolve): Export[] {
  const { ts } = context;
  const { exportClause, moduleSpecifier } = node;
  const source = moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
  const module = source === undefined ? undefined : resolve(source);
  if (!exportClause) return [{ name: '*', from: { module, imported: '*' } }];
  if (ts.isNamespaceExport(exportClause)) return [{ name: exportClause.name.text, from: { module, imported: '*' } }];
  return exportClause.elements.map(({ name, propertyName }) => {
    const local = (propertyName ?? name).text;
    return source === undefined ? { name: name.text, local } : { name: name.text, from: { module, imported: local } };
  });
}

/** `module.exports = { a, b }`, `exports.a = …`: the names are read from the text, the values when the module runs. */
function commonJsExports({ ts, file }: Context, node: ts.Statement): Export[] {
  if (!ts.isExpressionStatement(node) || !ts.isBinaryExpression(node.expression)) return [];
  const { left, right } = node.expression;
  const target = left.getText(file);
  const single = /^(?:module\.)?exports\.(\w+)$/.exec(target);
  if (single) return [{ name: single[1]!, local: `exports.${single[1]}` }];
  if (target !== 'module.exports') return [];
  if (!ts.isObjectLiteralExpression(right)) return [{ name: 'default', local: 'module.exports' }];
  return right.properties.flatMap((member) => {
    const name = member.name?.getText(file);
    return name === undefined ? [] : [{ name, local: `exports.${name}` }];
  });
}

function namesIn(context: Context, name: ts.BindingName): string[] {
  const { ts } = context;
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesIn(context, element.name)));
}

function typesOf(context: Context, node: ts.Statement): Record<string, TypeHint> {
  const { ts, module } = context;
  if (ts.isInterfaceDeclaration(node)) {
    const own = lowerMembers(context, node.members);
    const bases = node.heritageClauses?.flatMap(({ types }) =>
      types.map(({ expression }) => expression.getText(context.file)),
    );
    const inherited = (bases ?? []).map((name): TypeHint => ({ kind: 'reference', name, module, arguments: [] }));
    const members: Record<string, TypeHint> = own;
    if (inherited[0]) members['%base'] = inherited[0];
    return { [node.name.text]: { kind: 'object', members } };
  }
  if (ts.isTypeAliasDeclaration(node)) return { [node.name.text]: lowerType(context, node.type) };
  if (ts.isClassDeclaration(node) && node.name)
    return { [node.name.text]: { kind: 'object', members: lowerMembers(context, node.members) } };
  return {};
}

function ambientOf(context: Context, node: ts.Statement): Record<string, TypeHint> {
  const { ts } = context;
  const isAmbient = hasModifier(context, node, ts.SyntaxKind.DeclareKeyword);
  if (ts.isFunctionDeclaration(node) && node.name && isAmbient)
    return { [node.name.text]: { kind: 'function', returns: lowerType(context, node.type) } };
  if (!isAmbient || !ts.isVariableStatement(node)) return {};
  return Object.fromEntries(
    node.declarationList.declarations.map(({ name, type }) => [name.getText(context.file), lowerType(context, type)]),
  );
}
