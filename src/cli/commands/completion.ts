// Completion scripts, made from the command tree: commands first, then the options of the command on the line, then files.

import type { Command } from 'commander';
import { fail } from '../failure.js';

interface Words {
  readonly commands: readonly string[];
  options(command: string): readonly string[];
}

export function completion(program: Command, shell: string): string {
  const words = wordsOf(program);
  switch (shell) {
    case 'bash':
      return bash(words);
    case 'zsh':
      return `#compdef heddle\nautoload -U +X bashcompinit && bashcompinit\n${bash(words)}`;
    case 'fish':
      return fish(program);
    default:
      return fail('HD0006', `no completion for '${shell}'`, { help: 'it takes bash, zsh or fish' });
  }
}

function wordsOf(program: Command): Words {
  const visible = program.createHelp().visibleCommands(program);
  return {
    commands: visible.map((command) => command.name()),
    options: (name) => {
      const command = visible.find((candidate) => candidate.name() === name);
      return command ? command.options.flatMap((option) => option.long ?? []) : [];
    },
  };
}

function bash({ commands, options }: Words): string {
  const cases = commands.map((name) => `    ${name}) words="${options(name).join(' ')}" ;;`);
  return `_heddle() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.join(' ')}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}
complete -o filenames -F _heddle heddle
`;
}

function fish(program: Command): string {
  const lines = program
    .createHelp()
    .visibleCommands(program)
    .flatMap((command) => [
      `complete -c heddle -n __fish_use_subcommand -a ${command.name()} -d '${escaped(command.description())}'`,
      ...command.options.map(
        (option) =>
          `complete -c heddle -n '__fish_seen_subcommand_from ${command.name()}' -l ${option.long?.slice(2) ?? ''} -d '${escaped(option.description)}'`,
      ),
    ]);
  return `${lines.join('\n')}\n`;
}

function escaped(text: string): string {
  return text.replaceAll("'", "\\'");
}
