// "did you mean" for names the user mistyped.

import { nearestName } from '../base/nearest-name.js';

export function didYouMean(name: string, known: readonly string[]): { help?: string } {
  const nearest = nearestName(name, known);
  return nearest === undefined ? {} : { help: `did you mean '${nearest}'?` };
}
