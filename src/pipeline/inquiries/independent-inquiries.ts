// Which questions about source code know of each other: those of one class, and those that would tell of the same fault. Sets
// of them that share neither are independent: each may be asked by somebody else, and nothing is told twice.

import { derived } from '../../base/derived.js';
import { type Part, shareOf } from '../../verdict/engine.js';
import type { Inquiry, InquiryModel } from '../../verdict/inquiry.js';

/** The inquiries of a part, in the order of the source. */
export function inquiriesOf(model: InquiryModel, part: Part | undefined): readonly Inquiry[] {
  if (!part) return model.inquiries;
  const taken = new Set(shareOf(independentSets(model), part).flat());
  return model.inquiries.filter((inquiry) => taken.has(inquiry));
}

/** In the order of their first inquiries. */
const independentSets = derived(({ inquiries }: InquiryModel): readonly (readonly Inquiry[])[] => {
  const leaders = inquiries.map((_, i) => i);
  const leaderOf = (number: number): number => {
    let leader = number;
    while (leaders[leader] !== leader) leader = leaders[leader]!;
    leaders[number] = leader;
    return leader;
  };
  const firstWith = new Map<string, number>();
  for (const [number, inquiry] of inquiries.entries())
    for (const subject of subjectsOf(inquiry)) {
      const first = leaderOf(firstWith.get(subject) ?? number);
      firstWith.set(subject, first);
      const own = leaderOf(number);
      // The earlier one leads, so that sets stand where their first inquiry does.
      leaders[Math.max(first, own)] = Math.min(first, own);
    }
  const sets = new Map<number, Inquiry[]>();
  for (const [number, inquiry] of inquiries.entries()) {
    const leader = leaderOf(number);
    sets.set(leader, [...(sets.get(leader) ?? []), inquiry]);
  }
  return [...sets.values()];
});

function subjectsOf({ id, about, candidates }: Inquiry): string[] {
  const suspected = candidates.flatMap(({ suspicion }) =>
    suspicion ? [`fault ${suspicion.fault}`, `class ${suspicion.class}`] : [],
  );
  return [`class ${about ?? id}`, ...suspected];
}
