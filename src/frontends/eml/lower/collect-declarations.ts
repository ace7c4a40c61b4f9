// Fills the tables of `Declarations` from a syntax tree, in passes: classes first by name, then everything whose types may
// mention them.

import { nearestName } from '../../../base/nearest-name.js';
import { fitsType, initialValue } from '../../../model/program/evaluate.js';
import type { FieldDeclaration, Type } from '../../../model/program/program.js';
import type { DiagnosticLog } from '../diagnostic-log.js';
import { isLiteral } from '../syntax/parse-expressions.js';
import type {
  ClassSyntax,
  ConstantSyntax,
  FunctionSyntax,
  FunctionTypeSyntax,
  Item,
  ModelSyntax,
  Name,
  NamedTypeSyntax,
  ProcessSyntax,
  TypeSyntax,
  VariableSyntax,
} from '../syntax/syntax.js';
import { Declarations, type DeclaredProcess } from './declarations.js';
import { type DeclaredType, type FunctionType, fits, intType, printType, type ValueType } from './types.js';

const basicTypes = new Map<string, Type>([
  ['int', { kind: 'int' }],
  ['bool', { kind: 'bool' }],
  ['lock', { kind: 'lock' }],
  ['thread', { kind: 'thread' }],
]);

export function collectDeclarations(model: ModelSyntax, log: DiagnosticLog): Declarations {
  const declarations = new Declarations(log);
  for (const item of model.items) if (item.kind === 'class') declareClass(declarations, item);
  for (const item of model.items) collectItem(declarations, item);
  collectAtomicSets(declarations, model);
  return declarations;
}

function declareClass(declarations: Declarations, { name }: ClassSyntax): void {
  if (basicTypes.has(name.text)) {
    declarations.log.error(name.span, 'HD0107', `\`${name.text}\` is a type of the language`, 'choose another name');
    return;
  }
  if (!declarations.declare('class', name)) return;
  declarations.classIds.set(name.text, declarations.classes.length);
  declarations.classes.push({ name: name.text, fields: [], origin: name.span });
}

function collectItem(declarations: Declarations, item: Item): void {
  switch (item.kind) {
    case 'scheduling': {
      if (declarations.declare('scheduling', { text: 'scheduling', span: item.span })) {
        declarations.scheduling = item.policy;
        declarations.schedulingOrigin = item.span;
      }
      break;
    }
    case 'spurious-wakeups':
      declarations.spuriousWakeups = true;
      break;
    case 'locks':
      for (const name of item.names) declareLock(declarations, name);
      break;
    case 'constants':
      for (const { name, value } of item.constants)
        if (declareValue(declarations, name)) declarations.constants.set(name.text, value);
      break;
    case 'variables':
      for (const variable of item.variables) declareVariable(declarations, variable, item.volatile);
      break;
    case 'class':
      collectFields(declarations, item);
      break;
    case 'process':
      collectProcess(declarations, item);
      break;
    case 'function':
      declareFunction(declarations, item, undefined);
      break;
    case 'atomic-set':
      break;
  }
}

function declareValue(declarations: Declarations, name: Name): boolean {
  if (isLiteral(name.text)) {
    declarations.log.error(name.span, 'HD0107', `\`${name.text}\` is a constant and cannot be declared`);
    return false;
  }
  return declarations.declare('value', name);
}

function declareLock(declarations: Declarations, name: Name): void {
  if (!declareValue(declarations, name)) return;
  declarations.lockIds.set(name.text, declarations.locks.length);
  declarations.locks.push({ name: name.text, origin: name.span });
}

function declareVariable(declarations: Declarations, variable: VariableSyntax, volatile: boolean): void {
  const { name, initial } = variable;
  const type = variable.type && resolveType(declarations, variable.type);
  const value = initial ? checkInitial(declarations, variable, type, initial) : type ? initialValue(type) : 0;
  if (!declareValue(declarations, name)) return;
  declarations.variableIds.set(name.text, declarations.variables.length);
  declarations.variables.push({
    name: name.text,
    ...(type ? { type } : {}),
    initial: value,
    volatile,
    origin: name.span,
  });
}

