// The sentences that several reports share, so that a verdict reads the same everywhere.

import { unreachable } from '../base/result.js';
import { type Certificate, type NoCertificate, statedKind } from '../verdict/certificate.js';
import { canBeDriven } from '../verdict/real-code.js';
import type { Scope } from '../verdict/scope.js';
import type { Finding, Verdict } from '../verdict/verdict.js';
import type { WitnessStep } from '../verdict/witness.js';
import type { OnCode, ReportEntry } from './report.js';

type Violated = Extract<Verdict, { kind: 'violated' }>;

/** Actions that read better under another name. */
const verbs: Readonly<Record<string, string>> = {
  allocate: 'make',
  'allocate-array': 'make',
};

export function verbOf(action: string): string {
  return Object.hasOwn(verbs, action) ? verbs[action]! : action;
}

/** What a thread that was notified takes again; threads of an event loop wait for completions. */
function isLock(target: string | undefined): boolean {
  return target !== undefined && target !== 'external';
}

/** `write x = 3`, `read slots[2]: null`, `acquire l`: what a step does and what changes by it. */
export function describeStep({ action, target, change }: WitnessStep): string {
  // A statement of a Boolean program, an edge of a diagram: it says itself what it does.
  if (action === 'move' && target !== undefined) return change === undefined ? target : `${target} (${change})`;
  const verb = action === 'resume' && isLock(target) ? 'wake up with' : verbOf(action);
  const deed = target === undefined ? verb : `${verb} ${target}`;
  if (change === undefined || change === deed) return deed;
  if (target === undefined) return `${deed}: ${change}`;
  if (change.startsWith(`${target} = `)) return `${action} ${change}`;
  if (change.startsWith(`${target} is `)) return `${deed}: ${change.slice(target.length + 4)}`;
  if (action === 'acquire' && change === `holds ${target}`) return deed;
  return `${deed}, ${change}`;
}

export function describeScope(scope: Scope): string {
  switch (scope.kind) {
    case 'all-executions':
      return 'all executions';
    case 'recorded-trace':
      return 'the recorded trace';
    case 'bounded':
      return `up to ${Object.entries(scope.bounds)
        .map(([name, bound]) => `${bound} ${name}`)
        .join(', ')}`;
    default:
      return unreachable(scope);
  }
}

/** How a `holds` is called whose certificate nobody has checked: the same words in every report. */
export const uncertifiedWords = 'searched exhaustively, not certified';

/** The header line of a finding: a `holds` that is not certified says so. */
export function messageOf({ message, verdict }: Finding): string {
  return isUncertified(verdict) ? `${message} (${uncertifiedWords})` : message;
}

export function isUncertified(verdict: Verdict): boolean {
  return verdict.kind === 'holds' && isAbsent(verdict.certificate);
}

export function describeCertificate(certificate: Certificate | NoCertificate): string {
  if (isAbsent(certificate)) return certificate.because.replace(`${uncertifiedWords}: `, '');
  return `certified: ${statedKind(certificate)}`;
}

export function isAbsent(certificate: Certificate | NoCertificate): certificate is NoCertificate {
  return certificate.kind === 'none';
}

/** Whether the violation is known to happen with the data of the program, and how that is known. */
export function describeConfirmation(verdict: Violated): string {
  if (verdict.confirmed) return 'confirmed: this interleaving was replayed step by step';
  return 'possible: it replays with the data abstracted, but no run with concrete data was found within the limits';
}

/** What the test on the real code has shown. */
export function describeOnCode(onCode: OnCode | undefined): readonly string[] {
  if (!onCode) return [];
  if (onCode.reproduced) return [`confirmed on your code: ${onCode.test} fails`];
  return [`not reproduced on your code: ${onCode.because} (confirmed on the model)`];
}

/** The command that writes a report with this result (counted from 1) and executes its witness again; the files that this run wrote are not named. */
export function replayCommand(command: string, result: number): string {
  const asked = command.replace(/ (?:--report|--output|-o|--format)(?:=| )(?:'[^']*'|\S+)/g, '');
  return `${asked} --report json=report.json; heddle replay report.json --result ${result}`;
}

/** The command that drives the finding on the code that it is about; absent where that was done, or cannot be. */
export function driveCommand({ finding, onCode }: ReportEntry, result: number): string | undefined {
  const driver = onCode ? undefined : canBeDriven(finding.property);
  return driver && `heddle reproduce report.json --result ${result}${driver === 'java' ? ' --to java' : ''}`;
}
