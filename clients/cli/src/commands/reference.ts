import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { commandReference } from '../command-reference.js';

/** The command that describes all commands of the program. */
export function reference(program: CommandUnknownOpts) {
  return new Command('reference')
    .description('prints every command with its arguments and options, as Markdown')
    .action(() => {
      process.stdout.write(commandReference(program));
    });
}
