// The declarations of one file: classes with their fields, methods and initialisers, nested and anonymous ones included.

import { descendants, type SyntaxNode } from '../syntax/syntax-node.js';
import type { ClassInfo, CompilationUnit, MethodInfo, Modifiers, ParameterInfo } from './class-info.js';
import { type JavaType, plainType, readType, unknownType, withDimensions } from './java-type.js';

const kinds: Readonly<Record<string, ClassInfo['kind']>> = {
  class_declaration: 'class',
  interface_declaration: 'interface',
  enum_declaration: 'enum',
  record_declaration: 'record',
  annotation_type_declaration: 'interface',
};

export function collectClasses(root: SyntaxNode): ClassInfo[] {
  const unit = readCompilationUnit(root);
  const found: ClassInfo[] = [];
  const pending: { node: SyntaxNode; outer: ClassInfo | undefined }[] = [{ node: root, outer: undefined }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, outer } = next;
    const info = classAt(node, outer, unit);
    if (info) found.push(info);
    for (let i = node.children.length - 1; i >= 0; i--) pending.push({ node: node.children[i]!, outer: info ?? outer });
  }
  return found;
}

function classAt(node: SyntaxNode, outer: ClassInfo | undefined, unit: CompilationUnit): ClassInfo | undefined {
  const kind = kinds[node.type];
  if (kind) return readClass(node, kind, node.field('name')?.text ?? '?', outer, unit);
  if (node.type === 'enum_constant' && node.child('class_body'))
    return readClass(node, 'anonymous', `${outer?.name ?? ''}.${node.field('name')?.text ?? '?'}`, outer, unit);
  const isAnonymous = node.type === 'object_creation_expression' && node.child('class_body');
  return isAnonymous ? readClass(node, 'anonymous', `${outer?.name ?? ''}$${node.line}`, outer, unit) : undefined;
}

function readCompilationUnit(root: SyntaxNode): CompilationUnit {
  const packageName = root.child('package_declaration')?.children.at(-1)?.text ?? '';
  const imports = new Map<string, string>();
  const wildcards: string[] = [];
  for (const node of root.children.filter(({ type }) => type === 'import_declaration')) {
    const name = node.children[0]?.text.replace(/\s/g, '') ?? '';
    if (node.child('asterisk')) wildcards.push(name);
    else imports.set(name.slice(name.lastIndexOf('.') + 1), name);
  }
  return { packageName, imports, wildcards };
}

function readClass(
  node: SyntaxNode,
  kind: ClassInfo['kind'],
  name: string,
  outer: ClassInfo | undefined,
  unit: CompilationUnit,
): ClassInfo {
  const prefix = outer ? `${outer.qualified}.` : unit.packageName === '' ? '' : `${unit.packageName}.`;
  const above = node.type === 'enum_constant' && outer ? plainType(outer.name) : readType(node.field('type'));
  const written = kind === 'anonymous' ? above : undefined;
  const info: ClassInfo = {
    name,
    qualified: `${prefix}${name}`,
    node,
    kind,
    outer,
    modifiers: readModifiers(node),
    superclass: written ?? superclassOf(node),
    interfaces: interfacesOf(node),
    fields: new Map(),
    methods: [],
    constructors: [],
    initialisers: [],
    nested: [],
    unit,
  };
  outer?.nested.push(info);
  if (kind === 'record') readRecordComponents(info);
  for (const member of membersOf(node)) readMember(info, member);
  return info;
}

function superclassOf(node: SyntaxNode): JavaType | undefined {
  const written = node.field('superclass')?.children[0];
  return written && readType(written);
}

function interfacesOf(node: SyntaxNode): JavaType[] {
  const list = node.field('interfaces') ?? node.child('extends_interfaces');
  return (list?.child('type_list')?.children ?? []).map(readType);
}

function membersOf(node: SyntaxNode): SyntaxNode[] {
  const body = node.field('body') ?? node.child('class_body');
  return (body?.children ?? []).flatMap((child) =>
    child.type === 'enum_body_declarations' ? child.children : [child],
  );
}

function readRecordComponents(info: ClassInfo): void {
  const modifiers: Modifiers = { words: new Set(['private', 'final']), annotations: new Map() };
  for (const node of info.node.field('parameters')?.children ?? []) {
    const name = node.field('name')?.text;
    if (name === undefined) continue;
    const type = readType(node.field('type'));
    info.fields.set(name, { name, owner: info, type, modifiers, initialiser: undefined, node });
  }
}

