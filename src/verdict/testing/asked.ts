// For tests: the property, certificate or witness of the kind that a test expects, or an error that says what there is.

import type { PropertyKind, PropertyOf } from '../property.js';
import type { Finding } from '../verdict.js';
import type { Witness } from '../witness.js';

export function askedAs<Kind extends PropertyKind>(
  { property }: Pick<Finding, 'property'>,
  kind: Kind,
): PropertyOf<Kind> {
  if (property.kind !== kind) throw new Error(`the property is of kind ${property.kind}, not ${kind}`);
  return property as PropertyOf<Kind>;
}

export function shownAs<Kind extends Witness['kind']>(
  { verdict }: Pick<Finding, 'verdict'>,
  kind: Kind,
): Extract<Witness, { readonly kind: Kind }> {
  const witness = verdict.kind === 'violated' ? verdict.witness : undefined;
  if (witness?.kind !== kind) throw new Error(`the witness is of kind ${witness?.kind}, not ${kind}`);
  return witness as Extract<Witness, { readonly kind: Kind }>;
}
