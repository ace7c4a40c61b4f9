// The work that an exclusive section is asked to do: reads, waits, and writes what it read. Two of them at once lose one.

import { spotOf } from '../machine.js';
import { newPromise } from '../promises.js';
import type { Cell } from '../trace.js';
import { none, plain, undefinedValue, type Value } from '../value.js';
import type { OutsideCall } from './operations.js';

export function probe({ machine, frame, site, name }: OutsideCall): Value {
  const cell: Cell = { key: `probe ${name}`, name: 'the exclusive section', owner: 'probe', external: false };
  const deps = machine.read(frame, cell, undefined, site.span);
  const promise = newPromise(machine);
  machine.await({
    unit: frame.unit,
    what: site.text,
    spot: spotOf(frame, site.span),
    promise,
    mayReject: true,
    touches: false,
    perform: () => {
      machine.write({ ...frame, control: none }, cell, 'set', { raw: undefined, deps }, undefined, site.span);
      return undefinedValue;
    },
  });
  return plain(promise);
}

/** One connection has one transaction: who begins a second one is in that of the first. */
export function transaction({ machine, frame, owner, site }: OutsideCall, isEnd: boolean): void {
  const cell: Cell = {
    key: `probe ${owner}`,
    name: `the transaction of ${owner.replace(/#\d+/g, '')}`,
    owner: 'probe',
    external: true,
  };
  const { transactions: known } = machine;
  const mine = `${owner} ${rootId(frame.unit)}`;
  if (!isEnd) known.set(mine, machine.read(frame, cell, undefined, site.span));
  else if (known.has(mine)) {
    const value = { raw: undefined, deps: known.get(mine)! };
    machine.write({ ...frame, control: none }, cell, 'set', value, undefined, site.span);
    known.delete(mine);
  }
}

function rootId(unit: OutsideCall['frame']['unit']): number {
  let root = unit;
  while (root.parent) root = root.parent;
  return root.id;
}
