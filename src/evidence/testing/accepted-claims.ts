// What a checker accepts of claims whose truth is known. Told what the unbroken one accepts, it ends with the first difference:
// a broken one that is noticed once is noticed.

export interface Claim {
  readonly name: string;
  readonly isTrue: boolean;
  isAccepted(): boolean;
}

export interface Accepted {
  readonly wrong: number;
  /** The true claims. */
  readonly accepted: readonly string[];
  /** The first difference from what was expected. */
  readonly noticed?: string;
}

/** `lawless`: what was wrong before the first claim. */
export function acceptedOf(claims: Iterable<Claim>, lawless: number, expected?: readonly string[]): Accepted {
  const isExpected = expected && new Set(expected);
  const accepted: string[] = [];
  let wrong = lawless;
  if (isExpected && lawless > 0) return { wrong, accepted, noticed: `${lawless} laws are broken` };
  for (const claim of claims) {
    const isAccepted = claim.isAccepted();
    if (isAccepted && claim.isTrue) accepted.push(claim.name);
    if (isAccepted && !claim.isTrue) wrong++;
    if (!isExpected) continue;
    if (wrong > 0) return { wrong, accepted, noticed: `the false claim ${claim.name} is accepted` };
    if (!isAccepted && isExpected.has(claim.name))
      return { wrong, accepted, noticed: `the true claim ${claim.name} is lost` };
  }
  return { wrong, accepted };
}