function checkInitial(
  declarations: Declarations,
  { name }: VariableSyntax,
  type: Type | undefined,
  constant: ConstantSyntax,
): number {
  const value = constant.kind === 'null' ? 0 : Number(constant.value);
  const { log, classes } = declarations;
  const actual: ValueType = constant.kind === 'number' ? { kind: 'int' } : constantType(constant);
  if (type === undefined) {
    const help = `give it a type: \`var ${name.text}: ${actual.kind === 'null' ? 'lock' : actual.kind} = …\``;
    log.error(constant.span, 'HD0111', `\`${name.text}\` has no type, so it has no value`, help);
  } else if (!fits(actual, type)) {
    const message = `\`${name.text}\` is of type ${printType(type, classes)} and cannot start as ${actual.kind}`;
    log.error(constant.span, 'HD0110', message);
  } else if (!fitsType(type, value)) {
    log.error(constant.span, 'HD0116', `${value} is outside of ${printType(type, classes)}`);
  }
  return value;
}

function constantType(constant: ConstantSyntax): ValueType {
  return constant.kind === 'null' ? { kind: 'null' } : { kind: 'bool' };
}

function collectFields(declarations: Declarations, item: ClassSyntax): void {
  const id = declarations.classIds.get(item.name.text);
  const entry = id === undefined ? undefined : declarations.classes[id];
  if (id === undefined || entry?.origin !== item.name.span) return;
  const fields: FieldDeclaration[] = [];
  for (const { name, type, volatile } of item.fields) {
    const resolved = resolveType(declarations, type);
    if (declarations.declare(`field of ${item.name.text}`, name)) {
      fields.push({ name: name.text, type: resolved, volatile });
    }
  }
  declarations.classes[id] = { ...entry, fields };
}

function collectProcess(declarations: Declarations, syntax: ProcessSyntax): void {
  if (!declarations.declare('process', syntax.name)) return;
  for (const { name, constants } of instantiate(declarations, syntax)) {
    const process: DeclaredProcess = { syntax: { ...syntax, name }, constants, functions: new Map() };
    declarations.processes.push(process);
    for (const item of syntax.functions) declareFunction(declarations, item, process);
  }
}

/** One process for each value of the parameter, which is a constant in it: `P(1)`, `P(2)`. */
function instantiate({ log }: Declarations, { name, parameter }: ProcessSyntax) {
  if (!parameter) return [{ name, constants: new Map<string, ConstantSyntax>() }];
  const { low, high } = parameter;
  const count = high - low + 1;
  const { span } = parameter.name;
  if (count <= 0) log.error(span, 'HD0116', `the range ${low}..${high} is empty`);
  if (count > mostValues) log.error(span, 'HD0116', `the parameter of a process has at most ${mostValues} values`);
  return Array.from({ length: Math.min(Math.max(count, 1), mostValues) }, (_, i) => {
    const value: ConstantSyntax = { kind: 'number', value: low + i, span };
    return {
      name: { text: `${name.text}(${low + i})`, span: name.span },
      constants: new Map([[parameter.name.text, value]]),
    };
  });
}

const mostValues = 100;

function declareFunction(
  declarations: Declarations,
  syntax: FunctionSyntax,
  process: DeclaredProcess | undefined,
): void {
  const owner = process?.syntax.name.text;
  const parameters = syntax.parameters.map(({ type }) => resolveDeclaredType(declarations, type));
  const returnType = syntax.returnType && resolveResult(declarations, syntax.returnType);
  if (!declarations.declare(`function of ${owner ?? ''}`, syntax.name)) return;
  const name = owner === undefined ? syntax.name.text : `${owner}.${syntax.name.text}`;
  const entry = { syntax, captures: [], process, name, parameters, returnType };
  declarations.functions.push(entry);
  declarations.instances.declare(entry);
  (process?.functions ?? declarations.globalFunctions).set(syntax.name.text, entry);
}

