// Options of an engine as text: declared by the engine, turned into flags by the command line, carried to workers
// unchanged, and given their meaning by the engine itself.

export interface OptionSpec {
  /** Without dashes: `method` for `--method`. */
  readonly name: string;
  readonly description: string;
  /** What the value looks like in help (`name`, `n`); absent for a flag without value. */
  readonly placeholder?: string;
  readonly choices?: readonly string[];
  readonly repeatable?: true;
  /** `integer`: a whole number >= 0. `file`: a path unless it is one of the choices; its content is handed over. */
  readonly type?: 'text' | 'integer' | 'file';
}

export interface OptionValue {
  readonly text: string;
  /** Content of the file that `text` names, for options of type `file`. */
  readonly content?: string;
}

export type OptionValues = Readonly<Record<string, readonly OptionValue[]>>;

export function optionText(options: OptionValues, name: string): string | undefined {
  return options[name]?.at(-1)?.text;
}

export function optionTexts(options: OptionValues, name: string): readonly string[] {
  return (options[name] ?? []).map((value) => value.text);
}

export function optionFlag(options: OptionValues, name: string): boolean {
  return options[name] !== undefined;
}

export function optionInteger(options: OptionValues, name: string): number | undefined {
  const text = optionText(options, name);
  return text === undefined ? undefined : Number(text);
}
