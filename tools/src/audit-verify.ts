import { commandLine, exitWhenWritten, printLine, UsageError } from '@ndx/command-line';
import { LocalInfraError } from '@ndx/local-infra';
import { entriesOfNetwork, verifyEach } from './audit/service-commands.js';
import { exitWithReason } from './exit-with-reason.js';
import { requireRunningNetwork } from './network/network-file.js';
import { dataOption } from './network/network-options.js';

/**
 * `npm run audit:verify`: verifies the audit chains of all services of the local network; status 1
 * when an entry was altered.
 */
try {
  const values = commandLine('npm run audit:verify --', 'Verifies the audit log of every service.')
    .option('--export <file>', 'writes the heads of the chains to a file')
    .option('--heads <file>', 'compares with the heads that were exported to a file')
    .option('--entries', 'prints the entries of a network as NDJSON instead', false)
    .option('--network <id>', 'network of --entries')
    .option('--archive', 'reads and verifies the archived entries, too', false)
    .addOption(dataOption())
    .parse()
    .opts();
  const { environments } = await requireRunningNetwork(values.data);
  if (values.entries) {
    if (values.network === undefined) throw new UsageError('--entries needs --network ID');
    const args = ['--entries', '--network', values.network];
    for await (const line of entriesOfNetwork(environments, args)) {
      await printLine(line);
    }
    await exitWhenWritten(0);
  }
  const args = [
    ...(values.export === undefined ? [] : ['--export', values.export]),
    ...(values.heads === undefined ? [] : ['--heads', values.heads]),
    ...(values.archive ? ['--archive'] : []),
  ];
  process.exit((await verifyEach(environments, args)) ? 0 : 1);
} catch (error) {
  exitWithReason(error, LocalInfraError);
}
