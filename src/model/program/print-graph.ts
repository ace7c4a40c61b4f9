// A readable listing of a program: its declarations, then one line per edge, `from -> to  action`. For tests and debugging.

import { unreachable } from '../../base/result.js';
import type {
  Action,
  AtomicSet,
  Edge,
  Expression,
  FunctionGraph,
  Location,
  Process,
  Program,
  Type,
  VariableDeclaration,
} from './program.js';

/** Binding strength of operators; an operand is bracketed unless it binds tighter. */
const strength: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
};
const UNARY_STRENGTH = 7;

export function printProgram(program: Program): string {
  const lines = program.scheduling === 'preemptive' ? [] : [`scheduling ${program.scheduling}`];
  for (const { name } of program.locks) lines.push(`lock ${name}`);
  for (const variable of program.variables) lines.push(printVariable(program, variable));
  for (const { name, fields } of program.classes) {
    const parts = fields.map(
      (field) => `${field.volatile ? 'volatile ' : ''}${field.name}: ${printType(program, field.type)}`,
    );
    lines.push(`class ${name} { ${parts.join('; ')} }`);
  }
  for (const set of program.atomicSets) lines.push(printSet(program, set));
  for (const process of program.processes) lines.push(printProcess(program, process));
  for (const graph of program.functions) lines.push(printGraph(program, graph));
  return lines.join('\n');
}

function printVariable(program: Program, { name, type, initial, volatile }: VariableDeclaration): string {
  const value = type ? `: ${printType(program, type)} = ${initial}` : '';
  return `${volatile ? 'volatile ' : ''}var ${name}${value}`;
}

function printSet(program: Program, { name, variables }: AtomicSet): string {
  return `atomic set ${name} { ${variables.map((id) => program.variables[id]!.name).join(', ')} }`;
}

function printProcess(program: Program, { name, instances, entry }: Process): string {
  const count = instances === 'any' ? ' *' : instances === 1 ? '' : ` [${instances}]`;
  return `process ${name}${count} starts ${program.functions[entry]!.name}`;
}

export function printType(program: Pick<Program, 'classes'>, type: Type): string {
  switch (type.kind) {
    case 'int':
      return type.low === undefined ? 'int' : `int ${type.low}..${type.high}`;
    case 'class':
      return program.classes[type.class]!.name;
    case 'array':
      return `${printType(program, type.element)}[]`;
    case 'thread':
      return type.result ? `thread ${printType(program, type.result)}` : 'thread';
    default:
      return type.kind;
  }
}

export function printGraph(program: Program, graph: FunctionGraph): string {
  const parameters = graph.parameters.map((id) => {
    const { name, type } = graph.locals[id]!;
    return `${name}: ${printType(program, type)}`;
  });
  const result = graph.returnType ? `: ${printType(program, graph.returnType)}` : '';
  const header = `function ${graph.name}(${parameters.join(', ')})${result}`;
  return [header, ...graph.edges.map((edge) => `  ${printEdge(program, graph, edge)}`)].join('\n');
}

function printEdge(program: Program, graph: FunctionGraph, edge: Edge): string {
  const branch = edge.branch === undefined ? '' : `  [${edge.branch}]`;
  return `${edge.from} -> ${edge.to}  ${printAction(program, graph, edge.action)}${branch}`;
}

