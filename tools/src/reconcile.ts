import { spawnSync } from 'node:child_process';
import { commandLine } from '@ndx/command-line';
import { STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { LocalInfraError } from '@ndx/local-infra';
import { exitWithReason } from './exit-with-reason.js';
import { requireRunningNetwork } from './network/network-file.js';
import { dataOption } from './network/network-options.js';
import { entryOf } from './network/service-processes.js';

/** `npm run reconcile`: repairs the read models of the local network. */
try {
  const { data } = commandLine(
    'npm run reconcile --',
    'Compares what each service owns with the read models of the others, and repairs them.',
  )
    .addOption(dataOption())
    .parse()
    .opts();
  const { environments } = await requireRunningNetwork(data);
  const failed = STATEFUL_SERVICE_NAMES.filter((service) => {
    const { status } = spawnSync(process.execPath, [entryOf(service), 'reconcile'], {
      stdio: 'inherit',
      env: { ...process.env, ...environments[service] },
    });
    return status !== 0;
  });
  process.exit(failed.length === 0 ? 0 : 1);
} catch (error) {
  exitWithReason(error, LocalInfraError);
}