function readMember(info: ClassInfo, node: SyntaxNode): void {
  switch (node.type) {
    case 'field_declaration':
    case 'constant_declaration':
      return readFields(info, node);
    case 'enum_constant':
      return readConstant(info, node);
    case 'method_declaration':
      info.methods.push(readMethod(info, node, false));
      return;
    case 'constructor_declaration':
    case 'compact_constructor_declaration':
      info.constructors.push(readMethod(info, node, true));
      return;
    case 'static_initializer':
      if (node.children[0]) info.initialisers.push({ body: node.children[0], isStatic: true });
      return;
    case 'block':
      info.initialisers.push({ body: node, isStatic: false });
      return;
    default:
      return;
  }
}

function readFields(info: ClassInfo, node: SyntaxNode): void {
  const type = readType(node.field('type'));
  const modifiers = readModifiers(node);
  for (const declarator of node.all('declarator')) {
    const name = declarator.field('name')?.text;
    if (name === undefined) continue;
    info.fields.set(name, {
      name,
      owner: info,
      type: withDimensions(type, declarator.field('dimensions')),
      modifiers,
      initialiser: declarator.field('value'),
      node: declarator,
    });
  }
}

/** A constant that is more than a name: it has code of its own, or a state. */
function isLively(body: SyntaxNode | undefined): boolean {
  const fields =
    body?.child('enum_body_declarations')?.children.filter(({ type }) => type === 'field_declaration') ?? [];
  return (
    body?.children.some((node) => node.type === 'enum_constant' && node.child('class_body') !== undefined) === true ||
    fields.some((field) => !/\b(final|static)\b/.test(field.child('modifiers')?.text ?? ''))
  );
}

function readConstant(info: ClassInfo, node: SyntaxNode): void {
  if (!isLively(node.parent)) return;
  const name = node.field('name')?.text ?? '?';
  const modifiers: Modifiers = { words: new Set(['public', 'static', 'final']), annotations: new Map() };
  info.fields.set(name, { name, owner: info, type: plainType(info.name), modifiers, initialiser: undefined, node });
}

function readMethod(owner: ClassInfo, node: SyntaxNode, isConstructor: boolean): MethodInfo {
  // The compact constructor of a record has the parameters of the record.
  const of = node.type === 'compact_constructor_declaration' ? owner.node : node;
  const parameters = (of.field('parameters')?.children ?? []).flatMap(readParameter);
  return {
    name: isConstructor ? '<init>' : (node.field('name')?.text ?? '?'),
    owner,
    parameters,
    returnType: isConstructor ? plainType(owner.name) : readType(node.field('type')),
    modifiers: readModifiers(node),
    body: node.field('body'),
    node,
    isConstructor,
    isBroken: hasError(node),
  };
}

/** Nodes that the parser made up are empty. */
export function hasError(node: SyntaxNode): boolean {
  for (const inner of descendants(node)) if (inner.type === 'ERROR') return true;
  return false;
}

export function readParameter(node: SyntaxNode): ParameterInfo[] {
  if (node.type === 'identifier') return [{ name: node.text, type: unknownType }];
  if (node.type === 'spread_parameter') {
    const name = node.child('variable_declarator')?.field('name')?.text;
    const type = readType(node.children.find(({ type: kind }) => kind !== 'modifiers'));
    return name === undefined ? [] : [{ name, type: { ...type, dimensions: type.dimensions + 1 } }];
  }
  const name = node.field('name')?.text;
  return name === undefined || node.type !== 'formal_parameter' ? [] : [{ name, type: readType(node.field('type')) }];
}

function readModifiers(node: SyntaxNode): Modifiers {
  const list = node.child('modifiers');
  const annotations = new Map<string, string>();
  let plain = list?.text ?? '';
  for (const annotation of list?.children ?? []) {
    annotations.set(annotation.field('name')?.text ?? '', annotation.field('arguments')?.text ?? '');
    plain = plain.replace(annotation.text, ' ');
  }
  return { words: new Set(plain.split(/\s+/).filter((word) => /^[a-z-]+$/.test(word))), annotations };
}
