import { parseArgs } from 'node:util';
import { LocalInfraError } from '@ndx/local-infra';
import { entriesOfNetwork, verifyEach } from './audit/service-commands.js';
import { exitWithReason } from './exit-with-reason.js';
import { requireRunningNetwork } from './network/network-file.js';

/**
 * `npm run audit:verify [-- --export FILE] [--heads FILE]`: verifies the audit chains of all services
 * of the network that runs here; status 1 when one is not as it was written.
 * `npm run audit:verify -- --entries --network ID`: the entries of a network as NDJSON, by time.
 */
try {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: '.data' },
      export: { type: 'string' },
      heads: { type: 'string' },
      entries: { type: 'boolean', default: false },
      network: { type: 'string' },
    },
  });
  const { environments } = await requireRunningNetwork(values.data);
  if (values.entries) {
    if (values.network === undefined) throw new LocalInfraError('--entries needs --network ID');
    const args = ['--entries', '--network', values.network];
    for await (const line of entriesOfNetwork(environments, args)) {
      process.stdout.write(`${line}\n`);
    }
    process.exit(0);
  }
  const args = [
    ...(values.export === undefined ? [] : ['--export', values.export]),
    ...(values.heads === undefined ? [] : ['--heads', values.heads]),
  ];
  process.exit((await verifyEach(environments, args)) ? 0 : 1);
} catch (error) {
  exitWithReason(error, LocalInfraError);
}
