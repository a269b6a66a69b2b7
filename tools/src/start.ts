import { LocalInfraError } from '@ndx/local-infra';
import { fillDemoNetwork } from './demo/fill-demo-network.js';
import { SEEDED_WITH_SANDBOX } from './network/demo-network.js';
import { LocalNetwork } from './network/local-network.js';
import { networkOptions } from './network/network-options.js';
import {
  printAddresses,
  printQuickStart,
  type PublicAddresses,
} from './network/print-quick-start.js';
import { COMPILE_CACHE } from './compile-cache.js';
import { exitWithReason } from './exit-with-reason.js';
import { fillSandbox } from './sandbox/fill-sandbox.js';
import { demoClients, sandboxParties } from './sandbox/sandbox-parties.js';
import { untilInterrupted } from './until-interrupted.js';

const log = (line: string) => {
  process.stdout.write(`${line}\n`);
};

async function fill(addresses: PublicAddresses): Promise<void> {
  log('Demo network and sandbox outcomes: furnishing, querying and governing through the API');
  const clients = demoClients(addresses);
  await Promise.all([fillSandbox(sandboxParties(clients)), fillDemoNetwork(clients)]);
  printQuickStart(addresses, SEEDED_WITH_SANDBOX, log);
  log('  npm run demo\n  npm run sandbox');
}

/** `npm start`: a whole network on this machine, until Ctrl-C (design 12). */
try {
  const options = networkOptions(process.argv.slice(2), process.env);
  log(`Node ${process.version}`);
  process.env['NODE_COMPILE_CACHE'] ??= COMPILE_CACHE;
  // Who has a collector reads traces there.
  const keepsTraces = process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] === undefined;
  const network = await LocalNetwork.start({ ...options, keepsTraces, readsLogs: true, log });
  try {
    if (options.provider) printAddresses(network.addresses, log);
    else await fill(network.addresses);
    log('\nCtrl-C stops everything.');
    await untilInterrupted();
  } finally {
    log('\nStopping all processes …');
    await network.stop();
    log('Stopped.');
  }
  process.exit(0);
} catch (error) {
  exitWithReason(error, LocalInfraError);
}
