import { commandLine, instant, Option } from '@ndx/command-line';
import { LocalInfraError } from '@ndx/local-infra';
import { exitWithReason } from './exit-with-reason.js';
import { requireRunningNetwork } from './network/network-file.js';
import { dataOption } from './network/network-options.js';
import { runServiceCommand } from './network/service-command.js';

/** `npm run replay`: replays the past queries of the local network; status 1 when an answer differs. */
try {
  const { data, since } = commandLine(
    'npm run replay --',
    'Assembles past answers again and compares them with the stored ones.',
  )
    .addOption(
      new Option('--since <time>', 'time of the first query, ISO 8601')
        .argParser(instant)
        .default(new Date(0), 'all queries'),
    )
    .addOption(dataOption())
    .parse()
    .opts();
  const network = await requireRunningNetwork(data);
  const command = ['replay', '--since', since.toISOString()];
  process.exit(runServiceCommand(network, 'product-query', ...command));
} catch (error) {
  exitWithReason(error, LocalInfraError);
}
