// Random programs without branches, and the plainest way to find out which updates they lose: run them in Node in all
// completion orders, look at which read each write goes back to, and whether another call has written in between.

import type { Rng } from '../../../base/rng.js';

export type Cell = 'a' | 'b' | 'c';

export type Operation =
  | { readonly kind: 'await' }
  | { readonly kind: 'read'; readonly cell: Cell; readonly local: number }
  /** From a local, so from the read that it holds; or a constant. */
  | { readonly kind: 'write'; readonly cell: Cell; readonly local: number | undefined };

export type StraightProgram = readonly [readonly Operation[], readonly Operation[]];

const cells: readonly Cell[] = ['a', 'b', 'c'];

export function randomProgram(rng: Rng): StraightProgram {
  return [randomBody(rng), randomBody(rng)];
}

function randomBody(rng: Rng): Operation[] {
  const body: Operation[] = [];
  const length = rng.between(3, 7);
  let locals = 0;
  let awaits = 0;
  for (let i = 0; i < length; i++) {
    const pick = rng.below(4);
    const cell = cells[rng.below(3)]!;
    if (pick === 0 && awaits < 2) {
      awaits++;
      body.push({ kind: 'await' });
    } else if (pick === 1 || locals === 0) body.push({ kind: 'read', cell, local: locals++ });
    else body.push({ kind: 'write', cell, local: rng.below(6) === 0 ? undefined : rng.below(locals) });
  }
  return body;
}

/** As source text; `name` says how a cell is written. */
export function programText(program: StraightProgram): string {
  const functions = program.map(
    (body, i) => `export async function f${i}() {\n${body.map((o) => `  ${lineOf(o)}`).join('\n')}\n}`,
  );
  return ['declare function io(): Promise<void>;', ...cells.map((cell) => `let ${cell} = 0;`), ...functions, ''].join(
    '\n',
  );
}

function lineOf(operation: Operation): string {
  switch (operation.kind) {
    case 'await':
      return 'await io();';
    case 'read':
      return `const t${operation.local} = ${operation.cell};`;
    case 'write':
      return operation.local === undefined ? `${operation.cell} = 0;` : `${operation.cell} = t${operation.local} + 1;`;
  }
}

interface Access {
  readonly call: number;
  readonly cell: Cell;
  readonly kind: 'read' | 'write';
  /** The reads that the value goes back to, by their place in the log: its own, and those of what was stored there. */
  readonly from: ReadonlySet<number>;
}

/** Cells with a read, a foreign write, and a write from that read, in some order of some pair of calls. */
export async function lostUpdates(program: StraightProgram): Promise<Cell[]> {
  const lost = new Set<Cell>();
  for (const pair of [
    [0, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    let prefix: number[] | undefined = [];
    while (prefix) {
      const { log, choices } = await runOnce(program, pair, prefix);
      for (const cell of lostIn(log)) lost.add(cell);
      prefix = nextPrefix(choices);
    }
  }
  return [...lost];
}

function lostIn(log: readonly Access[]): Cell[] {
  return log.flatMap((write, at) => {
    const isLost = [...write.from].some((read) => {
      const { call, cell } = log[read]!;
      if (write.kind !== 'write' || call !== write.call || cell !== write.cell) return false;
      return log.slice(read, at).some((other) => other.kind === 'write' && other.cell === cell && other.call !== call);
    });
    return isLost ? [write.cell] : [];
  });
}

async function runOnce(program: StraightProgram, pair: readonly [number, number], prefix: readonly number[]) {
  const gates: (() => void)[] = [];
  const log: Access[] = [];
  const io = () => new Promise<void>((resolve) => gates.push(resolve));
  const stored = new Map<Cell, ReadonlySet<number>>();
  const calls = pair.map((body, call) => async () => {
    const locals: ReadonlySet<number>[] = [];
    await io();
    for (const operation of program[body]!) {
      if (operation.kind === 'await') await io();
      else if (operation.kind === 'read') {
        // Read anew, a cell stands for itself: what was read of it before is no longer what counts.
        const before = [...(stored.get(operation.cell) ?? [])].filter((read) => log[read]!.cell !== operation.cell);
        const from = new Set([log.length, ...before]);
        locals[operation.local] = from;
        log.push({ call, cell: operation.cell, kind: 'read', from });
      } else {
        const from = operation.local === undefined ? new Set<number>() : locals[operation.local]!;
        stored.set(operation.cell, from);
        log.push({ call, cell: operation.cell, kind: 'write', from });
      }
    }
  });
  const ends = calls.map((call) => call());
  const choices: { taken: number; among: number }[] = [];
  for (; gates.length > 0; await quiet()) {
    const taken = prefix[choices.length] ?? 0;
    choices.push({ taken, among: gates.length });
    gates.splice(taken, 1)[0]!();
  }
  await Promise.all(ends);
  return { log, choices };
}

function quiet(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function nextPrefix(choices: readonly { readonly taken: number; readonly among: number }[]): number[] | undefined {
  for (let i = choices.length - 1; i >= 0; i--) {
    const { taken, among } = choices[i]!;
    if (taken + 1 < among) return [...choices.slice(0, i).map((choice) => choice.taken), taken + 1];
  }
  return undefined;
}
