// Messages of one connection come in an order. A handler waits, the one of a later message takes something away (`leave`), and
// then the first one puts something there (`join`): as if the messages had come the other way round. Whether that matters is not
// to be told from the code.

import { areForeign, type Unit } from '../../../../model/script/machine/frame.js';
import type { Run } from '../../../../model/script/machine/run.js';
import { History, type WriteEvent } from '../history.js';

const ofMessages = /\.(?:on|addListener|addEventListener) '(?:message|data|frame|line|packet)' /;

/** What the first one puts there. */
export function overtakenMessage(run: Run): WriteEvent | undefined {
  const history = new History(run);
  return history.writes.find(
    (put) =>
      ofMessages.test(rootOf(put.unit).entry) &&
      (put.how === 'set' || put.how === 'add') &&
      !put.cell.external &&
      history.writes.some((taken) => isTakenFirst(history, taken, put)),
  );
}

function isTakenFirst(history: History, taken: WriteEvent, put: WriteEvent): boolean {
  if (taken.how !== 'delete' || taken.index > put.index || taken.cell.owner !== put.cell.owner) return false;
  const [mine, theirs] = [rootOf(put.unit), rootOf(taken.unit)];
  if (mine.entry !== theirs.entry || !areForeign(mine, theirs)) return false;
  const [began, after] = [mine, theirs].map((root) => startOf(history, root));
  const looksAgain = history
    .readsOf(taken.cell.key)
    .some(({ index, unit }) => index > taken.index && !areForeign(unit, mine));
  return began! < after! && !looksAgain;
}

function startOf({ events }: History, root: Unit): number {
  return events.findIndex((event) => event.kind === 'start' && event.unit.id === root.id);
}

function rootOf(unit: Unit): Unit {
  let root = unit;
  while (root.parent) root = root.parent;
  return root;
}
