import { commandLine, httpAddress, UsageError } from '@ndx/command-line';
import { LocalInfraError } from '@ndx/local-infra';
import { exitWithReason } from './exit-with-reason.js';
import { requireRunningNetwork } from './network/network-file.js';
import { dataOption } from './network/network-options.js';
import { fillSandbox } from './sandbox/fill-sandbox.js';
import { printSandbox } from './sandbox/print-sandbox.js';
import { demoClients, sandboxParties } from './sandbox/sandbox-parties.js';

/**
 * `npm run sandbox`: makes the outcomes of docs/sandbox.md possible, on the network that runs here or
 * on a sandbox elsewhere, and prints its consents. Idempotent.
 */
try {
  const { data, gatewayUrl, tokenUrl } = commandLine(
    'npm run sandbox --',
    'Fills a sandbox with a business for each outcome of a query.',
  )
    .addOption(dataOption())
    .option('--gateway-url <url>', 'gateway of a sandbox elsewhere', httpAddress)
    .option('--token-url <url>', 'its token endpoint for the demo accounts', httpAddress)
    .parse()
    .opts();
  if ((gatewayUrl === undefined) !== (tokenUrl === undefined)) {
    throw new UsageError('give both --gateway-url and --token-url, or neither');
  }
  const addresses =
    gatewayUrl === undefined || tokenUrl === undefined
      ? await requireRunningNetwork(data)
      : { gatewayUrl, tokenUrl };
  printSandbox(await fillSandbox(sandboxParties(demoClients(addresses))), (line) => {
    process.stdout.write(`${line}\n`);
  });
} catch (error) {
  exitWithReason(error, LocalInfraError);
}
