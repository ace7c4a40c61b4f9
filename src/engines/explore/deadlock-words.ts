// A deadlock in words: its cause first, then who else is stuck behind it, and a help that fits the cause.

import type { Thread } from '../../model/program/state.js';
import type { DeadlockCause } from '../../model/waits-for/causes.js';
import { deadlocksOf } from '../../verdict/meaning/deadlock-check.js';
import { finalState, type ProgramRun } from '../../verdict/program-run.js';
import type { DeadlockProperty } from '../../verdict/property.js';
import type { StateWords } from '../../verdict/state-words.js';
import type { Finding } from '../../verdict/verdict.js';
import { describeWait, waitingThreads, wordsOfRun } from '../../verdict/waiting-threads.js';
import type { WaitingThread } from '../../verdict/witness.js';

type Words = Pick<Finding, 'message' | 'places' | 'because' | 'help'>;

/** What the sentences are made of. */
interface Scene {
  readonly run: ProgramRun;
  readonly words: StateWords;
  readonly threads: readonly Thread[];
  readonly waiting: ReadonlyMap<number, WaitingThread>;
}

export function deadlockWords(run: ProgramRun, property: DeadlockProperty): Words {
  const state = finalState(run);
  const wanted = JSON.stringify(property);
  const { cause } = deadlocksOf(run.program, state).find((deadlock) => JSON.stringify(deadlock.property) === wanted)!;
  const scene = { run, words: wordsOfRun(run), threads: state.threads, waiting: waitingThreads(run) };
  const { message, because, help } = wordsFor(scene, cause);
  return {
    message: `deadlock: ${message}`,
    places: cause.threads.map((id) => {
      const waits = scene.waiting.get(id)!;
      return { place: waits.place, caption: describeWait(waits) };
    }),
    because: [...because, ...othersOf(scene, cause)],
    help,
  };
}

interface CauseWords {
  readonly message: string;
  readonly because: readonly string[];
  readonly help: string;
}

function wordsFor(scene: Scene, cause: DeadlockCause): CauseWords {
  const names = listed(cause.threads.map((id) => scene.threads[id]!.name));
  const wait = cause.threads.length === 1 ? 'waits' : 'wait';
  switch (cause.kind) {
    case 'cycle':
      return cycleWords(scene, cause.threads, names);
    case 'notification':
      return notificationWords(scene, cause.lock, `${names} ${wait}`);
    case 'unreleased': {
      const [lock, owner] = [scene.words.objectName(cause.lock), scene.threads[cause.owner]!.name];
      return {
        message: `${names} ${wait} for ${lock}, which ${owner} never releases`,
        because: [`${owner} has ended and still holds ${lock}`],
        help: `release ${lock} on every way out; synchronized(${lock}) { … } does so by itself`,
      };
    }
    case 'never-started':
      return {
        message: `${names} joins a thread that was never started`,
        because: ['the handle is null: no spawn has given it a thread'],
        help: 'spawn the thread before the join, on every way that leads there',
      };
    case 'unsettled': {
      const promise = scene.threads[cause.promise]!.name;
      return {
        message: `${names} ${wait} for ${promise}, which nobody settles`,
        because: [`no thread that could settle ${promise} can move`],
        help: 'settle the promise on every way, also where something fails',
      };
    }
  }
}

function cycleWords(scene: Scene, cycle: readonly number[], names: string): CauseWords {
  const holding = cycle.filter((id) => scene.threads[id]!.held.length > 0);
  const joining = cycle.filter((id) => scene.waiting.get(id)!.waitsFor.startsWith('the end of'));
  return {
    message: cycle.length === 1 ? `${names} waits for itself` : `${names} wait for each other`,
    because: holding.map((id) => `${scene.threads[id]!.name} holds ${heldNames(scene, id)} while it waits`),
    help: cycleHelp(scene, holding, joining),
  };
}

function cycleHelp(scene: Scene, holding: readonly number[], joining: readonly number[]): string {
  if (joining.length === 0) return 'acquire the locks in the same order everywhere';
  const [joiner] = joining.filter((id) => holding.includes(id));
  if (joiner === undefined) return 'let threads be joined by others that do not wait for the joining thread';
  return `release ${heldNames(scene, joiner)} before the join: the thread that is waited for needs it`;
}

function notificationWords({ run, words, threads }: Scene, lock: number, wait: string): CauseWords {
  const name = words.objectName(lock);
  const wrong = threads.filter(({ status }) => status.kind === 'wrong').map((thread) => thread.name);
  const notifications = run.steps.flatMap(({ move, before }, step) => {
    const { action } = move.edge;
    return action.kind === 'notify' && before.threads[move.thread]!.held.includes(lock)
      ? [{ step, all: action.all }]
      : [];
  });
  const last = notifications.at(-1);
  const lastWait = run.steps.findLastIndex(
    ({ move, event }) => move.edge.action.kind === 'wait' && event.kind === 'release' && event.lock === lock,
  );
  const because =
    wrong.length > 0
      ? `${listed(wrong)} went wrong and can no longer notify it`
      : last === undefined
        ? `nobody notifies ${name} in this execution`
        : last.step < lastWait
          ? `the last notification (step ${last.step + 1}) comes before the last wait (step ${lastWait + 1})`
          : `the last notification (step ${last.step + 1}) wakes another thread`;
  return {
    message: `${wait} for a notification on ${name} that does not come`,
    because: [because],
    help: helpFor(name, last, lastWait),
  };
}

function helpFor(
  name: string,
  last: { readonly step: number; readonly all: boolean } | undefined,
  lastWait: number,
): string {
  if (last && last.step > lastWait && !last.all) return `notifyAll(${name}) wakes everybody who waits`;
  if (last && last.step < lastWait)
    return `a notification is not remembered: whoever waits later needs one of its own, or a variable, tested under ${name}, that says so`;
  return `notify ${name} whenever what is waited for comes true, and once more when nothing will come any more`;
}

function othersOf({ waiting }: Scene, { threads }: DeadlockCause): string[] {
  const others = [...waiting].filter(([id]) => !threads.includes(id));
  return others.length === 0 ? [] : [`so ${others.map(([, waits]) => describeWait(waits)).join('; ')}`];
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function heldNames({ words, threads }: Scene, id: number): string {
  return [...new Set(threads[id]!.held.map((lock) => words.objectName(Math.abs(lock))))].join(', ');
}
