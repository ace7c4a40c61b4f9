// Which faults have been told, over all questions about one input: a second pair of methods that meets the same fault is
// named with the first and not asked about, and a class with several surer findings has to be looked at anyway.

import type { Suspicion } from '../../verdict/inquiry.js';
import type { Finding } from '../../verdict/verdict.js';

/** Who has to look at a class anyway is told its three surest findings; the others wait until those are mended. */
export const mostPerClass = 3;

export class ToldFaults {
  readonly #alike = new Map<string, Suspicion[]>();
  readonly #inClass = new Map<string, number>();

  isTold({ fault }: Suspicion): boolean {
    return this.#alike.has(fault);
  }

  isFull({ class: name }: Suspicion): boolean {
    return (this.#inClass.get(name) ?? 0) >= mostPerClass;
  }

  tell({ fault, class: name }: Suspicion): void {
    this.#alike.set(fault, []);
    this.#inClass.set(name, (this.#inClass.get(name) ?? 0) + 1);
  }

  /** Another pair of methods, not asked about. */
  join(suspicion: Suspicion): void {
    this.#alike.get(suspicion.fault)?.push(suspicion);
  }

  /** The finding of a fault, with those who meet it too. */
  withOthers(finding: Finding): Finding {
    const others = this.#alike.get(finding.property.fault ?? '') ?? [];
    if (others.length === 0) return finding;
    const rivals = [...new Set(others.map(({ rival }) => rival))];
    const more = rivals.length > 4 ? ` and ${rivals.length - 4} more` : '';
    const also = [...new Set(others.flatMap(({ methods }) => methods))];
    const fields = [...new Set([...(finding.property.fields ?? []), ...others.flatMap((other) => other.fields)])];
    return {
      ...finding,
      because: [...finding.because, `looks the same (--all asks): ${rivals.slice(0, 4).join(', ')}${more}`],
      property: { ...finding.property, fields, also },
    };
  }
}
