// HD7xxx: Java.

import type { RuleTable } from '../../base/rule.js';

export const javaRules = {
  HD7000: {
    title: 'serializable',
    summary: 'The units of work of a class do not disturb each other, or it is not decided.',
    level: 'note',
  },
  HD7001: {
    title: 'lost update',
    summary: 'A value is written that was computed before another thread changed the field.',
    level: 'error',
  },
  HD7002: {
    title: 'stale check',
    summary: 'A method acts on what it checked before another thread changed it.',
    level: 'error',
  },
  HD7003: {
    title: 'iteration disturbed',
    summary: 'A collection is changed while another thread goes through it.',
    level: 'error',
  },
  HD7004: {
    title: 'torn pair',
    summary: 'Fields that belong together are seen with one old and one new value.',
    level: 'error',
  },
  HD7005: {
    title: 'half-done state seen',
    summary: 'Another thread reads a field in the middle of a change of several steps.',
    level: 'error',
  },
  HD7006: {
    title: 'two answers',
    summary: 'A method reads a field twice and another thread writes it in between.',
    level: 'warning',
  },
  HD7007: {
    title: 'data race',
    summary: 'A plain field or collection is accessed by two threads without a common lock.',
    level: 'error',
  },
  HD7008: {
    title: 'unsafe publication',
    summary: 'Another thread can see a new object before its fields are filled.',
    level: 'error',
  },
  HD7009: {
    title: 'locks in different orders',
    summary: 'Threads can wait for each other because they take locks in different orders.',
    level: 'error',
  },
  HD7010: {
    title: 'lock upgrade',
    summary: 'The write side of a lock is taken while its read side is held.',
    level: 'error',
  },
  HD7011: { title: 'lock not given back', summary: 'Some way out of a method leaves a lock locked.', level: 'error' },
  HD7012: {
    title: 'wait without a loop',
    summary: 'A condition is not tested again after waiting, or was tested before the lock was taken.',
    level: 'error',
  },
  HD7013: {
    title: 'lost notification',
    summary: 'A notification wakes the wrong thread, or is not sent.',
    level: 'error',
  },
  HD7014: {
    title: 'monitor not held',
    summary: 'wait or notify is called without holding the monitor.',
    level: 'error',
  },
  HD7015: {
    title: 'this escapes',
    summary: 'A constructor hands out the object before all fields are set.',
    level: 'error',
  },
  HD7016: {
    title: 'waiting with a lock',
    summary: 'A thread waits while it holds a lock that is needed to wake it.',
    level: 'error',
  },
  HD7017: {
    title: 'map changed in its own update',
    summary: 'The function given to computeIfAbsent, compute or merge changes the same map.',
    level: 'error',
  },
  HD7018: {
    title: 'effect repeated by a retry',
    summary: 'An attempt that may have to be made again changes something else each time.',
    level: 'error',
  },
  HD7019: {
    title: 'given back without being taken',
    summary: 'A lock or permit is given back on a path that has not taken it.',
    level: 'error',
  },
  HD7021: {
    title: 'signal before the result',
    summary: 'A latch is opened, or a promise kept, before what it announces has been written.',
    level: 'error',
  },
  HD7022: {
    title: 'used after it was handed over',
    summary: 'An object that another thread has by now is changed by the one who handed it over.',
    level: 'error',
  },
  HD7023: {
    title: 'used after it was closed',
    summary: 'One thread takes an object out and closes it while another one, which found it before, still uses it.',
    level: 'error',
  },
  HD7020: {
    title: 'construct not modelled',
    summary: 'A unit of work contains something that is not modelled, so nothing is said about it.',
    level: 'note',
  },
  HD7090: {
    title: 'not Java',
    summary: 'A part of the file could not be parsed; the rest is analysed.',
    level: 'warning',
  },
} as const satisfies RuleTable;
