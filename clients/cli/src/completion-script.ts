import type { CommandUnknownOpts } from '@commander-js/extra-typings';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

/** A command, and what may follow it. */
interface Place {
  /** The names that lead to it: `consent record`; none for the program itself. */
  readonly names: readonly string[];
  readonly commands: readonly Word[];
  readonly options: readonly Word[];
}

interface Word {
  readonly text: string;
  readonly description: string;
}

/** A script that completes the commands and options of the program; other words are files. */
export function completionScript(shell: Shell, program: CommandUnknownOpts): string {
  return SCRIPTS[shell](placesOf(program));
}

/** Every command; a subcommand comes before its parent. */
function placesOf(command: CommandUnknownOpts, names: readonly string[] = []): readonly Place[] {
  const { commands, options } = command;
  return [
    ...commands.flatMap((each) => placesOf(each, [...names, each.name()])),
    {
      names,
      commands: commands.map((each) => ({ text: each.name(), description: each.description() })),
      options: options.map(({ long, description }) => ({ text: long ?? '', description })),
    },
  ];
}

const SCRIPTS: Readonly<Record<Shell, (places: readonly Place[]) => string>> = {
  bash: (places) => `_ndx() {
  local word place=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] || place="$place $word"
  done
  local words=""
  case "$place " in
${places.map((place) => `    ${pattern(place)}) words="${wordsOf(place)}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _ndx ndx
`,
  zsh: (places) => `#compdef ndx
_ndx() {
  local word place=""
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ $word == -* ]] || place="$place $word"
  done
  case "$place " in
${places.map((place) => `    ${pattern(place)}) compadd -- ${wordsOf(place)} ;;`).join('\n')}
  esac
  _files
}
compdef _ndx ndx
`,
  fish: (places) => `${places.flatMap(fishLines).join('\n')}\n`,
};

/** Matches the names and any words after them. */
function pattern({ names }: Place): string {
  return names.length === 0 ? '" "' : `" ${names.join(' ')} "*`;
}

function wordsOf({ commands, options }: Place): string {
  return [...commands, ...options, { text: '--help' }].map(({ text }) => text).join(' ');
}

function fishLines({ names, commands, options }: Place): readonly string[] {
  const seen = names.map((name) => `__fish_seen_subcommand_from ${name}`);
  const next = commands.map(({ text }) => text).join(' ');
  const isNone =
    names.length === 0 ? '__fish_use_subcommand' : `not __fish_seen_subcommand_from ${next}`;
  const line = (conditions: readonly string[], word: string, description: string) =>
    `complete -c ndx -n '${conditions.join('; and ')}' ${word} -d '${description.replaceAll("'", '’')}'`;
  return [
    ...commands.map(({ text, description }) => line([...seen, isNone], `-a ${text}`, description)),
    ...options.map(({ text, description }) => line(seen, `-l ${text.slice(2)}`, description)),
  ];
}
