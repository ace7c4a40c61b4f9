// What may be meant or may be a bug, which the code does not tell: it is neither reported nor answered by `holds`.

import type { Run } from '../../../../model/script/machine/run.js';
import { overtakenMessage } from './overtaken-message.js';
import { toldTooEarly } from './told-early.js';

export function doubtful(run: Run, released: ReadonlySet<string>): string | undefined {
  const told = toldTooEarly(run, released);
  if (told) return `\`${told.cell.name}\` tells others that it is done, and then it fails: is it meant?`;
  const put = overtakenMessage(run);
  return put && `\`${put.cell.name}\` can end as if messages had come in another order: is it meant?`;
}
