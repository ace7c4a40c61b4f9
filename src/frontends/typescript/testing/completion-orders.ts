// The truth about a small service: its real code, transpiled and run by Node, under every order in which the outside
// world can complete. Every call from outside, every I/O and every timer is a gate; whenever nothing else can run, one
// of the open gates is let through. All sequences of choices are tried, each on a fresh copy of the modules.

import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

export interface World {
  /** A promise that settles with what `effect` gives, when the scheduler lets it. */
  io<T>(effect: () => T): Promise<T>;
  /** A key-value store behind I/O. */
  store(entries?: readonly (readonly [string, unknown])[]): unknown;
  readonly timers: { fire(index: number): unknown };
  /** What the modules see as global names. */
  readonly globals: Record<string, unknown>;
  load(file: string): Record<string, unknown>;
}

export interface Scenario {
  readonly calls: readonly (() => unknown)[];
  ok(results: readonly PromiseSettledResult<unknown>[]): boolean;
}

export type ScenarioMaker = (module: Record<string, unknown>, world: World) => Scenario | Promise<Scenario>;

/** Packages that the program imports, by name. */
export type Packages = Readonly<Record<string, unknown>>;

export interface Truth {
  readonly runs: number;
  readonly bad: number;
  readonly complete: boolean;
}

/** Tries all orders, or the first `limit` of them in depth-first order. */
export async function tryAllOrders(
  file: string,
  make: ScenarioMaker,
  limit = 20_000,
  packages: () => Packages = () => ({}),
): Promise<Truth> {
  let prefix: number[] | undefined = [];
  let runs = 0;
  let bad = 0;
  while (prefix && runs < limit) {
    const choices: Choice[] = await runOnce(file, make, packages(), prefix, () => bad++);
    runs++;
    prefix = nextPrefix(choices);
  }
  return { runs, bad, complete: prefix === undefined };
}

interface Choice {
  readonly taken: number;
  readonly among: number;
}

function nextPrefix(choices: readonly Choice[]): number[] | undefined {
  for (let i = choices.length - 1; i >= 0; i--) {
    const { taken, among } = choices[i]!;
    if (taken + 1 < among) return [...choices.slice(0, i).map((choice) => choice.taken), taken + 1];
  }
  return undefined;
}

async function runOnce(
  file: string,
  make: ScenarioMaker,
  packages: Packages,
  prefix: readonly number[],
  onBad: () => void,
): Promise<Choice[]> {
  const gates: (() => void)[] = [];
  const io = <T>(effect: () => T) => {
    const promise = new Promise<T>((resolve, reject) => {
      gates.push(() => {
        try {
          resolve(effect());
        } catch (error) {
          reject(error);
        }
      });
    });
    promise.catch(() => undefined); // nobody may be listening
    return promise;
  };
  const modules = new Modules(io, packages);
  const world = { io, store: storeOf(io), timers: modules.timers, globals: modules.globals, load: modules.load };
  const base = dirname(file);
  const scenario = await make(modules.load(file), { ...world, load: (name: string) => modules.load(join(base, name)) });
  const results = scenario.calls.map((call) => io(() => undefined).then(call));
  for (const result of results) result.catch(() => undefined);
  const choices: Choice[] = [];
  await quiet();
  while (gates.length > 0 && choices.length < 200) {
    const taken = prefix[choices.length] ?? 0;
    choices.push({ taken, among: gates.length });
    gates.splice(taken, 1)[0]!();
    await quiet();
  }
  const ended = await Promise.race([Promise.allSettled(results), quiet().then(() => undefined)]);
  if (!ended || !scenario.ok(ended)) onBad();
  return choices;
}

/** When every microtask has run. */
function quiet(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function storeOf(io: World['io']) {
  return (entries: readonly (readonly [string, unknown])[] = []) => {
    const data = new Map<string, unknown>(entries);
    return {
      data,
      get: (key: string) => io(() => data.get(key)),
      set: (key: string, value: unknown) => io(() => void data.set(key, value)),
      delete: (key: string) => io(() => void data.delete(key)),
    };
  };
}

const transpiled = new Map<string, string>();

function javascriptOf(file: string): string {
  const known = transpiled.get(file);
  if (known !== undefined) return known;
  const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions: options });
  transpiled.set(file, outputText);
  return outputText;
}

/** A fresh copy of a program's modules, with timers that only fire when the scheduler lets them. */
class Modules {
  readonly globals: Record<string, unknown> = {};
  readonly #loaded = new Map<string, Record<string, unknown>>();
  readonly #intervals: ((() => unknown) | undefined)[] = [];

  constructor(
    readonly io: World['io'],
    readonly packages: Packages,
  ) {}

  readonly timers = { fire: (index: number) => this.#intervals[index]?.() };

  readonly load = (file: string): Record<string, unknown> => {
    const path = normalize(file);
    const known = this.#loaded.get(path);
    if (known) return known;
    const module = { exports: {} };
    this.#loaded.set(path, module.exports);
    const require = (name: string) =>
      this.packages[name] ?? this.load(join(dirname(path), name.replace(/\.js$/, '.ts')));
    const timers = {
      setTimeout: (callback: () => unknown) => void this.io(() => callback()),
      setInterval: (callback: () => unknown) => this.#intervals.push(callback) - 1,
      clearInterval: (index: number) => {
        this.#intervals[index] = undefined;
      },
    };
    const names = { module, exports: module.exports, require, ...timers };
    const body = `with (globals) { ${javascriptOf(path).replace('"use strict";', '')} }`;
    new Function('globals', ...Object.keys(names), body)(this.globals, ...Object.values(names));
    return module.exports;
  };
}
