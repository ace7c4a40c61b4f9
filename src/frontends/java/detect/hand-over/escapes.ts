// `this` handed out by a maker before it has set all fields, or filled what the code handed out looks into: a listener, a
// thread or another object can use the half built object. Code handed over that captures `this`, and method references to
// it, count.

import type { Inquiry } from '../../../../verdict/inquiry.js';
import { act } from '../../questions/script-program.js';
import type { ClassInfo, MethodInfo } from '../../symbols/class-info.js';
import { assignedPlace, type FieldTable } from '../../symbols/field-facts.js';
import type { JavaProject } from '../../symbols/java-project.js';
import { descendants, type SyntaxNode } from '../../syntax/syntax-node.js';
import type { Evidence } from '../../units/sharing-evidence.js';
import { scriptInquiry } from '../script-inquiry.js';
import { escapesAbove } from './escapes-above.js';
import { isOnlyKept } from './kept-arguments.js';

/** What happens to a field only after the object was handed out. */
export interface Late {
  readonly node: SyntaxNode;
  readonly name: string;
  readonly done: 'set' | 'filled';
  /** As what another thread finds it. */
  readonly finds: string;
}

export function escapeInquiries(
  project: JavaProject,
  fields: FieldTable,
  evidence: ReadonlyMap<ClassInfo, Evidence>,
): Inquiry[] {
  // A program without any sign of threads has nobody to escape to.
  if (evidence.size === 0) return [];
  return project.classes.flatMap((cls) => [
    ...cls.constructors.flatMap((maker) => escapeOf(project, fields, cls, maker) ?? []),
    ...escapesAbove(project, fields, cls),
  ]);
}

function escapeOf(project: JavaProject, fields: FieldTable, cls: ClassInfo, maker: MethodInfo): Inquiry | undefined {
  const statements = maker.body?.children ?? [];
  const threads = new Set<string>();
  for (const [i, statement] of statements.entries()) {
    for (const name of namesGivenThis(cls, statement)) threads.add(name);
    const wayOut = escapeIn(project, cls, statement, threads);
    if (!wayOut) continue;
    const used = namesUsedBy(cls, wayOut);
    const late = statements
      .slice(i + 1)
      .flatMap((later) => lateField(project, fields, cls, later) ?? lateFill(project, fields, cls, later, used) ?? []);
    if (late[0]) return escapeInquiry(cls, maker, wayOut, late[0]);
  }
  return undefined;
}

/** Fields and locals that are set to something made with `this`, such as a thread that is started later. */
export function namesGivenThis(cls: ClassInfo, statement: SyntaxNode): string[] {
  return [...descendants(statement)].flatMap((node) => {
    const value = node.type === 'assignment_expression' ? node.field('right') : node.field('value');
    const place = node.type === 'assignment_expression' ? node.field('left') : node.field('name');
    return value && place && handsThis(cls, value) ? [plainName(place)] : [];
  });
}

function plainName(node: SyntaxNode): string {
  return node.text.replace(/^this\./, '');
}

const threadClass = new Set(['Thread']);

/** `new Thread(this::run).start()`, `worker.start()`, or `start()` of a thread. */
function isThreadStart(project: JavaProject, cls: ClassInfo, node: SyntaxNode, threads: ReadonlySet<string>): boolean {
  if (node.field('name')?.text !== 'start') return false;
  const object = node.field('object');
  if (!object) return project.isSubclassOf(cls, threadClass);
  return handsThis(cls, object) || threads.has(plainName(object));
}

/** A call that gets `this`, or code that uses it, and may keep it. */
export function escapeIn(
  project: JavaProject,
  cls: ClassInfo,
  statement: SyntaxNode,
  threads: ReadonlySet<string>,
): SyntaxNode | undefined {
  for (const node of descendants(statement)) {
    if (node.type === 'assignment_expression' && node.field('right')?.type === 'this') {
      const left = node.field('left')?.text ?? '';
      const name = left.split('.').at(-1)!;
      const field = project.fieldOf(cls, name);
      if (
        (field && /static/.test([...field.modifiers.words].join(' '))) ||
        (/\./.test(left) && !left.startsWith('this.'))
      )
        return node;
    }
    if (node.type !== 'method_invocation' && node.type !== 'object_creation_expression') continue;
    if (
      isThreadStart(project, cls, node, threads) ||
      (node.type === 'method_invocation' &&
        (node.field('arguments')?.children ?? []).some(
          (argument) =>
            handsThis(cls, argument) && !(argument.type === 'this' && isOnlyKept(project, cls, node, argument)),
        ) &&
        !isOwnCall(node))
    )
      return node;
  }
  return undefined;
}

