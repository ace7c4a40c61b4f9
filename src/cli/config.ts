// heddle.config.json: defaults for options, found in the current folder or above it. Keys are option names; an object under
// an engine's name holds options of that command only, and one under `rules` the severity of rules. Flags win.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isRecord } from '../base/json.js';
import { isRuleCode, type RuleCode } from '../base/rule.js';
import { engines } from '../pipeline/catalogue.js';
import { allRules, isKnownRule } from '../pipeline/rules.js';
import type { Severity } from '../report/triage/triage.js';
import type { OptionSpec, OptionValue, OptionValues } from '../verdict/options.js';
import { fail } from './failure.js';
import { commonOptions } from './settings.js';
import { didYouMean } from './suggestion.js';

export const configName = 'heddle.config.json';

export function findConfig(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const candidate = join(at, configName);
    if (existsSync(candidate) && statSync(candidate).isFile()) return candidate;
    if (at === dirname(at)) return undefined;
  }
}

/** Option values for a command from a configuration file. */
export function readConfig(file: string, command: string): OptionValues {
  const parsed = parseConfig(file);
  const sections = engines.map(({ info }) => info.id);
  const common = commonOptions.filter((option) => option.name !== 'config');
  const values: Record<string, readonly OptionValue[]> = {};
  for (const [key, value] of Object.entries(parsed)) {
    const option = common.find((spec) => spec.name === key);
    if (option) values[key] = optionValues(file, option, value);
    else if (key !== 'rules' && !sections.includes(key))
      unknownKey(file, key, [...common.map((spec) => spec.name), ...sections, 'rules']);
  }
  const section = parsed[command];
  return section === undefined ? values : { ...values, ...sectionValues(file, command, section) };
}

type Severities = Partial<Record<RuleCode, Severity | 'off'>>;

const severities: readonly string[] = ['error', 'warning', 'note', 'off'];

function isSeverity(value: unknown): value is Severity | 'off' {
  return typeof value === 'string' && severities.includes(value);
}

/** `"rules": { "HD1005": "warning", "HD6003": "off" }`. */
export function readSeverities(file: string): Severities {
  const { rules = {} } = parseConfig(file);
  if (!isRecord(rules)) return fail('HD0008', "'rules' must be an object of rule codes", { file });
  const found: Severities = {};
  for (const [code, severity] of Object.entries(rules)) {
    if (!isRuleCode(code) || !isKnownRule(code))
      return unknownKey(
        file,
        `rules.${code}`,
        allRules().map(([known]) => `rules.${known}`),
      );
    if (!isSeverity(severity))
      return fail('HD0008', `'rules.${code}' must be one of ${severities.join(', ')}`, { file });
    found[code] = severity;
  }
  return found;
}

function parseConfig(file: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
    if (isRecord(parsed)) return parsed;
  } catch (error) {
    fail('HD0008', error instanceof Error ? error.message : String(error), { file });
  }
  return fail('HD0008', 'the configuration must be an object', { file });
}

function sectionValues(file: string, command: string, section: unknown): OptionValues {
  if (!isRecord(section)) return fail('HD0008', `'${command}' must be an object of options`, { file });
  const specs = engines.find(({ info }) => info.id === command)?.info.options ?? [];
  const values: Record<string, readonly OptionValue[]> = {};
  for (const [key, value] of Object.entries(section)) {
    const option = specs.find((spec) => spec.name === key);
    if (option) values[key] = optionValues(file, option, value);
    else
      unknownKey(
        file,
        `${command}.${key}`,
        specs.map((spec) => `${command}.${spec.name}`),
      );
  }
  return values;
}

function optionValues(file: string, option: OptionSpec, value: unknown): OptionValue[] {
  if (option.placeholder === undefined) {
    if (typeof value !== 'boolean') return fail('HD0008', `'${option.name}' must be true or false`, { file });
    return value ? [{ text: '' }] : [];
  }
  const items = option.repeatable && Array.isArray(value) ? value : [value];
  return items.map((item) => {
    if (typeof item === 'string' || typeof item === 'number') return { text: String(item) };
    return fail('HD0008', `'${option.name}' must be a text or a number`, { file });
  });
}

function unknownKey(file: string, key: string, known: readonly string[]): never {
  return fail('HD0008', `unknown key '${key}'`, { file, ...didYouMean(key, known) });
}
