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
  /** It changes what is asked, not only how it is answered: part of the claim that a `holds` makes. */
  readonly changesMeaning?: true;
  /** `integer`: a whole number >= 0. `file`: a path unless it is one of the choices; its content is handed over. */
  readonly type?: 'text' | 'integer' | 'file';
}

/** Options that change what is asked, as a claim carries them: by name, in the order of the names. */
export type ClaimOptions = Readonly<Record<string, readonly string[]>>;

/** Those of `values` that change the meaning of an answer, whatever order they were given in. */
export function claimOptions(specs: readonly OptionSpec[], values: OptionValues): ClaimOptions {
  const meant = specs.filter(({ name, changesMeaning }) => changesMeaning && values[name] !== undefined);
  const named = meant.map(({ name }) => [name, values[name]!.map(({ text }) => text)] as const);
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
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
