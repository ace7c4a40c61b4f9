// HD00xx: inputs, options and environment.

import type { RuleTable } from '../base/rule.js';

export const inputRules = {
  HD0001: { title: 'file cannot be read', summary: 'The file is missing, unreadable or not a file.', level: 'error' },
  HD0002: { title: 'not text', summary: 'The file is not valid UTF-8, or contains NUL bytes.', level: 'error' },
  HD0003: { title: 'nothing to analyse', summary: 'No input of a known kind was found.', level: 'error' },
  HD0004: { title: 'unknown input kind', summary: 'The extension is not one that Heddle reads.', level: 'error' },
  HD0005: { title: 'nested too deeply', summary: 'More than 1,000 nested blocks.', level: 'error' },
  HD0006: { title: 'bad option', summary: 'An option has a value that it does not take.', level: 'error' },
  HD0007: { title: 'output cannot be written', summary: 'A report could not be written.', level: 'error' },
  HD0008: { title: 'bad configuration', summary: 'The configuration file is not valid.', level: 'error' },
  HD0009: { title: 'bad report', summary: 'The report to replay or certify is not valid.', level: 'error' },
  HD0010: {
    title: 'does not apply',
    summary: 'The engine cannot take this model; it names the construct.',
    level: 'error',
  },
  HD0011: {
    title: 'not available yet',
    summary: 'The command is planned but its engine is not there yet.',
    level: 'error',
  },
  HD0012: { title: 'stopped', summary: 'A limit was reached before the answer was there.', level: 'note' },
  HD0013: {
    title: 'incomplete suppression',
    summary: 'A heddle-ignore comment without a rule code or without a reason accepts nothing.',
    level: 'warning',
  },
  HD0014: {
    title: 'unused suppression',
    summary: 'A comment or a baseline accepts something that is not found (any more).',
    level: 'warning',
  },
  HD0015: {
    title: 'nothing is claimed',
    summary: 'The model asserts nothing, declares no unit and has no label, so that little can be asked about it.',
    level: 'warning',
  },
  HD0016: {
    title: 'stored answer not used',
    summary: 'An answer of a run, of the cache or of a worker could not be read or did not stand the check.',
    level: 'note',
  },
  HD0017: {
    title: 'cluster not usable',
    summary: 'The cluster does not answer, or its members have another version.',
    level: 'error',
  },
  HD0099: { title: 'internal error', summary: 'A bug in Heddle: a verdict failed its own check.', level: 'error' },
} as const satisfies RuleTable;
