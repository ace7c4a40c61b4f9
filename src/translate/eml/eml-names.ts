// Names of another language as names of EML: letters, digits and underscores, no words of EML, each used once in a text.

const words = new Set(
  (
    'scheduling spurious wakeups const lock volatile var class atomic set process synchronized shared int bool thread if ' +
    'else while for choose or unit read write update skip let return break continue acquire release wait notify ' +
    'notifyAll join any yield external label assert assume spawn eager new deferred true false null main tryAcquire ' +
    'acquireShared releaseShared tryAcquireShared compareAndSet getAndSet getAndAdd'
  ).split(' '),
);

export class EmlNames {
  readonly #used = new Set<string>();

  /** The name itself where it can be had, then with its class before it, then with a number behind. */
  fresh(name: string, around: string): string {
    const plain = identifier(name);
    const full = `${identifier(around)}_${plain}`;
    const candidates = [plain, full, ...Array.from({ length: this.#used.size + 1 }, (_, i) => `${full}_${i + 2}`)];
    const free = candidates.find((candidate) => !words.has(candidate) && !this.#used.has(candidate))!;
    this.#used.add(free);
    return free;
  }
}

function identifier(name: string): string {
  const plain = name.replace(/\W+/g, '_').replace(/^_+|_+$/g, '');
  return /^[A-Za-z]/.test(plain) ? plain : `x${plain}`;
}
