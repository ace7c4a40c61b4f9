// The commands beside analysis, each loaded when it is used.

import type { Command } from 'commander';
import { targetFormats } from '../../pipeline/translators.js';
import type { SetExit } from '../command-line.js';
import type { AtaOptions } from './ata.js';
import type { CertifyOptions } from './certify.js';
import type { CropOptions } from './crop.js';
import type { ReplayOptions } from './replay.js';
import type { ReproduceOptions } from './reproduce.js';
import type { TranslateOptions } from './translate.js';

export function addAuxiliaryCommands(program: Command, setExit: SetExit): void {
  program
    .command('replay')
    .description(
      're-executes the witnesses of a JSON report; exit 0 iff each is a real execution that shows its violation',
    )
    .argument('<report>', 'a report written with --format json')
    .argument('[model]', 'the model, when it is not where the report says')
    .option('--result <n>', 'only the n-th result, counted from 1')
    .option('--model-changed-ok', 'go on, with a warning, where a file is not the one that the report is about')
    .action(async (report: string, model: string | undefined, options: ReplayOptions) => {
      const { replayReport } = await import('./replay.js');
      setExit(await replayReport(report, { ...options, model }));
    });
  program
    .command('reproduce')
    .description('writes tests that show the interleavings of a JSON report on the real code')
    .argument('<report>', 'a report written with --format json')
    .option('--result <n>', 'only the n-th result, counted from 1')
    .option('--to <runner>', 'node, vitest or jest (default: node); java for findings about Java')
    .option('--folder <folder>', 'where to write them (default: heddle-repro)')
    .action(async (report: string, options: ReproduceOptions) => {
      if (options.to === 'java') {
        const { reproduceAsJava } = await import('./reproduce-java.js');
        setExit(await reproduceAsJava(report, options));
        return;
      }
      const { reproduceReport } = await import('./reproduce.js');
      setExit(reproduceReport(report, options));
    });
  program
    .command('certify')
    .description('checks what a JSON report says holds; exit 0 iff every holds is certified, and there is one')
    .argument('<report>', 'a report written with --format json --certificates')
    .argument('[model]', 'the model, when it is not where the report says')
    .option('--allow-uncertified', 'exit 0 instead of 3 where something holds without an accepted certificate')
    .option('--model-changed-ok', 'go on, with a warning, where a file is not the one that the report is about')
    .action(async (report: string, model: string | undefined, options: CertifyOptions) => {
      const { certifyReport } = await import('./certify.js');
      setExit(await certifyReport(report, { ...options, model }));
    });
  program
    .command('translate')
    .description('writes a model in another format')
    .argument('<file>', 'a model, or - for standard input')
    .requiredOption('--to <format>', `one of ${targetFormats.join(', ')}`)
    .option('--as <kind>', 'kind of the input, whatever its name; needed for -')
    .option('-o, --output <file>', 'write to a file')
    .action(async (file: string, options: TranslateOptions) => {
      const { translate } = await import('./translate.js');
      await translate(file, options);
    });
  program
    .command('ata')
    .description('prints the tree automaton that accepts the safe action trees')
    .requiredOption('--locks <n>', 'number of locks')
    .requiredOption('--labels <n>', 'number of labels')
    .option('--pair <a,b>', 'labels that must not be reached at once; repeat for more', collect, [])
    .option('--style <name>', 'paper (one state per rule) or exact (one state per subtree)', 'paper')
    .option('--time-limit <s>', 'give up after so many seconds')
    .action(async (options: AtaOptions) => {
      const { ata } = await import('./ata.js');
      await ata(options);
    });
  program
    .command('crop')
    .description('writes the finite trees in which every thread of a tree is cut somewhere')
    .argument('<file>', 'action trees (.tree), or - for standard input')
    .option('--labels <a,b>', 'labels at which threads may stop; others vanish (default: all)')
    .option('--limit <n>', 'give up beyond so many trees', '10000')
    .option('--joined', 'one tree, joined by br, as the automaton of `heddle ata` takes it')
    .option('--as <kind>', 'kind of the input, whatever its name; needed for -')
    .action(async (file: string, options: CropOptions) => {
      const { crop } = await import('./crop.js');
      await crop(file, options);
    });
  program
    .command('explain')
    .description('what a code in a report means')
    .argument('<code>', 'such as HD3003')
    .action(async (code: string) => {
      const { explain } = await import('./explain.js');
      await explain(code);
    });
  program
    .command('init')
    .description('writes heddle.config.json and a first model into the current folder')
    .action(async () => {
      const { init } = await import('./init.js');
      init(process.cwd());
    });
  program
    .command('completion')
    .description('prints a completion script')
    .argument('<shell>', 'bash, zsh or fish')
    .action(async (shell: string) => {
      const { completion } = await import('./completion.js');
      process.stdout.write(completion(program, shell));
    });
}

function collect(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}
