import { spawnSync } from 'node:child_process';
import { STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { LocalInfraError } from '@ndx/local-infra';
import { exitWithReason } from './exit-with-reason.js';
import { requireRunningNetwork } from './network/network-file.js';
import { entryOf } from './network/service-processes.js';

/** `npm run redrive -- <service> [--key K]`: runs the parked events of a service that runs here again. */
try {
  const [service, ...args] = process.argv.slice(2);
  const known = STATEFUL_SERVICE_NAMES.find((name) => name === service);
  if (!known) {
    throw new LocalInfraError(
      `Usage: npm run redrive -- <${STATEFUL_SERVICE_NAMES.join('|')}> [--key K]`,
    );
  }
  const { environments } = await requireRunningNetwork('.data');
  const { status } = spawnSync(process.execPath, [entryOf(known), 'redrive', ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...environments[known] },
  });
  process.exit(status ?? 1);
} catch (error) {
  exitWithReason(error, LocalInfraError);
}
