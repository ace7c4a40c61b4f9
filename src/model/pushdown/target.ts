// What `heddle reach` is asked for: an automaton of the file by its name, or one configuration as text, `<p, a b>`, with `...` at
// the end for any rest of the stack, `<p, a ...>`.

import { failure, type Result, success } from '../../base/result.js';
import { SourceText } from '../../base/source-text.js';
import type { PushdownModel } from './pushdown-model.js';
import type { PushdownSystem } from './pushdown-system.js';
import { type Token, tokenize } from './text/tokens.js';

/** A set of configurations as an automaton that reads stacks, top first, from the control states on, which come first. */
export interface ConfigurationSet {
  readonly stateCount: number;
  readonly transitions: readonly StackTransition[];
  readonly finals: ReadonlySet<number>;
}

export interface StackTransition {
  readonly from: number;
  readonly symbol: number;
  readonly to: number;
}

export function targetOf(model: PushdownModel, text: string): Result<ConfigurationSet, string> {
  const named = model.automata.find(({ name }) => name === text.trim());
  if (named) {
    const { stateCount, transitions, finals } = named.automaton;
    return success({ stateCount, transitions, finals: new Set(finals.keys()) });
  }
  const written = writtenTarget(text);
  if (!written) return failure(`'${text}' is neither an automaton of the file nor a configuration such as <p, a ...>`);
  return configurationsOf(model.system, written);
}

interface WrittenTarget {
  readonly state: string;
  readonly stack: readonly string[];
  readonly anyRest: boolean;
}

function writtenTarget(text: string): WrittenTarget | undefined {
  const [open, state, ...more] = tokenize(new SourceText('target', text)).slice(0, -1);
  const close = more.pop();
  if (!isMark(open, '<') || !isMark(close, '>') || state?.kind !== 'name') return undefined;
  const comma = more.shift();
  if (comma && !isMark(comma, ',')) return undefined;
  const names = more.flatMap((token) => (token.kind === 'name' ? [token] : []));
  if (names.length < more.length) return undefined;
  const last = names.at(-1);
  const anyRest = last !== undefined && !last.quoted && last.text === '...';
  const stack = names.map((token) => token.text).slice(0, anyRest ? -1 : names.length);
  return { state: state.text, stack, anyRest };
}

function isMark(token: Token | undefined, mark: string): boolean {
  return token?.kind === 'punctuation' && token.text === mark;
}

function configurationsOf(
  system: PushdownSystem,
  { state, stack, anyRest }: WrittenTarget,
): Result<ConfigurationSet, string> {
  const control = idOf(system.stateCount, system.stateName, state);
  if (control === undefined) return failure(`the system has no control state '${state}'`);
  const symbols = stack.map((name) => idOf(system.symbolCount, system.symbolName, name));
  const unknown = stack[symbols.indexOf(undefined)];
  if (unknown !== undefined) return failure(`the system has no stack symbol '${unknown}'`);
  const last = system.stateCount + symbols.length - 1;
  const transitions: StackTransition[] = symbols.map((symbol, i) => ({
    from: i === 0 ? control : system.stateCount + i - 1,
    symbol: symbol!,
    to: system.stateCount + i,
  }));
  const end = symbols.length === 0 ? control : last;
  if (!anyRest) return success({ stateCount: last + 1, transitions, finals: new Set([end]) });
  // Through a state of its own: no transition enters a control state.
  const rest = last + 1;
  for (let symbol = 0; symbol < system.symbolCount; symbol++)
    transitions.push({ from: end, symbol, to: rest }, { from: rest, symbol, to: rest });
  return success({ stateCount: rest + 1, transitions, finals: new Set([end, rest]) });
}

function idOf(count: number, nameOf: (id: number) => string, name: string): number | undefined {
  for (let id = 0; id < count; id++) if (nameOf(id) === name) return id;
  return undefined;
}
