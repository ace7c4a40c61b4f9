// HD1xxx: findings and input errors of `heddle atomicity`. HD1001 to HD1014 are the paper's patterns, HD1101 to HD1118 the
// rest of the complete set (c1 to c18), HD12xx errors in files of phase automata, HD1300 what
// `--explain-sets` says.

import type { RuleTable } from '../../base/rule.js';

export const atomicityRules = {
  HD1000: {
    title: 'units are serializable',
    summary: 'No interleaving of these units shows any of the patterns that were asked for.',
    level: 'note',
  },
  HD1001: {
    title: 'lost update',
    summary:
      'Pattern 1, Ru(x) Wv(x) Wu(x): a unit reads a location and writes it later, while another unit writes it in between.',
    level: 'error',
  },
  HD1002: {
    title: 'non-repeatable read',
    summary: 'Pattern 2, Ru(x) Wv(x) Ru(x): a unit reads a location twice and another unit writes it in between.',
    level: 'error',
  },
  HD1003: {
    title: 'dirty read',
    summary:
      'Pattern 3, Wu(x) Rv(x) Wu(x): a unit reads a location between two writes of another unit and sees an intermediate value.',
    level: 'error',
  },
  HD1004: {
    title: 'overwritten before it is read back',
    summary:
      'Pattern 4, Wu(x) Wv(x) Ru(x): a unit writes a location and reads it later, while another unit overwrites it in between.',
    level: 'error',
  },
  HD1005: {
    title: 'overwritten between two writes',
    summary:
      'Pattern 5, Wu(x) Wv(x) Wu(x): a unit writes a location twice and the write of another unit in between is lost.',
    level: 'error',
  },
  HD1006: {
    title: 'two locations written in one order by both units',
    summary: 'Pattern 6, Wu(x) Wv(x) Wv(y) Wu(y): each unit has the last word on one of two related locations.',
    level: 'error',
  },
  HD1007: {
    title: 'two locations written in opposite orders',
    summary: 'Pattern 7, Wu(x) Wv(y) Wv(x) Wu(y): each unit has the last word on one of two related locations.',
    level: 'error',
  },
  HD1008: {
    title: 'two locations written crosswise',
    summary: 'Pattern 8, Wu(x) Wv(y) Wu(y) Wv(x): each unit overwrites what the other wrote to the second location.',
    level: 'error',
  },
  HD1009: {
    title: 'inconsistent read during an update',
    summary:
      'Pattern 9, Wu(x) Rv(x) Rv(y) Wu(y): a unit reads one location after and the other before the update of another unit.',
    level: 'error',
  },
  HD1010: {
    title: 'inconsistent read during an update, other order',
    summary:
      "Pattern 10, Wu(x) Rv(y) Rv(x) Wu(y): a unit reads one location before and the other after a part of another unit's update.",
    level: 'error',
  },
  HD1011: {
    title: 'inconsistent read around an update',
    summary:
      'Pattern 11, Ru(x) Wv(x) Wv(y) Ru(y): a unit reads one location before and the other after an update of both by another unit.',
    level: 'error',
  },
  HD1012: {
    title: 'inconsistent read around an update, other order',
    summary:
      'Pattern 12, Ru(x) Wv(y) Wv(x) Ru(y): a unit reads one location before and the other after an update of both by another unit.',
    level: 'error',
  },
  HD1013: {
    title: 'inconsistent read within an update',
    summary:
      'Pattern 13, Ru(x) Wv(y) Ru(y) Wv(x): a unit reads one location before and the other in the middle of an update of both by another unit.',
    level: 'error',
  },
  HD1014: {
    title: 'inconsistent read across an update',
    summary:
      'Pattern 14, Wu(x) Rv(y) Wu(y) Rv(x): a unit reads one location before and the other after an update of both by another unit.',
    level: 'error',
  },
  HD1101: {
    title: 'write skew',
    summary:
      'Pattern c1, Ru(x) Wv(x) Rv(y) Wu(y): v overwrites the x that u read, so u comes first; u overwrites the y that v read, so v comes first.',
    level: 'error',
  },
  HD1102: {
    title: 'read-write cycle with write-write',
    summary:
      'Pattern c2, Ru(x) Wv(x) Wv(y) Wu(y): v overwrites the x that u read, so u comes first; u overwrites the y that v wrote, so v comes first.',
    level: 'error',
  },
  HD1103: {
    title: 'write-read cycle with write-read',
    summary:
      'Pattern c3, Wu(x) Rv(x) Wv(y) Ru(y): v reads the x that u wrote, so u comes first; u reads the y that v wrote, so v comes first.',
    level: 'error',
  },
  HD1104: {
    title: 'write-read cycle with write-write',
    summary:
      'Pattern c4, Wu(x) Rv(x) Wv(y) Wu(y): v reads the x that u wrote, so u comes first; u overwrites the y that v wrote, so v comes first.',
    level: 'error',
  },
  HD1105: {
    title: 'write-write cycle with read-write',
    summary:
      'Pattern c5, Wu(x) Wv(x) Rv(y) Wu(y): v overwrites the x that u wrote, so u comes first; u overwrites the y that v read, so v comes first.',
    level: 'error',
  },
  HD1106: {
    title: 'write-write cycle with write-read',
    summary:
      'Pattern c6, Wu(x) Wv(x) Wv(y) Ru(y): v overwrites the x that u wrote, so u comes first; u reads the y that v wrote, so v comes first.',
    level: 'error',
  },
  HD1107: {
    title: 'write skew, other order',
    summary:
      'Pattern c7, Ru(x) Rv(y) Wv(x) Wu(y): v overwrites the x that u read, so u comes first; u overwrites the y that v read, so v comes first.',
    level: 'error',
  },
  HD1108: {
    title: 'read-write cycle with write-write, other order',
    summary:
      'Pattern c8, Ru(x) Wv(y) Wv(x) Wu(y): v overwrites the x that u read, so u comes first; u overwrites the y that v wrote, so v comes first.',
    level: 'error',
  },
  HD1109: {
    title: 'write-read cycle with write-read, other order',
    summary:
      'Pattern c9, Wu(x) Wv(y) Rv(x) Ru(y): v reads the x that u wrote, so u comes first; u reads the y that v wrote, so v comes first.',
    level: 'error',
  },
  HD1110: {
    title: 'write-read cycle with write-write, other order',
    summary:
      'Pattern c10, Wu(x) Wv(y) Rv(x) Wu(y): v reads the x that u wrote, so u comes first; u overwrites the y that v wrote, so v comes first.',
    level: 'error',
  },
  HD1111: {
    title: 'write-write cycle with read-write, other order',
    summary:
      'Pattern c11, Wu(x) Rv(y) Wv(x) Wu(y): v overwrites the x that u wrote, so u comes first; u overwrites the y that v read, so v comes first.',
    level: 'error',
  },
  HD1112: {
    title: 'write-write cycle with write-read, other order',
    summary:
      'Pattern c12, Wu(x) Wv(y) Wv(x) Ru(y): v overwrites the x that u wrote, so u comes first; u reads the y that v wrote, so v comes first.',
    level: 'error',
  },
  HD1113: {
    title: 'write skew, taking turns',
    summary:
      'Pattern c13, Ru(x) Rv(y) Wu(y) Wv(x): v overwrites the x that u read, so u comes first; u overwrites the y that v read, so v comes first.',
    level: 'error',
  },
  HD1114: {
    title: 'read-write cycle with write-write, taking turns',
    summary:
      'Pattern c14, Ru(x) Wv(y) Wu(y) Wv(x): v overwrites the x that u read, so u comes first; u overwrites the y that v wrote, so v comes first.',
    level: 'error',
  },
  HD1115: {
    title: 'write-read cycle with write-read, taking turns',
    summary:
      'Pattern c15, Wu(x) Wv(y) Ru(y) Rv(x): v reads the x that u wrote, so u comes first; u reads the y that v wrote, so v comes first.',
    level: 'error',
  },
  HD1116: {
    title: 'write-read cycle with write-write, taking turns',
    summary:
      'Pattern c16, Wu(x) Wv(y) Wu(y) Rv(x): v reads the x that u wrote, so u comes first; u overwrites the y that v wrote, so v comes first.',
    level: 'error',
  },
  HD1117: {
    title: 'write-write cycle with read-write, taking turns',
    summary:
      'Pattern c17, Wu(x) Rv(y) Wu(y) Wv(x): v overwrites the x that u wrote, so u comes first; u overwrites the y that v read, so v comes first.',
    level: 'error',
  },
  HD1118: {
    title: 'write-write cycle with write-read, taking turns',
    summary:
      'Pattern c18, Wu(x) Wv(y) Ru(y) Wv(x): v overwrites the x that u wrote, so u comes first; u reads the y that v wrote, so v comes first.',
    level: 'error',
  },
  HD1200: {
    title: 'phase automaton shown',
    summary: 'An execution is accepted by a phase automaton of your own.',
    level: 'error',
  },
  HD1201: {
    title: 'malformed line in a phase automaton',
    summary: 'A line of a file of phase automata is none of `automaton`, a transition, or `stay`.',
    level: 'error',
  },
  HD1202: {
    title: 'unknown name in a phase automaton',
    summary: 'A transition names a variable or process that the model does not declare.',
    level: 'error',
  },
  HD1203: {
    title: 'empty phase automaton',
    summary: 'An automaton without transitions, or a file without automata, asks nothing.',
    level: 'error',
  },
  HD1204: {
    title: 'loop in a phase automaton',
    summary: 'The transitions lead back to an earlier state: only self-loops are allowed.',
    level: 'error',
  },
  HD1205: {
    title: 'too many names in a phase automaton',
    summary: 'One automaton speaks of more than 15 variables.',
    level: 'error',
  },
  HD1300: {
    title: 'what atomicity asks about',
    summary: 'Said with --explain-sets: the atomic sets, the units of work, and who is asked about whom.',
    level: 'note',
  },
} as const satisfies RuleTable;