export function printAction(program: Program, graph: FunctionGraph, action: Action): string {
  const print = (expression: Expression) => printExpression(program, graph, expression);
  const local = (id: number) => graph.locals[id]!.name;
  const call = (id: number, args: readonly Expression[]) =>
    `${program.functions[id]!.name}(${args.map(print).join(', ')})`;
  switch (action.kind) {
    case 'skip':
    case 'end-unit':
      return action.kind;
    case 'begin-unit':
      return action.name === undefined ? action.kind : `${action.kind} ${action.name}`;
    case 'yield':
      return action.external ? 'yield external' : 'yield';
    case 'read':
      return `read ${printLocation(program, graph, action.location)}${into(action.into, local)}`;
    case 'write': {
      const value = action.value === undefined ? '' : ` := ${print(action.value)}`;
      return `write ${printLocation(program, graph, action.location)}${value}`;
    }
    case 'update': {
      const value = action.value === undefined ? '' : ` := ${print(action.value)}`;
      const condition = action.condition === undefined ? '' : ` if ${print(action.condition)}`;
      return `update ${printLocation(program, graph, action.location)}${value}${condition}${into(action.into, local)}`;
    }
    case 'assign':
      return `${local(action.local)} := ${print(action.value)}`;
    case 'choose':
      return `${local(action.local)} := choose(${print(action.low)}..${print(action.high)})`;
    case 'allocate':
      return `${local(action.local)} := new ${program.classes[action.class]!.name}`;
    case 'allocate-array':
      return `${local(action.local)} := new ${printType(program, action.element)}[${print(action.length)}]`;
    case 'assume':
    case 'assert':
      return `${action.kind} ${print(action.condition)}`;
    case 'acquire':
    case 'release':
    case 'unavailable': {
      const shared = action.shared ? ' shared' : '';
      return `${'attempt' in action ? 'try ' : ''}${action.kind}${shared} ${print(action.lock)}`;
    }
    case 'wait':
      return `${action.timed ? 'timed ' : ''}wait ${print(action.lock)}`;
    case 'notify':
      return `${action.all ? 'notifyAll' : 'notify'} ${print(action.lock)}`;
    case 'call':
      return `call ${call(action.function, action.arguments)}${into(action.result, local)}`;
    case 'spawn':
      return `spawn ${action.eager ? 'eager ' : ''}${call(action.function, action.arguments)}${into(action.handle, local)}`;
    case 'return':
      return action.value === undefined ? 'return' : `return ${print(action.value)}`;
    case 'join':
      return `join${action.thread ? ` ${print(action.thread)}` : ''}${into(action.into, local)}`;
    case 'join-any':
      return `join any ${action.threads.map(print).join(', ')}${into(action.into, local)}`;
    case 'fail':
      return action.reason === undefined ? 'fail' : `fail ${print(action.reason)}`;
    case 'deferred':
      return `${local(action.local)} := new deferred`;
    case 'settle': {
      const value = action.value === undefined ? '' : `, ${print(action.value)}`;
      return `${action.failed ? 'reject' : 'settle'}(${print(action.promise)}${value})`;
    }
    case 'inspect':
      return `${local(action.into)} := ${action.of}(${print(action.thread)})`;
    case 'label':
      return `label ${action.name}`;
    default:
      return unreachable(action);
  }
}

function into(local: number | undefined, name: (id: number) => string): string {
  return local === undefined ? '' : ` into ${name(local)}`;
}

function printLocation(program: Program, graph: FunctionGraph, location: Location): string {
  switch (location.kind) {
    case 'variable':
      return program.variables[location.variable]!.name;
    case 'field': {
      const field = program.classes[location.class]!.fields[location.field]!;
      return `${printExpression(program, graph, location.object, UNARY_STRENGTH)}.${field.name}`;
    }
    case 'element': {
      const array = printExpression(program, graph, location.array, UNARY_STRENGTH);
      return `${array}[${printExpression(program, graph, location.index)}]`;
    }
  }
}

function printExpression(program: Program, graph: FunctionGraph, expression: Expression, outer = 0): string {
  switch (expression.kind) {
    case 'constant':
      return String(expression.value);
    case 'local':
      return graph.locals[expression.local]!.name;
    case 'lock':
      return program.locks[expression.lock]!.name;
    case 'unary':
      return `${expression.operator}${printExpression(program, graph, expression.operand, UNARY_STRENGTH)}`;
    case 'binary': {
      const own = strength[expression.operator]!;
      const left = printExpression(program, graph, expression.left, own - 1);
      const text = `${left} ${expression.operator} ${printExpression(program, graph, expression.right, own)}`;
      return own > outer ? text : `(${text})`;
    }
  }
}
