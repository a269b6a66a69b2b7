import { Argument, commandLine } from '@ndx/command-line';
import { STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { LocalInfraError } from '@ndx/local-infra';
import { exitWithReason } from './exit-with-reason.js';
import { requireRunningNetwork } from './network/network-file.js';
import { dataOption } from './network/network-options.js';
import { runServiceCommand } from './network/service-command.js';

/** `npm run redrive`: runs the parked events of a service of the local network again. */
try {
  const command = commandLine('npm run redrive --', 'Runs the parked events of a service again.')
    .addArgument(
      new Argument('<service>', 'service of the network that runs here').choices(
        STATEFUL_SERVICE_NAMES,
      ),
    )
    .option('--key <key>', 'redrives the events of this key alone')
    .addOption(dataOption())
    .parse();
  const [service] = command.processedArgs;
  const { key, data } = command.opts();
  const args = key === undefined ? [] : ['--key', key];
  const network = await requireRunningNetwork(data);
  process.exit(runServiceCommand(network, service, 'redrive', ...args));
} catch (error) {
  exitWithReason(error, LocalInfraError);
}
