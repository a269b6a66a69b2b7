import { commandLine } from '@ndx/command-line';
import { STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { LocalInfraError } from '@ndx/local-infra';
import { exitWithReason } from './exit-with-reason.js';
import { requireRunningNetwork } from './network/network-file.js';
import { dataOption } from './network/network-options.js';
import { runServiceCommand } from './network/service-command.js';

/** `npm run reconcile`: repairs the read models of the local network. */
try {
  const { data } = commandLine(
    'npm run reconcile --',
    'Compares what each service owns with the read models of the others, and repairs them.',
  )
    .addOption(dataOption())
    .parse()
    .opts();
  const network = await requireRunningNetwork(data);
  const failed = STATEFUL_SERVICE_NAMES.filter(
    (service) => runServiceCommand(network, service, 'reconcile') !== 0,
  );
  process.exit(failed.length === 0 ? 0 : 1);
} catch (error) {
  exitWithReason(error, LocalInfraError);
}