/** The type of a parameter or a local: functions may be passed, not stored. */
export function resolveDeclaredType(declarations: Declarations, syntax: TypeSyntax): DeclaredType {
  return syntax.kind === 'function' ? resolveSignature(declarations, syntax) : resolveType(declarations, syntax);
}

function resolveSignature(declarations: Declarations, { parameters, result }: FunctionTypeSyntax): FunctionType {
  const given = result && resolveResult(declarations, result);
  return {
    kind: 'function',
    parameters: parameters.map((parameter) => resolveDeclaredType(declarations, parameter)),
    ...(given ? { result: given } : {}),
  };
}

/** A function that gave a function would take another one as its continuation, and could be called with what is gone. */
export function resolveResult(declarations: Declarations, syntax: TypeSyntax): Type | undefined {
  if (syntax.kind !== 'function') return resolveType(declarations, syntax);
  const help = 'take a function as a parameter, and call it with the value';
  declarations.log.error(syntax.span, 'HD0122', 'functions cannot be returned', help);
  return undefined;
}

/** The type of what is stored. */
export function resolveType(declarations: Declarations, syntax: TypeSyntax): Type {
  if (syntax.kind === 'function') {
    const help = 'pass it as a parameter';
    declarations.log.error(syntax.span, 'HD0121', 'functions cannot be stored in shared memory', help);
    return intType;
  }
  let type = resolveElement(declarations, syntax);
  for (let i = 0; i < syntax.dimensions; i++) type = { kind: 'array', element: type };
  return type;
}

function resolveElement(declarations: Declarations, { name, range, result, span }: NamedTypeSyntax): Type {
  if (result) return { kind: 'thread', result: resolveType(declarations, result) };
  if (range) {
    if (range.low > range.high) {
      declarations.log.error(span, 'HD0116', `the range ${range.low}..${range.high} is empty`);
      return { kind: 'int' };
    }
    return { kind: 'int', low: range.low, high: range.high };
  }
  const basic = basicTypes.get(name.text);
  if (basic) return basic;
  const id = findClass(declarations, name);
  return id === undefined ? { kind: 'lock' } : { kind: 'class', class: id };
}

/** The class of this name; reports an unknown one. */
export function findClass(declarations: Declarations, name: Name): number | undefined {
  declarations.used.add(name.text);
  const id = declarations.classIds.get(name.text);
  if (id === undefined) {
    const near = nearestName(name.text, [...basicTypes.keys(), ...declarations.classIds.keys()]);
    const help = near === undefined ? 'types are int, bool, lock, thread and classes' : `did you mean \`${near}\`?`;
    declarations.log.error(name.span, 'HD0108', `there is no type \`${name.text}\``, help);
  }
  return id;
}

/** Without a declared set all variables form one; else a variable outside of every set is a set of its own. */
function collectAtomicSets(declarations: Declarations, model: ModelSyntax): void {
  const { variables, sets } = declarations;
  const members = new Set<number>();
  for (const item of model.items) {
    if (item.kind !== 'atomic-set') continue;
    const ids = collectMembers(declarations, item.name, item.members);
    if (declarations.declare('atomic set', item.name)) sets.push({ name: item.name.text, variables: ids });
    for (const id of ids) members.add(id);
  }
  if (sets.length === 0) {
    if (variables.length > 0) sets.push({ name: '*', variables: variables.map((_, id) => id) });
    return;
  }
  variables.forEach((variable, id) => {
    if (!members.has(id)) sets.push({ name: variable.name, variables: [id] });
  });
}

function collectMembers(declarations: Declarations, set: Name, names: readonly Name[]): number[] {
  const ids: number[] = [];
  for (const name of names) {
    const id = declarations.variableIds.get(name.text);
    if (id === undefined) {
      const near = nearestName(name.text, declarations.variableIds.keys());
      const help = near === undefined ? undefined : `did you mean \`${near}\`?`;
      declarations.log.error(name.span, 'HD0108', `there is no variable \`${name.text}\``, help);
    } else if (declarations.declare(`member of ${set.text}`, name)) ids.push(id);
  }
  return ids;
}
