import { join } from 'node:path';
import { Argument, commandLine, Option } from '@ndx/command-line';
import { STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { LocalInfraError } from '@ndx/local-infra';
import { exitWithReason } from './exit-with-reason.js';
import { requireRunningNetwork } from './network/network-file.js';
import { dataOption } from './network/network-options.js';
import { addSealingKey, dropSealingKey } from './network/rotate-secrets.js';
import { runServiceCommand } from './network/service-command.js';

/**
 * `npm run keys`: re-encrypts every value of the local network under the first sealing key, or
 * prints the number of values under each key. `--add ID` creates a new first key and `--drop ID`
 * removes an old one, both from the next `npm start` on.
 */
try {
  const command = commandLine(
    'npm run keys --',
    'Re-encrypts sealed values under the active key, and manages the keys.',
  )
    .addArgument(
      new Argument('[services...]', 'services to re-encrypt; all by default').choices(
        STATEFUL_SERVICE_NAMES,
      ),
    )
    .option('--status', 'counts the values under each key and changes nothing', false)
    .addOption(new Option('--add <id>', 'adds a key and makes it the active one').conflicts('drop'))
    .option('--drop <id>', 'removes a key')
    .addOption(dataOption())
    .parse();
  const options = command.opts();
  const [services] = command.processedArgs;
  const secrets = join(options.data, 'secrets.json');
  if (options.add !== undefined) {
    addSealingKey(secrets, options.add);
    say(`The key ${options.add} seals from the next start on; then: npm run keys`);
  } else if (options.drop !== undefined) {
    dropSealingKey(secrets, options.drop);
    say(`The key ${options.drop} is gone from the next start on.`);
  } else {
    const network = await requireRunningNetwork(options.data);
    const args = options.status ? ['keys', '--status'] : ['keys'];
    const named = services.length === 0 ? STATEFUL_SERVICE_NAMES : services;
    const failed = named.filter((service) => runServiceCommand(network, service, ...args) !== 0);
    if (failed.length > 0) throw new LocalInfraError(`Not done: ${failed.join(', ')}`);
  }
} catch (error) {
  exitWithReason(error, LocalInfraError);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
