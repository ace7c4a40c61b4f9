// What findings say.

import type { Found } from './found.js';

export function messageOf(found: Found): string {
  const { violation, question } = found;
  const { code, location } = violation;
  const name = `\`${location}\``;
  switch (code) {
    case 'HD6001':
      return `check of ${name} is stale when it is acted on`;
    case 'HD6002':
      return `an update of ${name} is lost: it is written from what was read before the await`;
    case 'HD6003':
      if (isLate(found))
        return `${name} may be the answer to an earlier call: it is not asked whether another one has begun since`;
      if (isSuperseded(found)) return `${name} may show the answer to an earlier call after that to a later one`;
      if (isOlderStored(found)) return `${name} may end with an older state: what was stored before it is newer`;
      return `${name} may be the answer to an earlier call than what stands beside it`;
    case 'HD6004':
      if (isDropped(found)) return `what ${name} gives is never closed: the call has gone on without it`;
      if (isLeft(found)) return `${name} gets something after the call that failed has gone through it`;
      if (isLost(found))
        return `what another call has put into ${name} while the old one was being closed is forgotten`;
      return `${name} is used after another call has closed it`;
    case 'HD6005':
      return `two callers of ${question.overlapping[0]?.name ?? 'it'} are in ${location} at once`;
    case 'HD6006':
      return `${name} is iterated across an await while another call shifts its elements`;
    case 'HD6009':
      if (violation.between === violation.act) return `${name} keeps a promise that has failed`;
      return `${name} stays taken when what the call waits for fails`;
    case 'HD6011':
      if (isUnready(found)) return `${name} is used before it is ready: it is published first`;
      if (isJoining(found)) return `who is put into ${name} misses what came after the list was read and before`;
      if (isLate(found) && violation.deed)
        return `${name} is called after another call has undone it, as in no order of the calls`;
      if (isLate(found)) return `${name} ends as in no order of the calls`;
      return `\`${violation.deed}\` is called as in no order of the calls: ${name} ${isMixedUp(found) ? 'holds what another call has put there' : 'was out of date'}`;
    case 'HD6008':
      if (isUnheard(found)) return `a call waits for ever: ${name} came before it listened`;
      if (isUnwoken(found)) return `a call waits for ever: ${name} has changed since it looked whether it must wait`;
      return isForgotten(violation)
        ? `a call waits for ever: another one has overwritten what would wake it in ${name}`
        : `${name} waits for what only the waiting call could release`;
    default:
      if (isLate(found)) return `the call returns the answer to what another one has asked: ${name}`;
      return `the call ends as it never does alone: it depends on an outdated read of ${name}`;
  }
}

/** The answer of a later call is overwritten. */
function isLate({ run, violation }: Found): boolean {
  return run.events[violation.seen]?.kind === 'start';
}

function isOlderStored({ run, violation }: Found): boolean {
  return run.events[violation.seen]?.kind === 'read';
}

/** Shown outside, after the answer to a later call. */
function isSuperseded({ run, violation }: Found): boolean {
  return run.events[violation.act]?.kind === 'effect';
}

/** Registered after it was handed what there was. */
function isJoining({ run, violation }: Found): boolean {
  return run.events[violation.act]?.kind === 'write' && run.events[violation.seen]?.kind === 'read';
}

/** It arrives, and nobody takes it. */
function isDropped({ run, violation }: Found): boolean {
  return run.events[violation.act]?.kind === 'opened';
}

/** It is used while it is made ready. */
function isUnready({ run, violation }: Found): boolean {
  return violation.code === 'HD6011' && run.events[violation.act]?.kind === 'resume';
}

/** One of several failed, and the others go on. */
function isLeft({ run, violation }: Found): boolean {
  return run.events[violation.seen]?.kind === 'left';
}

/** The call takes away what another one has opened. */
function isLost({ run, violation: { seen, act } }: Found): boolean {
  const [before, taken] = [run.events[seen], run.events[act]];
  return (
    before?.kind === 'read' &&
    taken?.kind === 'write' &&
    taken.how === 'set' &&
    before.cell.key === taken.cell.key &&
    (taken.raw === undefined || taken.raw === null)
  );
}

/** The call uses what it takes for its own. */
function isMixedUp({ run, violation }: Found): boolean {
  return run.events[violation.seen]?.kind === 'write';
}

/** What would have ended the wait has happened, and nobody listened. */
function isUnheard({ run, violation }: Found): boolean {
  const kind = run.events[violation.between]?.kind;
  return violation.between !== violation.act && (kind === 'read' || kind === 'pause');
}

