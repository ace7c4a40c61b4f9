// Prints a syntax tree as EML text that parses to the same tree. Nested statements are indented; everything optional that
// has no meaning (the `:` after `lock`, empty parameter lists) is left out.

import { printExpression, printParameters, printType } from './print-expressions.js';
import { printStatement } from './print-statements.js';
import type { ConstantSyntax, FunctionSyntax, Item, ModelSyntax, ProcessSyntax, VariableSyntax } from './syntax.js';

export function printEml(model: ModelSyntax): string {
  return model.items.map((item) => `${printItem(item)}\n`).join('');
}

function printItem(item: Item): string {
  switch (item.kind) {
    case 'scheduling':
      return `scheduling ${item.policy};`;
    case 'spurious-wakeups':
      return 'spurious wakeups;';
    case 'locks':
      return `lock ${item.names.map((name) => name.text).join(', ')};`;
    case 'constants':
      return `const ${item.constants.map(({ name, value }) => `${name.text} = ${printConstant(value)}`).join(', ')};`;
    case 'variables':
      return `${item.volatile ? 'volatile ' : ''}var ${item.variables.map(printVariable).join(', ')};`;
    case 'class': {
      const fields = item.fields.map(
        ({ name, type, volatile }) => `  ${volatile ? 'volatile ' : ''}${name.text}: ${printType(type)};\n`,
      );
      return `class ${item.name.text} {\n${fields.join('')}}`;
    }
    case 'atomic-set':
      return `atomic set ${item.name.text} { ${item.members.map((name) => name.text).join(', ')} }`;
    case 'process':
      return printProcess(item);
    case 'function':
      return printFunction(item, '');
  }
}

function printVariable({ name, type, initial }: VariableSyntax): string {
  const typed = type ? `: ${printType(type)}` : '';
  return `${name.text}${typed}${initial ? ` = ${printConstant(initial)}` : ''}`;
}

function printConstant(constant: ConstantSyntax): string {
  return constant.kind === 'null' ? 'null' : String(constant.value);
}

function printProcess({ name, parameter, instances, functions }: ProcessSyntax): string {
  const values = parameter ? `(${parameter.name.text}: ${parameter.low}..${parameter.high})` : '';
  const count = instances === 'any' ? ' *' : instances === 1 ? '' : ` [${instances}]`;
  const body = functions.map((item) => `  ${printFunction(item, '  ')}\n`);
  return `process ${name.text}${values}${count} {\n${body.join('')}}`;
}

function printFunction(item: FunctionSyntax, indent: string): string {
  const { name, synchronizedOn, parameters, returnType, body } = item;
  const modifier = synchronizedOn
    ? `synchronized(${item.isShared ? 'shared ' : ''}${printExpression(synchronizedOn)}) `
    : '';
  const list = printParameters(parameters);
  const signature = `${list === '' ? '' : `(${list})`}${returnType ? `: ${printType(returnType)}` : ''}`;
  return `${modifier}${name.text}${signature} ${printStatement(body, indent)}`;
}
