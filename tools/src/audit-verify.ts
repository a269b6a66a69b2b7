import { commandLine, exitWhenWritten, printLine, UsageError } from '@ndx/command-line';
import { STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { LocalInfraError } from '@ndx/local-infra';
import { entriesOfNetwork } from './audit/entries-of-network.js';
import { exitWithReason } from './exit-with-reason.js';
import { requireRunningNetwork } from './network/network-file.js';
import { dataOption } from './network/network-options.js';
import { runServiceCommand } from './network/service-command.js';

/**
 * `npm run audit:verify`: verifies the audit logs of all services of the local network; status 1
 * when an entry was altered.
 */
try {
  const values = commandLine('npm run audit:verify --', 'Verifies the audit log of every service.')
    .option('--export <file>', 'writes the checkpoints of the logs to a file')
    .option('--checkpoints <file>', 'compares with the checkpoints that were exported to a file')
    .option('--entries', 'prints the entries of a network as NDJSON instead', false)
    .option('--network <id>', 'network of --entries')
    .option('--archive', 'reads and verifies the archived entries, too', false)
    .option('--keys <file>', 'a copy of /.well-known/ndx-keys: uses no secret of the services')
    .addOption(dataOption())
    .parse()
    .opts();
  const network = await requireRunningNetwork(values.data);
  if (values.entries) {
    if (values.network === undefined) throw new UsageError('--entries needs --network ID');
    const args = ['--entries', '--network', values.network];
    for await (const line of entriesOfNetwork(network, args)) {
      await printLine(line);
    }
    await exitWhenWritten(0);
  }
  const args = [
    ...(values.export === undefined ? [] : ['--export', values.export]),
    ...(values.checkpoints === undefined ? [] : ['--checkpoints', values.checkpoints]),
    ...(values.archive ? ['--archive'] : []),
    ...(values.keys === undefined ? [] : ['--keys', values.keys]),
  ];
  const altered = STATEFUL_SERVICE_NAMES.filter(
    (service) => runServiceCommand(network, service, 'audit-verify', ...args) !== 0,
  );
  process.exit(altered.length === 0 ? 0 : 1);
} catch (error) {
  exitWithReason(error, LocalInfraError);
}
