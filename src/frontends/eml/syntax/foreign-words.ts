// Words that engineers bring along from other languages, with what is written here instead. Only asked about what is an error
// anyway: a model may use all of them as names.

/** At the place of a declaration. */
const declarations = new Map<string, string>([
  ['mutex', 'a lock is declared by `lock l;`'],
  ['semaphore', 'a semaphore is a counter and a lock to wait on: docs/cookbook.md'],
  ['condition', 'wait on a lock: `wait(l);`, `notifyAll(l);`; several conditions: docs/cookbook.md'],
  ['thread', 'a thread of its own is `process P { main { … } }`; a function starts one by `spawn f();`'],
  ['int', 'a shared variable is declared by `var x: int;`'],
  ['bool', 'a shared variable is declared by `var x: bool;`'],
  ['boolean', 'a shared variable is declared by `var x: bool;`'],
  ['let', 'a shared variable is declared by `var x: int;`; `let` is for locals, inside of functions'],
  ['static', 'a shared variable is declared by `var x: int;`'],
  ['function', 'a function has no word before its name: `f(x: int): int { … }`'],
  ['func', 'a function has no word before its name: `f(x: int): int { … }`'],
  ['fn', 'a function has no word before its name: `f(x: int): int { … }`'],
  ['def', 'a function has no word before its name: `f(x: int): int { … }`'],
  ['void', 'a function has no word before its name: `f(x: int) { … }`'],
  ['proctype', 'a thread of its own is `process P { main { … } }`'],
  ['async', 'declare `scheduling event-loop;`, and call the function by `spawn eager f();`'],
  ['struct', 'objects are declared by `class Node { next: Node; }`'],
  ['record', 'objects are declared by `class Node { next: Node; }`'],
  ['interface', 'objects are declared by `class Node { next: Node; }`'],
  ['define', 'a constant is declared by `const N = 3;`'],
  ['final', 'a constant is declared by `const N = 3;`'],
  ['import', 'a model is one file'],
  ['include', 'a model is one file'],
]);

/** At the place of a statement, or of a function that is called. */
const statements = new Map<string, string>([
  ['lock', 'a lock is taken by `acquire(l);`, or for a block by `synchronized(l) { … }`'],
  ['unlock', 'a lock is given back by `release(l);`'],
  ['tryLock', 'an attempt to take a lock is `if (tryAcquire(l)) { … release(l); }`'],
  ['trylock', 'an attempt to take a lock is `if (tryAcquire(l)) { … release(l); }`'],
  ['readLock', 'the shared mode of a lock is `synchronized(shared l) { … }`'],
  ['writeLock', 'a lock is held exclusively in `synchronized(l) { … }`'],
  ['lockShared', 'the shared mode of a lock is `acquireShared(l);`'],
  ['unlockShared', 'the shared mode of a lock is given back by `releaseShared(l);`'],
  ['await', 'awaiting is `join t;`, waiting for input or output `yield external;`, waiting on a lock `wait(l);`'],
  ['signal', 'waiting threads are woken by `notify(l);`'],
  ['signalAll', 'waiting threads are woken by `notifyAll(l);`'],
  ['broadcast', 'waiting threads are woken by `notifyAll(l);`'],
  ['notify_one', 'waiting threads are woken by `notify(l);`'],
  ['notify_all', 'waiting threads are woken by `notifyAll(l);`'],
  ['fork', 'a thread is started by `spawn f();`'],
  ['start', 'a thread is started by `spawn f();`'],
  ['go', 'a thread is started by `spawn f();`'],
  ['run', 'a function is called by its name, and started as a thread by `spawn f();`'],
  ['sleep', 'time does not matter: any thread may be late at any step, so leave it out'],
  ['print', 'nothing is printed: name a place by `label L;`, or say what should hold by `assert e;`'],
  ['printf', 'nothing is printed: name a place by `label L;`, or say what should hold by `assert e;`'],
  ['log', 'nothing is printed: name a place by `label L;`, or say what should hold by `assert e;`'],
  ['throw', 'a thread ends as failed by `fail(reason);`'],
  ['raise', 'a thread ends as failed by `fail(reason);`'],
  ['try', 'there are no exceptions: branch on `failed(t)`; an attempt to take a lock is `tryAcquire(l)`'],
  ['catch', 'there are no exceptions: branch on `failed(t)`'],
  ['do', 'a loop is `while (e) { … }`; with its test at the end `while (true) { … if (!e) break; }`'],
  ['foreach', 'a loop is `for (let i = 0; i < n; i++) { … }`'],
  ['switch', 'write `if (e) … else if (f) … else …`'],
  ['case', 'write `if (e) … else if (f) … else …`'],
  ['elif', 'write `else if`'],
  ['int', 'a local is declared by `let x = 0;`'],
  ['bool', 'a local is declared by `let x = false;`'],
  ['var', 'a local is declared by `let x = 0;`; shared variables outside of functions'],
  ['const', 'a local is declared by `let x = 0;`; constants outside of functions'],
  ['random', 'any number of a range is `choose(0..9)`'],
  ['nondet', 'either way is `if (*) …`, any number of a range `choose(0..9)`'],
  ['cas', 'compare and set is `compareAndSet(x, old, new)`'],
  ['compareAndSwap', 'compare and set is `compareAndSet(x, old, new)`'],
  ['fetchAndAdd', 'an atomic addition is `getAndAdd(x, n)`'],
  ['incrementAndGet', 'an atomic addition is `addAndGet(x, 1)`'],
  ['getAndIncrement', 'an atomic addition is `getAndAdd(x, 1)`'],
  ['exchange', 'an atomic exchange is `getAndSet(x, v)`'],
  ...['acquire', 'release', 'wait', 'notify', 'notifyAll', 'acquireShared', 'releaseShared'].map(
    (word): [string, string] => [word, `the lock stands in parentheses: \`${word}(l);\``],
  ),
]);

export function declarationInstead(word: string): string | undefined {
  return declarations.get(word);
}

export function statementInstead(word: string): string | undefined {
  return statements.get(word);
}
