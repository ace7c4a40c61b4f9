// What findings say.

import type { Found } from './found.js';

export function messageOf({ violation, question }: Found): string {
  const { code, location } = violation;
  const name = `\`${location}\``;
  switch (code) {
    case 'HD6001':
      return `check of ${name} is stale when it is acted on`;
    case 'HD6002':
      return `an update of ${name} is lost: it is written from what was read before the await`;
    case 'HD6003':
      return `${name} may be the answer to an earlier call than what stands beside it`;
    case 'HD6004':
      return `${name} is used after another call has closed it`;
    case 'HD6005':
      return `two callers of ${question.overlapping[0]?.name ?? 'it'} are in ${location} at once`;
    case 'HD6006':
      return `${name} is iterated across an await while another call shifts its elements`;
    case 'HD6009':
      return `${name} stays taken when what the call waits for fails`;
    case 'HD6008':
      return isForgotten(violation)
        ? `a call waits for ever: another one has overwritten what would wake it in ${name}`
        : `${name} waits for what only the waiting call could release`;
    default:
      return `the call ends as it never does alone: it depends on an outdated read of ${name}`;
  }
}

function isForgotten({ act, between }: Found['violation']): boolean {
  return between !== act;
}

export function helpOf({ violation }: Found): string {
  switch (violation.code) {
    case 'HD6001':
      return 'write before the first await (reserve it, or store the promise), or check again after it';
    case 'HD6002':
      return 'read after the await, or keep both in one lock or queue; outside, use an atomic operation';
    case 'HD6003':
      return 'take a number before the await and compare it after, or abort the earlier call';
    case 'HD6004':
      return 'look again after the await whether it is closed, and undo what was begun';
    case 'HD6005':
      return 'hand the lock over to the next one that waits, and delete its entry only if it is still the own one';
    case 'HD6006':
      return 'iterate over a copy';
    case 'HD6009':
      return 'give it back in `finally`';
    case 'HD6008':
      return isForgotten(violation)
        ? 'keep a list of those that wait, and wake each of them'
        : 'call the part that needs no lock, or release before waiting';
    default:
      return 'read again before the result is decided';
  }
}

export function captionsOf({ violation }: Found): readonly [seen: string, between: string, act: string] {
  const unit = violation.unit.name;
  const other = violation.other.name;
  switch (violation.code) {
    case 'HD6003':
      return [`${unit} writes here first`, `${other} writes both in between`, `${unit} writes the other part last`];
    case 'HD6004':
      return [`${unit} sees that it is there`, `${other} closes it`, `${unit} goes on with it`];
    case 'HD6006':
      return [`${unit} iterates`, `${other} shifts the elements`, `${unit} goes on`];
    case 'HD6008':
      return [`${unit} waits here`, `${other} overwrites what would wake it`, ''];
    case 'HD6009':
      return [`${unit} takes it here`, 'this fails', ''];
    default:
      return [`${unit} reads`, `${other} writes in between`, `${unit} acts on what it read`];
  }
}
