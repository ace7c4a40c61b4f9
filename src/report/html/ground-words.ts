// Why an answer holds, in words: what the engine has shown, and what the checker of its certificate has done.

import type { Certificate, NoCertificate } from '../../verdict/certificate.js';
import { describeCertificate, isAbsent } from '../wording.js';

const grounds: Readonly<Record<string, string>> = {
  atomicity: 'no way of the units through their locks lets the accesses of another unit come between',
  races: 'every two accesses that conflict are ordered by locks, starts and ends of threads, or volatile accesses',
  explore: 'every interleaving that could differ was followed to its end',
  cover: 'a set of states that contains the initial ones is closed under every step and does not contain the target',
  pairwise: 'what two threads do to locks and threads on their ways there cannot be brought into one order',
  reach:
    'a set of configurations that contains the target is closed under predecessors and does not contain the initial one',
  async: 'every order in which the calls can overlap was tried',
};

export function groundWords(engine: string): string {
  return (Object.hasOwn(grounds, engine) ? grounds[engine] : undefined) ?? 'the search was exhaustive';
}

const checks: Readonly<Record<string, string>> = {
  'lock-histories/2':
    'a separate checker closed the lock histories of the control-flow graphs by naive rules and found no interleaving',
  'lock-scopes': 'a separate checker saw one access in each unit, or one lock held from the first to the last',
  'states/1': 'a separate checker visited every state again',
  'states-local/1': 'a separate checker visited every state again, passing steps that nobody else can see',
  'executions/1':
    'a separate checker followed one of all executions that differ only in the order of independent steps',
  'clocks/1': 'a separate checker read the trace again with full vector clocks',
  'effects/2': 'a separate checker derived the effects of the tree again',
  schedule: 'a separate checker ran the schedule',
  typing: 'a separate checker derived the types of the scheme again',
  'coverability-set': 'a separate checker saw that the set of states is closed and does not reach the target',
  'upward-closed-basis':
    'a separate checker saw that no step leads into the states from which the target can be reached',
  'backward-closed-automaton':
    'a separate checker saw that no rule leads into the set of configurations from which the target can be reached',
};

export function checkedWords(certificate: Certificate | NoCertificate): string {
  if (isAbsent(certificate)) return `not certified: ${describeCertificate(certificate)}`;
  const words = Object.hasOwn(checks, certificate.kind) ? checks[certificate.kind] : undefined;
  return `${words ?? 'its certificate was accepted'} (${certificate.kind})`;
}
