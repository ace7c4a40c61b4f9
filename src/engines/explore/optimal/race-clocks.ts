// Data races of the current execution, by vector clocks (Flanagan and Freund, FastTrack, PLDI 2009): of each thread what happens
// before its next step, of each lock and volatile cell what happens before whoever acquires or reads it next, of each plain
// cell the last write and the reads since, each with its time. A race is an access that an earlier one does not happen
// before, exactly if its thread is not in that one's lockset (paper 001, Theorem 1). Everything follows the search back: a clock
// is never changed, only replaced.

import { grownTo } from '../../../base/integers/typed-array.js';
import { objectWord } from '../machine/layout.js';
import type { StepMachine } from '../machine/step-machine.js';
import { TrailedMemory } from '../machine/trailed-memory.js';

/** Where a clock is; 0 is the clock of what nothing happens before. */
type Clock = number;

/**
 * By address in the machine's memory: of a lock or volatile cell its clock, of a plain cell who wrote it last (one more than
 * the thread; 0: nobody) and when, and its readers since. By number: the clock of a thread.
 */
const word = { clock: 0, writer: 0, time: 1, readers: 2, thread: 3, size: 4 } as const;
const readerWord = { thread: 0, time: 1, next: 2, size: 3 } as const;
/** A clock: how many threads it knows, then how far it knows each of them. */
const clockWord = { width: 0, times: 1 } as const;

export class RaceClocks {
  readonly #words = new TrailedMemory();
  /** Clocks and readers. */
  readonly #lists = new TrailedMemory();

  constructor(readonly machine: StepMachine) {}

  get bytes(): number {
    return this.#words.bytes + this.#lists.bytes;
  }

  get wordMark(): number {
    return this.#words.mark;
  }

  get listMark(): number {
    return this.#lists.mark;
  }

  undoTo(words: number, lists: number): void {
    this.#words.undoTo(words);
    this.#lists.undoTo(lists);
  }

  /** Notes the machine's event, of this thread; whether it is in a race with an earlier one. */
  note(thread: number): boolean {
    const { event } = this.machine;
    switch (event.kind) {
      case 'read':
      case 'write':
        if (!event.volatile) return this.#access(thread);
        this.#accessVolatile(thread);
        return false;
      case 'acquire':
        this.#learn(thread, this.#get(event.object, word.clock));
        return false;
      case 'release':
        this.#teach(thread, event.object);
        return false;
      case 'fork':
        for (const child of event.children) this.#set(child, word.thread, this.#grown(this.#clockOf(thread), child));
        this.#step(thread);
        return false;
      case 'join':
        for (const child of event.children) this.#learn(thread, this.#clockOf(child));
        return false;
      case 'local':
        return false;
    }
  }

