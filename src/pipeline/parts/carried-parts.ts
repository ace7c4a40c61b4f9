// What the parts of questions leave behind, until their conclusion is asked.

import type { Json } from '../../base/json.js';
import { type Ending, isConclusion, type Question } from '../job.js';

export class CarriedParts {
  readonly #carried = new Map<string, (Json | undefined)[]>();
  /** Engines of whose questions a part has run out of time. */
  readonly #cut = new Set<string>();

  /** The same, with what its parts have left. */
  given(question: Question): Question {
    if (!question.part || !isConclusion(question)) return question;
    const fresh = this.#carried.get(question.engine) ?? [];
    const carried = Array.from({ length: question.part.of }, (_, i) => fresh[i] ?? question.carried?.[i]);
    return { ...question, carried };
  }

  /** Takes note of how a question ended; a conclusion from parts that had no time is not the last word. */
  ended(question: Question, ending: Ending): Ending {
    const { part, engine } = question;
    if (!part) return ending;
    const isCut = ending.kind === 'stopped' || (ending.kind === 'done' && ending.cut === true);
    if (!isConclusion(question)) {
      if (isCut) this.#cut.add(engine);
      const carried = this.#carried.get(engine) ?? [];
      carried[part.index] = ending.kind === 'done' ? ending.carried : undefined;
      this.#carried.set(engine, carried);
      return ending;
    }
    return ending.kind === 'done' && this.#cut.has(engine) ? { ...ending, cut: true } : ending;
  }
}
