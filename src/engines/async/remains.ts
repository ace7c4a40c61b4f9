// What calls leave behind as in no serial order of them. Outside, that is a finding. In memory it is one if a later call
// feels it, unless the calls have looked at each other and mean it, or an entry that was not among them mends it: then it
// is unknown whether it matters. What no rule excuses and no rule explains is unknown, too.

import type { afterwards } from '../../model/script/outcome/afterwards.js';
import type { Left, Remains as LeftAsInNoOrder } from '../../model/script/outcome/left.js';
import type { EntryPoint } from '../../model/script/scenario/entries.js';
import type { Found, Question } from './found.js';
import { unordered } from './judge/unordered.js';

type About = Omit<Found, 'violation'>;

interface Remaining extends About {
  readonly remains: LeftAsInNoOrder;
}

interface Settled {
  readonly found: readonly Found[];
  readonly open: readonly { readonly entries: readonly EntryPoint[]; readonly reason: string }[];
}

/** So many executions are kept of one thing that is left by the same calls. */
const mostAlike = 2;

export interface Asking {
  /** Entries that may be called afterwards. */
  readonly entries: readonly EntryPoint[];
  /** Nothing more is to be found out about these calls. */
  isKnown(calls: readonly EntryPoint[]): boolean;
  after(about: About, remains: LeftAsInNoOrder, later: EntryPoint): ReturnType<typeof afterwards>;
}

export class Remains {
  readonly #all: Remaining[] = [];
  readonly #alike = new Map<string, number>();

  note(remains: LeftAsInNoOrder, about: About): void {
    const { overlapping } = about.question;
    const shown = remains.left.map(({ isMeant, last }) => `${isMeant} ${last.spot.module}:${last.spot.span.start}`);
    const key = [...overlapping.map(({ name }) => name), ...remains.names, ...shown].join('\n');
    const count = (this.#alike.get(key) ?? 0) + 1;
    this.#alike.set(key, count);
    if (count <= mostAlike) this.#all.push({ ...about, remains });
  }

  settle(asking: Asking): Settled {
    const found: Found[] = [];
    const open: Settled['open'][number][] = [];
    for (const each of this.#all) {
      const { overlapping } = each.question;
      const isTold = found.some(({ question }) => isWithin(question, overlapping));
      if (isTold || asking.isKnown(overlapping)) continue;
      const verdict = settled(each, asking);
      if (verdict === 'excused') continue;
      if (verdict === 'open') {
        const isSaid = open.some(({ entries }) => entries.every((entry) => overlapping.includes(entry)));
        if (!isSaid) open.push({ entries: overlapping, reason: reasonOf(each.remains) });
      } else found.push({ ...withoutRemains(each), violation: unordered(each.run, verdict) });
    }
    return { found, open };
  }
}

function isWithin({ overlapping }: Question, calls: readonly EntryPoint[]): boolean {
  return overlapping.every((entry) => calls.includes(entry));
}

function withoutRemains({ remains: _, ...about }: Remaining): About {
  return about;
}

function reasonOf({ names: [first, ...more] }: LeftAsInNoOrder): string {
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  return `\`${first}\`${others} can end as in no order of the calls: whether that matters is not known`;
}

/** Who takes from there is called again where he has failed. */
function putThere(last: Left['last']): string | undefined {
  return last.kind === 'write' && last.how === 'shift' ? undefined : last.unit.entry;
}

function settled(each: Remaining, asking: Asking): Left | 'open' | 'excused' {
  const { remains } = each;
  const outside = remains.left.find(({ isMeant, isInside }) => !isMeant && !isInside);
  if (outside) return outside;
  const plain = remains.left.find(({ isMeant }) => !isMeant);
  if (!remains.isInside) return plain ?? 'open';
  const later = asking.entries.map((entry) => ({ entry, told: asking.after(each, remains, entry) }));
  const isFelt = later.some(({ told }) => told?.isFelt);
  if (!isFelt) return plain || later.some(({ told }) => !told) ? 'open' : 'excused';
  const waiting = remains.left.find((left) => left.isWaiting);
  const hasFailed = each.run.steps.some((step) => step.do === 'reject');
  // Who was called, and has not failed, should have taken it: `close()` does not come a second time.
  const isUsed = (entry: EntryPoint) => each.question.overlapping.includes(entry) && !hasFailed;
  // Who puts one more there brings what waits to its end, but it waits for him.
  const isPut = ({ name }: EntryPoint) => waiting !== undefined && putThere(waiting.last) === name;
  const isMended = later.some(({ entry, told }) => told?.isMended && !isPut(entry) && !isUsed(entry));
  return plain && !(plain.isWaiting && isMended) ? plain : 'open';
}
