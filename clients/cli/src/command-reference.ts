import type { CommandUnknownOpts } from '@commander-js/extra-typings';

const INTRODUCTION = `# Commands of ndx

Every command of the [command line](../clients/cli/README.md) with its arguments and options, as \`--help\` prints them. Each also takes \`--help\`.`;

/** The reference of a program as Markdown: a section for each command that does something. */
export function commandReference(program: CommandUnknownOpts): string {
  const sections = actionsOf(program).map(sectionOf);
  return `${[INTRODUCTION, ...optionLines(program), ...sections].join('\n\n')}\n`;
}

/** The commands without subcommands, in the order of the help. */
function actionsOf(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  const { commands } = command;
  return commands.length === 0 ? [command] : commands.flatMap(actionsOf);
}

function sectionOf(command: CommandUnknownOpts): string {
  const help = command.createHelp();
  const args = help
    .visibleArguments(command)
    .map((each) => line(help.argumentTerm(each), help.argumentDescription(each)));
  return [
    `## ${namesOf(command).join(' ')}`,
    sentence(command.description()),
    `\`\`\`text\n${help.commandUsage(command)}\n\`\`\``,
    ...(args.length === 0 ? [] : ['Arguments:', args.join('\n')]),
    ...optionLines(command),
  ].join('\n\n');
}

/** The options under their heading; none without options. */
function optionLines(command: CommandUnknownOpts): readonly string[] {
  const help = command.createHelp();
  const lines = help
    .visibleOptions(command)
    .filter(({ long }) => long !== '--help')
    .map((option) => line(help.optionTerm(option), help.optionDescription(option)));
  return lines.length === 0 ? [] : ['Options:', lines.join('\n')];
}

function namesOf(command: CommandUnknownOpts): readonly string[] {
  const { parent } = command;
  return [...(parent === null ? [] : namesOf(parent)), command.name()];
}

function line(term: string, description: string): string {
  return `- \`${term}\`${description === '' ? '' : `: ${literal(description)}`}`;
}

function sentence(text: string): string {
  return `${literal(text.charAt(0).toUpperCase() + text.slice(1))}.`;
}

/** Addresses, and characters that have a meaning in Markdown. */
const MARKED = /(https?:\/\/[^\s"]+)|[<>*[\]]|(?<!\w)_|_(?!\w)/g;

/** Text that a renderer of Markdown shows as it is; an address is code, so that it is no link. */
function literal(text: string): string {
  return text.replace(MARKED, (marked: string, address?: string) =>
    address === undefined ? `\\${marked}` : `\`${address}\``,
  );
}
