// HD4xxx: findings and input errors of `heddle cover`.

import type { RuleTable } from '../../base/rule.js';

export const coverRules = {
  HD4001: {
    title: 'state coverable',
    summary: 'Some number of threads (or tokens) can reach the target; the schedule is shown.',
    level: 'error',
  },
  HD4002: {
    title: 'malformed diagram',
    summary: 'The file is not a thread transition diagram (TTD, TTS).',
    level: 'error',
  },
  HD4003: {
    title: 'state out of range',
    summary: 'A shared or local state is not below the count in the header.',
    level: 'error',
  },
  HD4004: {
    title: 'malformed configuration',
    summary: 'A target or initial configuration is not of the form s|l1,l2/u (nets: p>=2,q>=1).',
    level: 'error',
  },
  HD4005: {
    title: 'no target',
    summary: 'Nothing says which state the question is about.',
    level: 'error',
  },
  HD4006: { title: 'malformed .spec net', summary: 'The file is not a MIST net.', level: 'error' },
  HD4007: { title: 'malformed PNML net', summary: 'The file is not a place/transition net in PNML.', level: 'error' },
  HD4008: { title: 'malformed Boolean program', summary: 'The file is not a Boolean program.', level: 'error' },
  HD4009: {
    title: 'too large to unfold',
    summary: 'The finite data of the program has more valuations than the translation unfolds.',
    level: 'error',
  },
  HD4010: {
    title: 'not expressible in this format',
    summary: 'The model has a construct that the format of --emit cannot say.',
    level: 'error',
  },
} as const satisfies RuleTable;
