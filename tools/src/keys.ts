import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';
import { LocalInfraError } from '@ndx/local-infra';
import { exitWithReason } from './exit-with-reason.js';
import { requireRunningNetwork } from './network/network-file.js';
import { addSealingKey, dropSealingKey } from './network/rotate-secrets.js';
import { entryOf } from './network/service-processes.js';

const USAGE = `Usage: npm run keys -- [${STATEFUL_SERVICE_NAMES.join('|')}] [--status] [--add ID | --drop ID] [--data .data]`;

/**
 * `npm run keys -- [service] [--status]`: puts every sealed value of the network that runs here
 * under the first sealing key, or tells which key how many are under. `--add ID` makes a new first
 * key and `--drop ID` removes an old one, both from the next `npm start` on.
 */
try {
  const { values: options, positionals } = parse();
  const secrets = join(options.data, 'secrets.json');
  if (options.add !== undefined) {
    addSealingKey(secrets, options.add);
    say(`The key ${options.add} seals from the next start on; then: npm run keys`);
  } else if (options.drop !== undefined) {
    dropSealingKey(secrets, options.drop);
    say(`The key ${options.drop} is gone from the next start on.`);
  } else {
    const { environments } = await requireRunningNetwork(options.data);
    const args = options.status ? ['keys', '--status'] : ['keys'];
    const failed = named(positionals).filter((service) => {
      const env = { ...process.env, ...environments[service] };
      return (
        spawnSync(process.execPath, [entryOf(service), ...args], { stdio: 'inherit', env })
          .status !== 0
      );
    });
    if (failed.length > 0) throw new LocalInfraError(`Not done: ${failed.join(', ')}`);
  }
} catch (error) {
  exitWithReason(error, LocalInfraError);
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        status: { type: 'boolean', default: false },
        add: { type: 'string' },
        drop: { type: 'string' },
        data: { type: 'string', default: '.data' },
      },
    });
  } catch (error) {
    throw new LocalInfraError(
      `${error instanceof Error ? error.message : String(error)}\n${USAGE}`,
    );
  }
}

/** The services that were named; all of them without a name. */
function named(names: readonly string[]): readonly StatefulServiceName[] {
  const known = STATEFUL_SERVICE_NAMES.filter((name) => names.includes(name));
  if (known.length < names.length) throw new LocalInfraError(USAGE);
  return names.length === 0 ? STATEFUL_SERVICE_NAMES : known;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
