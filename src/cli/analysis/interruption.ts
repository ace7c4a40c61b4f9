// Ctrl-C while questions are asked: what is finished is reported before the command ends. The signal is taken over only once
// there is news from the work: a program that is still being read lets no signal through, and must stay stoppable.

/** As shells name an end by SIGINT. */
export const interruptedExit = 130;

export class Interruption {
  #resolve: (() => void) | undefined;
  readonly #asked = new Promise<void>((resolve) => {
    this.#resolve = resolve;
  });
  readonly #onSignal = () => this.#resolve!();
  #isOver = false;

  /** The second signal ends the command at once. */
  listen(): void {
    if (!this.#isOver && !process.listeners('SIGINT').includes(this.#onSignal)) process.once('SIGINT', this.#onSignal);
  }

  /** Whether the work was interrupted before its end. */
  async during(work: Promise<void>): Promise<boolean> {
    const ended = work.then(() => false);
    try {
      return await Promise.race([ended, this.#asked.then(() => true)]);
    } finally {
      this.#isOver = true;
      process.off('SIGINT', this.#onSignal);
    }
  }
}
