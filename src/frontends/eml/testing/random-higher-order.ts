// Random sequential programs whose functions take functions, which mean the same in EML and in JavaScript. What only EML has
// stands in `⟨…⟩`; marks for locks are those of random-sequential.ts. Every function burns fuel, so that all of them end.

import type { Rng } from '../../../base/rng.js';
import { type SequentialProgram, toEml, toJavaScript } from './random-sequential.js';

/** A value of the language: data, or a function of these. */
type Kind = 'int' | 'lock' | Signature;

interface Signature {
  readonly parameters: readonly Kind[];
  readonly givesInt: boolean;
}

interface Named {
  readonly name: string;
  readonly kind: Kind;
}

const action: Signature = { parameters: [], givesInt: false };
const kinds: readonly Kind[] = [
  'int',
  'lock',
  action,
  { parameters: [], givesInt: true },
  { parameters: ['int'], givesInt: false },
  { parameters: ['lock'], givesInt: false },
  { parameters: [action], givesInt: false },
  { parameters: [{ parameters: [action], givesInt: false }, 'int'], givesInt: true },
];

export function randomHigherOrder(rng: Rng): SequentialProgram {
  const functions = Array.from({ length: 4 }, (_, i): Named => {
    const parameters = Array.from({ length: rng.below(4) }, () => rng.pick(kinds));
    return { name: `f${i}`, kind: { parameters, givesInt: rng.chance(0.4) } };
  });
  const text = functions.map((named, i) => {
    // Mostly those behind it, so that what is passed seldom grows for ever.
    const known = rng.chance(0.15) ? functions : functions.slice(i + 1);
    return new Writer(rng, known).declaration(named);
  });
  const main = new Writer(rng, functions).block([], 3, false);
  const source = { functions: text.join('\n'), main };
  return {
    eml: `lock l, m; var x: int, fuel: int = 40, trace: int;
${toEml(plainEml(source.functions))}
process P { main { ${toEml(plainEml(source.main))} } }`,
    javascript: `let x = 0, fuel = 40, trace = 0; const l = 'l', m = 'm';
${toJavaScript(plainJavaScript(source.functions))}
(() => { ${toJavaScript(plainJavaScript(source.main))} })();
return [x, fuel, trace];`,
  };
}

function plainEml(text: string): string {
  return text.replace(/[⟨⟩]/g, '').replaceAll('function ', '');
}

function plainJavaScript(text: string): string {
  return text.replace(/⟨[^⟩]*⟩/g, '');
}

function printKind(kind: Kind): string {
  if (typeof kind === 'string') return kind;
  return `(${kind.parameters.map(printKind).join(', ')}) -> ${kind.givesInt ? 'int' : 'void'}`;
}

class Writer {
  #fresh = 0;

  constructor(
    readonly rng: Rng,
    readonly functions: readonly Named[],
  ) {}

  declaration({ name, kind }: Named): string {
    return typeof kind === 'string' ? '' : `function ${name}${this.#function(kind, [], 3, name)}`;
  }

  /** Parameters, result and body: of a declaration, or, without a name, of an anonymous function. */
  #function(kind: Signature, scope: readonly Named[], depth: number, name?: string): string {
    const parameters = kind.parameters.map((type): Named => ({ name: this.#name(), kind: type }));
    const list = parameters.map((one) => `${one.name}⟨: ${printKind(one.kind)}⟩`).join(', ');
    const result = kind.givesInt ? '⟨: int⟩' : '';
    const inner = [...scope, ...parameters];
    const out = kind.givesInt ? `return ${this.int(inner, 0)};` : 'return;';
    const end = kind.givesInt ? ` return ${this.int(inner, 1)};` : '';
    const body = this.block(inner, depth, kind.givesInt);
    return `(${list})${result} ${name ? '' : '=> '}{ if (fuel <= 0) { ${out} } fuel -= 1; ${body}${end} }`;
  }

  #name(): string {
    return `p${this.#fresh++}`;
  }

  block(scope: readonly Named[], depth: number, givesInt: boolean): string {
    const known = [...scope];
    return Array.from({ length: this.rng.between(1, 3) }, () => this.#statement(known, depth, givesInt)).join(' ');
  }

  #statement(scope: Named[], depth: number, givesInt: boolean): string {
    const { rng } = this;
    const inner = () => this.block(scope, depth - 1, givesInt);
    if (depth > 0 && rng.chance(0.3)) {
      if (rng.chance(0.4)) return `if (x % 2 == ${rng.below(2)}) { ${inner()} } else { ${inner()} }`;
      const held = rng.pick(['l', 'm', ...scope.filter(({ kind }) => kind === 'lock').map(({ name }) => name)]);
      return `<${held}{ ${inner()} }${held}>`;
    }
    if (rng.chance(0.3)) return `x = (${this.int(scope, 1)}) % 50; trace = (trace * 3 + x) % 10007;`;
    if (rng.chance(0.25)) return this.#let(scope, depth);
    return this.#call(scope, depth) ?? 'x += 1;';
  }

  #let(scope: Named[], depth: number): string {
    const name = this.#name();
    const kind = this.rng.pick(kinds);
    const value = this.value(kind, scope, depth);
    scope.push({ name, kind });
    return `let ${name} = ${value};`;
  }

  /** Of a declared function, a parameter or a local; sometimes as a thread that is waited for at once. */
  #call(scope: readonly Named[], depth: number): string | undefined {
    const callable = [...this.functions, ...scope, ...scope].filter(({ kind }) => typeof kind !== 'string');
    if (callable.length === 0 || depth === 0) return undefined;
    const { name, kind } = this.rng.pick(callable);
    if (typeof kind === 'string') return undefined;
    const args = kind.parameters.map((type) => this.value(type, scope, depth - 1)).join(', ');
    if (kind.givesInt && this.rng.chance(0.6)) return `x = ${name}(${args}) % 50;`;
    return this.rng.chance(0.15) ? `⟨spawn ⟩${name}(${args}); ⟨join;⟩` : `${name}(${args});`;
  }

  value(kind: Kind, scope: readonly Named[], depth: number): string {
    if (kind === 'int') return this.int(scope, 1);
    const fitting = [...scope, ...this.functions].filter((one) => printKind(one.kind) === printKind(kind));
    if (kind === 'lock') return this.rng.pick(['l', 'm', ...fitting.map(({ name }) => name)]);
    if (fitting.length > 0 && (depth <= 0 || this.rng.chance(0.5))) return this.rng.pick(fitting).name;
    return this.#function(kind, scope, Math.max(0, depth - 1));
  }

  int(scope: readonly Named[], depth: number): string {
    const names = scope.filter(({ kind }) => kind === 'int').map(({ name }) => name);
    if (depth === 0 || this.rng.chance(0.6)) return this.rng.pick(['x', String(this.rng.below(9)), ...names]);
    return `${this.int(scope, depth - 1)} + ${this.int(scope, depth - 1)}`;
  }
}
