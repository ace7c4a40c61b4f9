// A step of a witness beside the one that was replayed: what people read must be what happened.

import type { NamedValue, WitnessStep } from '../witness.js';

/** A step without what only its author can say. */
export type ShownStep = Omit<WitnessStep, 'choice' | 'value' | 'note'>;

/** How a step differs from the one that was replayed, in words. */
export function stepDifference(shown: WitnessStep, real: ShownStep): string | undefined {
  const pairs = (['thread', 'action', 'target', 'change', 'silent'] as const).map(
    (part) => [part, shown[part], real[part]] as const,
  );
  const places = (['line', 'column'] as const).map((part) => [part, shown.place?.[part], real.place?.[part]] as const);
  const locals = ['locals', valuesText(shown.locals), valuesText(real.locals)] as const;
  const differing = [...pairs, ...places, locals].find(([, there, here]) => there !== here);
  if (!differing) return undefined;
  const [part, there, here] = differing;
  return `its ${part} is ${here ?? 'none'}, not ${there ?? 'none'}`;
}

export function valuesText(values: readonly NamedValue[] | undefined): string | undefined {
  return values?.map(([name, value]) => `${name} = ${value}`).join(', ');
}
