// The command tree. Engine commands are made from the catalogue; usage errors, wherever they are found, end in one message
// on standard error and exit code 2.

import { Command, CommanderError } from 'commander';
import { engines } from '../pipeline/catalogue.js';
import { internalError, wordsFor } from '../pipeline/internal-error.js';
import { addAnalysisCommand } from './commands/analyse.js';
import { addAuxiliaryCommands } from './commands/auxiliary.js';
import { addClusterCommands } from './commands/cluster.js';
import { addReportCommand } from './commands/report.js';
import { CommandFailure, fail } from './failure.js';
import { writeMessages } from './messages.js';
import { nodePlatform } from './platform.js';
import { version } from './version.js';

export async function runCommandLine(words: readonly string[]): Promise<number> {
  const outcome = { exit: 0 };
  const program = buildProgram((exit) => {
    outcome.exit = exit;
  });
  try {
    await program.parseAsync([...words], { from: 'user' });
    return outcome.exit;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const diagnostics =
      error instanceof CommandFailure ? error.diagnostics : [internalError(wordsFor(error, nodePlatform))];
    writeMessages(diagnostics);
    return 2;
  }
}

export type SetExit = (exit: number) => void;

function buildProgram(setExit: SetExit): Command {
  const program = new Command('heddle')
    .description('Can these threads interfere? Definite, checkable answers about concurrent code.')
    .version(version(), '-V, --version')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(see --help)')
    .exitOverride();
  addAnalysisCommand(program, { kind: 'check' }, setExit);
  for (const { info } of engines) addAnalysisCommand(program, { kind: 'engine', info }, setExit);
  addReportCommand(program, setExit);
  addClusterCommands(program, setExit);
  addAuxiliaryCommands(program, setExit);
  for (const name of plannedCommands) addPlannedCommand(program, name);
  program.addHelpText('after', firstSteps);
  for (const command of program.commands) command.exitOverride();
  return program;
}

const plannedCommands: readonly string[] = ['serve'];

/** Named in the contract, not there yet: says so, and does not show in --help. */
function addPlannedCommand(program: Command, name: string): void {
  program
    .command(name, { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .action(() => fail('HD0011', `not available yet: heddle ${name}`));
}

const firstSteps = `
First steps:
  $ heddle check examples/           every engine that fits, on every model in the folder
  $ heddle explain HD3003            what a code in a report means
  $ heddle <command> --help          options and examples of a command

Exit codes: 0 everything holds, 1 something is violated, 2 could not run, 3 something is unknown.
`;
