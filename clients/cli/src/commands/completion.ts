import { Argument, Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { completionScript, SHELLS } from '../completion-script.js';

/** The command that completes all commands of the program. */
export function completion(program: CommandUnknownOpts) {
  return new Command('completion')
    .description('prints a script that completes commands and options')
    .addArgument(new Argument('<shell>', 'shell to complete in').choices(SHELLS))
    .addHelpText('after', '\nFor bash: source <(ndx completion bash)')
    .action((shell) => {
      process.stdout.write(completionScript(shell, program));
    });
}