/** It looked, and was away when it should have been woken. */
function isUnwoken({ run, violation }: Found): boolean {
  const event = run.events[violation.act];
  return event?.kind === 'deadlock' && event.stale !== undefined;
}

function isForgotten({ act, between }: Found['violation']): boolean {
  return between !== act;
}

export function helpOf(found: Found): string {
  const { violation } = found;
  switch (violation.code) {
    case 'HD6001':
      return 'write before the first await (reserve it, or store the promise), or check again after it';
    case 'HD6002':
      return 'read after the await, or keep both in one lock or queue; outside, use an atomic operation';
    case 'HD6003':
      if (isOlderStored(found))
        return 'begin to store only when what was begun before has ended, or send a version along';
      return 'take a number before the await and compare it after, or abort the earlier call';
    case 'HD6004':
      if (isDropped(found)) return 'close it when it comes too late: open().then((late) => late.close())';
      if (isLeft(found)) return 'wait for all of them before undoing anything (Promise.allSettled)';
      if (isLost(found))
        return 'take it away first, then close it: const old = this.it; this.it = undefined; await old?.close()';
      return 'look again after the await whether it is closed, and undo what was begun';
    case 'HD6005':
      return 'hand the lock over to the next one that waits, and delete its entry only if it is still the own one';
    case 'HD6006':
      return 'iterate over a copy';
    case 'HD6011':
      if (isJoining(found)) return 'register first, then read the list, and leave out what came twice';
      if (isUnready(found)) return 'publish it when it is ready, or publish the promise of it';
      if (isLate(found)) return 'look again after the await, or do all of it in one lock or queue';
      return isMixedUp(found)
        ? 'keep what belongs to a call in a variable of the call'
        : 'claim it in one step before acting (a conditional update, a lock), or look again after the await';
    case 'HD6009':
      return violation.between === violation.act ? 'delete the entry when it fails' : 'give it back in `finally`';
    case 'HD6008':
      if (isUnheard(found)) return 'listen before asking for what will be told: register, then await';
      if (isUnwoken(found)) return 'look and register without an await between, or look again after registering';
      return isForgotten(violation)
        ? 'keep a list of those that wait, and wake each of them'
        : 'call the part that needs no lock, or release before waiting';
    default:
      if (isLate(found)) return 'take what belongs to the batch (or the key) before the await, and answer only those';
      return 'read again before the result is decided';
  }
}

export function captionsOf(found: Found): readonly [seen: string, between: string, act: string] {
  const { violation } = found;
  const unit = violation.unit.name;
  const other = violation.other.name;
  switch (violation.code) {
    case 'HD6003':
      if (isLate(found)) return ['', `${other} began later, and is answered first`, `${unit} overwrites it`];
      if (isOlderStored(found))
        return [`${unit} reads`, `${other} stores what is newer`, `${unit} stores what it read`];
      return [`${unit} writes here first`, `${other} writes both in between`, `${unit} writes the other part last`];
    case 'HD6004':
      if (isDropped(found)) return ['', '', 'this arrives too late'];
      if (isLeft(found)) return ['', `${other} goes through it`, `${unit} adds to it`];
      if (isLost(found)) return [`${unit} closes it`, `${other} opens another one`, `${unit} takes that one away`];
      return [`${unit} sees that it is there`, `${other} closes it`, `${unit} goes on with it`];
    case 'HD6006':
      return [`${unit} iterates`, `${other} shifts the elements`, `${unit} goes on`];
    case 'HD6011':
      if (isUnready(found)) return [`${unit} publishes it`, `${other} uses it`, `${unit} has made it ready`];
      if (isLate(found)) return ['', `${other} writes while ${unit} is under way`, `${unit} goes on`];
      if (isMixedUp(found))
        return [`${unit} puts its own here`, `${other} replaces it`, `${unit} uses what is there now`];
      return [`${unit} reads`, `${other} writes in between`, `${unit} acts on what it read`];
    case 'HD6008':
      if (isUnheard(found)) return [`${unit} waits here`, `${other} tells it, and nobody listens yet`, ''];
      if (isUnwoken(found))
        return [`${unit} looks whether it must wait`, `${other} would wake it now`, `${unit} waits`];
      return [`${unit} waits here`, `${other} overwrites what would wake it`, ''];
    case 'HD6009':
      return violation.between === violation.act
        ? [`${unit} keeps it here`, '', '']
        : [`${unit} takes it here`, 'this fails', ''];
    default:
      if (isLate(found)) return ['', `${other} asks here`, ''];
      return [`${unit} reads`, `${other} writes in between`, `${unit} acts on what it read`];
  }
}
