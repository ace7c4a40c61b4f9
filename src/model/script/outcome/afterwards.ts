// Does it matter what calls leave behind? One more call is made when all of them are over: does it do, and give back, what
// it does after some serial order of them? And is what they have left then as after such an order?

import { type Asked, Choices, type Token, tokenOf } from '../machine/choices.js';
import type { MachineOptions } from '../machine/machine.js';
import { type Run, run, type Scenario } from '../machine/run.js';
import { Unknown } from '../machine/value.js';
import type { Script } from '../script.js';
import { leftAsInNoOrder, type Remains } from './left.js';
import { outcomeOf } from './outcome.js';
import { ordersOf, serialOutcomes } from './serial.js';

export interface Afterwards {
  /** The call does what it does after no order. */
  readonly isFelt: boolean;
  /** What was left as in no order is as in some order when it is over. */
  readonly isMended: boolean;
}

/** `longer` makes the calls of the run, and then the one that is asked about. Undefined: there is no telling. */
export function afterwards(
  script: Script,
  longer: Scenario,
  options: MachineOptions,
  of: Run,
  remains: Remains,
  spend: (run: Run) => void,
): Afterwards | undefined {
  const calls = of.events.slice(of.start).filter(({ kind }) => kind === 'start').length;
  const last = -(calls + 1);
  const again = run(script, longer, options, new Followed(of.choices.map(tokenOf), `call ${last}`), {
    names: of.machine.turns.names,
    reached: new Set(),
    sleepsAt: -1,
    asleep: new Map(),
  });
  spend(again);
  if (again.abandoned !== undefined) return undefined;
  const orders = ordersOf(again).filter((order) => order.at(-1) === calls);
  const serial = serialOutcomes(script, longer, options, again, spend, orders);
  if (!serial) return undefined;
  const mine = outcomeOf(again).own.get(last);
  return {
    isFelt: serial.every(({ own }) => own.get(last) !== mine) || tellsOf(again, last, remains),
    isMended: leftAsInNoOrder(again, serial) === undefined,
  };
}

/** What it gives back depends on what was left there, and is not known. */
function tellsOf({ events }: Run, call: number, { left }: Remains): boolean {
  const end = events.find((event) => event.kind === 'end' && event.unit.id === call);
  if (end?.kind !== 'end') return false;
  const unknown = new Set(
    left.flatMap(({ last }) => (last.kind === 'write' && last.raw instanceof Unknown ? [last.cell.key] : [])),
  );
  return events.some(
    (event) => event.kind === 'read' && unknown.has(event.cell.key) && ((end.deps >> BigInt(event.bit)) & 1n) === 1n,
  );
}

/** What was chosen in a run that did not know of the last call, which begins when nothing else is left to do. */
class Followed extends Choices {
  readonly #tokens: Token[];

  constructor(
    tokens: readonly Token[],
    readonly last: string,
  ) {
    super([]);
    this.#tokens = [...tokens];
  }

  override choose(among: number): number {
    const wanted = this.#tokens.shift();
    const taken = typeof wanted === 'number' && wanted < among ? wanted : 0;
    this.made.push({ taken, among });
    return taken;
  }

  override chooseEvent(labels: readonly string[], _first: number, _asked: readonly Asked[]): number {
    const known = labels.filter((label) => label !== this.last);
    const wanted = known.length > 1 ? this.#tokens.shift() : known[0];
    const at = typeof wanted === 'string' ? labels.indexOf(wanted) : -1;
    const taken = at === -1 ? Math.max(0, labels.indexOf(known[0] ?? this.last)) : at;
    this.made.push({ taken, among: labels.length, label: labels[taken]! });
    return taken;
  }
}
