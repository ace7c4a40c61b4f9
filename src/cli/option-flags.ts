// Option specs to commander flags, and parsed flags back to option values. Values are checked here against the spec's
// choices and type; what they mean is the engine's business.

import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { OptionSpec, OptionValue, OptionValues } from '../verdict/options.js';
import { fail } from './failure.js';

const shortFlags: Readonly<Record<string, string>> = { output: '-o, ' };

export function addOption(command: Command, spec: OptionSpec): void {
  const value = spec.placeholder === undefined ? '' : ` <${spec.placeholder}>`;
  const option = new Option(`${shortFlags[spec.name] ?? ''}--${spec.name}${value}`, spec.description);
  if (spec.placeholder !== undefined) {
    option.argParser((text: string, earlier: string[] | undefined) => {
      checkValue(spec, text);
      return spec.repeatable ? [...(earlier ?? []), text] : [text];
    });
  }
  command.addOption(option);
}

function checkValue(spec: OptionSpec, text: string): void {
  if (spec.type === 'integer' && !/^\d+$/.test(text)) throw new InvalidArgumentError('It takes a whole number.');
  if (spec.choices && spec.type !== 'file' && !spec.choices.includes(text))
    throw new InvalidArgumentError(`It takes one of ${spec.choices.join(', ')}.`);
}

/** The options given on the command line, as text; files are read here. */
export function givenOptions(command: Command, specs: readonly OptionSpec[]): OptionValues {
  const values: Record<string, readonly OptionValue[]> = {};
  for (const spec of specs) {
    const given: unknown = givenValue(command, spec.name);
    if (given === undefined) continue;
    const texts = Array.isArray(given) ? given.map(String) : [''];
    values[spec.name] = texts.map((text) => withContent(spec, text));
  }
  return values;
}

/** Commander keeps `--no-x` as x, which is true unless it was given. */
function givenValue(command: Command, name: string): unknown {
  if (!name.startsWith('no-')) return command.getOptionValue(camelCase(name));
  return command.getOptionValue(camelCase(name.slice('no-'.length))) === false ? true : undefined;
}

/** Values from elsewhere (a configuration file) pass through the same checks. */
export function checkedValues(specs: readonly OptionSpec[], values: OptionValues, file: string): OptionValues {
  const checked: Record<string, readonly OptionValue[]> = {};
  for (const [name, given] of Object.entries(values)) {
    const spec = specs.find((candidate) => candidate.name === name);
    if (!spec || given.length === 0) continue;
    try {
      for (const { text } of given) checkValue(spec, text);
    } catch (error) {
      fail('HD0008', `'${name}': ${error instanceof Error ? error.message : String(error)}`, { file });
    }
    checked[name] = given.map(({ text }) => withContent(spec, text));
  }
  return checked;
}

function withContent(spec: OptionSpec, text: string): OptionValue {
  if (spec.type !== 'file' || spec.choices?.includes(text)) return { text };
  try {
    return { text, content: readFileSync(text, 'utf8') };
  } catch {
    const help = spec.choices
      ? `--${spec.name} takes a file or one of ${spec.choices.join(', ')}`
      : `--${spec.name} takes a file`;
    return fail('HD0001', 'cannot be read', { file: text, help });
  }
}

function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