  #address(): number {
    const { object, cell } = this.machine.event;
    return object === 0 ? this.machine.code.layout.shared + cell : object + objectWord.cells + cell;
  }

  #get(index: number, which: number): number {
    return this.#words.words[index * word.size + which] ?? 0;
  }

  #set(index: number, which: number, value: number): void {
    const at = index * word.size + which;
    if (at >= this.#words.words.length) this.#words.words = grownTo(this.#words.words, at);
    this.#words.set(at, value);
  }

  #clockOf(thread: number): Clock {
    const known = this.#get(thread, word.thread);
    if (known !== 0) return known;
    const clock = this.#grown(0, thread);
    this.#set(thread, word.thread, clock);
    return clock;
  }

  #timeOf(clock: Clock, thread: number): number {
    const { words } = this.#lists;
    return clock !== 0 && thread < words[clock + clockWord.width]! ? words[clock + clockWord.times + thread]! : 0;
  }

  /** A copy with one more step of a thread. */
  #grown(clock: Clock, thread: number): Clock {
    const width = clock === 0 ? 0 : this.#lists.words[clock + clockWord.width]!;
    const copy = this.#newClock(Math.max(width, thread + 1));
    const { words } = this.#lists;
    for (let i = 0; i < width; i++) words[copy + clockWord.times + i] = words[clock + clockWord.times + i]!;
    words[copy + clockWord.times + thread]!++;
    return copy;
  }

  #newClock(width: number): Clock {
    const clock = this.#lists.allocate(clockWord.times + width);
    this.#lists.words[clock + clockWord.width] = width; // beyond what was in use: nothing to go back to
    return clock;
  }

  #isBelow(a: Clock, b: Clock): boolean {
    if (a === b || a === 0) return true;
    const width = this.#lists.words[a + clockWord.width]!;
    const { words } = this.#lists;
    const common = b === 0 ? 0 : Math.min(width, words[b + clockWord.width]!);
    for (let i = 0; i < common; i++)
      if (words[a + clockWord.times + i]! > words[b + clockWord.times + i]!) return false;
    for (let i = common; i < width; i++) if (words[a + clockWord.times + i] !== 0) return false;
    return true;
  }

  #union(a: Clock, b: Clock): Clock {
    if (this.#isBelow(a, b)) return b;
    if (this.#isBelow(b, a)) return a;
    const width = Math.max(this.#lists.words[a + clockWord.width]!, this.#lists.words[b + clockWord.width]!);
    const union = this.#newClock(width);
    for (let i = 0; i < width; i++)
      this.#lists.words[union + clockWord.times + i] = Math.max(this.#timeOf(a, i), this.#timeOf(b, i));
    return union;
  }

  /** What happens before something happens before the thread's next steps, too. */
  #learn(thread: number, clock: Clock): void {
    const own = this.#clockOf(thread);
    if (!this.#isBelow(clock, own)) this.#set(thread, word.thread, this.#union(own, clock));
  }

  /** What the thread has done happens before whoever learns from the place; what it does from now on does not. */
  #teach(thread: number, address: number): void {
    this.#set(address, word.clock, this.#union(this.#get(address, word.clock), this.#clockOf(thread)));
    this.#step(thread);
  }

  #step(thread: number): void {
    this.#set(thread, word.thread, this.#grown(this.#clockOf(thread), thread));
  }

  #accessVolatile(thread: number): void {
    const { event } = this.machine;
    const address = this.#address();
    const isWritten = event.kind === 'write' && event.isWritten;
    if (event.kind === 'read' || event.isUpdate) this.#learn(thread, this.#get(address, word.clock));
    if (isWritten) this.#teach(thread, address);
  }

  #access(thread: number): boolean {
    const address = this.#address();
    const clock = this.#clockOf(thread);
    const writer = this.#get(address, word.writer) - 1;
    const time = this.#timeOf(clock, thread);
    let isRace = writer >= 0 && this.#get(address, word.time) > this.#timeOf(clock, writer);
    if (this.machine.event.kind === 'read') {
      this.#noteReader(address, thread, time);
      return isRace;
    }
    const { words } = this.#lists;
    for (let entry = this.#get(address, word.readers); entry !== 0 && !isRace; entry = words[entry + readerWord.next]!)
      isRace = words[entry + readerWord.time]! > this.#timeOf(clock, words[entry + readerWord.thread]!);
    this.#set(address, word.writer, thread + 1);
    this.#set(address, word.time, time);
    this.#set(address, word.readers, 0);
    return isRace;
  }

  #noteReader(address: number, thread: number, time: number): void {
    const lists = this.#lists;
    const first = this.#get(address, word.readers);
    for (let entry = first; entry !== 0; entry = lists.words[entry + readerWord.next]!)
      if (lists.words[entry + readerWord.thread] === thread) return lists.set(entry + readerWord.time, time);
    const added = lists.allocate(readerWord.size);
    lists.set(added + readerWord.thread, thread);
    lists.set(added + readerWord.time, time);
    lists.set(added + readerWord.next, first);
    this.#set(address, word.readers, added);
  }
}