function isOwnCall(node: SyntaxNode): boolean {
  const object = node.field('object');
  return !object || object.type === 'this' || /^(Objects|requireNonNull|System|String|Math)$/.test(object.text);
}

function handsThis(cls: ClassInfo, node: SyntaxNode): boolean {
  if (node.type === 'this') return true;
  if (node.type === 'method_reference') return node.children[0]?.type === 'this';
  if (node.type === 'lambda_expression' || (node.type === 'object_creation_expression' && node.child('class_body')))
    return usesMembers(cls, node);
  if (node.type === 'object_creation_expression')
    return (node.field('arguments')?.children ?? []).some((argument) => handsThis(cls, argument));
  return false;
}

function usesMembers(cls: ClassInfo, code: SyntaxNode): boolean {
  for (const node of descendants(code)) {
    if (node.type === 'this') return true;
    const isOwn =
      node.type === 'method_invocation' &&
      !node.field('object') &&
      cls.methods.some(({ name }) => name === node.field('name')?.text);
    if (isOwn || (node.type === 'identifier' && cls.fields.has(node.text))) return true;
  }
  return false;
}

function lateField(project: JavaProject, fields: FieldTable, cls: ClassInfo, statement: SyntaxNode): Late | undefined {
  for (const node of descendants(statement)) {
    const place = assignedPlace(node);
    const name =
      place?.type === 'identifier'
        ? place.text
        : place?.field('object')?.type === 'this'
          ? place.field('field')?.text
          : undefined;
    const field = name === undefined ? undefined : project.fieldOf(cls, name);
    if (field && !fields.of(field).isStatic)
      return { node, name: field.name, done: 'set', finds: 'null or zero, even if it is final' };
  }
  return undefined;
}

/** Names in the code that is handed out: a lambda, and methods of the class that it or a method reference names. */
function namesUsedBy(cls: ClassInfo, wayOut: SyntaxNode): ReadonlySet<string> {
  const handed = (wayOut.field('arguments')?.children ?? []).filter(
    ({ type }) => type === 'method_reference' || type === 'lambda_expression',
  );
  const own = handed.flatMap(identifiersIn);
  const called = cls.methods.filter(({ name }) => own.includes(name));
  return new Set([...own, ...called.flatMap(({ body }) => (body ? identifiersIn(body) : []))]);
}

export function identifiersIn(node: SyntaxNode): string[] {
  return [...descendants(node)].flatMap(({ type, text }) => (type === 'identifier' ? [text] : []));
}

/** `doors.put(…)`, of a collection that the code handed out looks into. */
function lateFill(
  project: JavaProject,
  fields: FieldTable,
  cls: ClassInfo,
  statement: SyntaxNode,
  used: ReadonlySet<string>,
): Late | undefined {
  for (const node of descendants(statement)) {
    const object = node.type === 'method_invocation' ? node.field('object') : undefined;
    const name = object && plainName(object);
    if (name === undefined || !used.has(name) || !/^(put|add)/.test(node.field('name')?.text ?? '')) continue;
    const field = project.fieldOf(cls, name);
    if (field && !fields.of(field).isStatic && fields.of(field).owned)
      return { node, name, done: 'filled', finds: 'empty, or in the middle of a change' };
  }
  return undefined;
}

export function escapeInquiry(cls: ClassInfo, maker: MethodInfo, wayOut: SyntaxNode, late: Late): Inquiry {
  return scriptInquiry({
    id: `${cls.qualified}: this escapes at ${wayOut.line}`,
    rule: 'HD7015',
    kind: 'escape',
    property: 'races',
    cls: cls.qualified,
    methods: [maker.owner.name],
    fields: [late.name],
    message: `${cls.name}: the constructor hands out this before ${late.name} is ${late.done}`,
    places: [
      [wayOut, 'others can use the object from here on'],
      [late.node, `but ${late.name} is ${late.done} only here`],
    ],
    because: [`another thread that gets the object at line ${wayOut.line} finds ${late.name} ${late.finds}`],
    help: 'set and fill all fields first, or hand the object out after construction, from a factory method',
    script: () => ({
      locks: [],
      variable: { name: late.name, initial: 0 },
      processes: [
        {
          name: `new ${cls.name}`,
          instances: 1,
          node: wayOut,
          steps: [
            act({ kind: 'skip' }, wayOut),
            act({ kind: 'write', location: { kind: 'variable', variable: 0 } }, late.node),
          ],
        },
        {
          name: 'whoever got it',
          instances: 1,
          node: wayOut,
          steps: [act({ kind: 'read', location: { kind: 'variable', variable: 0 } }, wayOut)],
        },
      ],
      plain: true,
    }),
  });
}
