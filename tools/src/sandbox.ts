import { commandLine, exitWhenWritten, httpAddress, UsageError } from '@ndx/command-line';
import { LocalInfraError } from '@ndx/local-infra';
import { exitWithReason } from './exit-with-reason.js';
import { LocalNetwork } from './network/local-network.js';
import { requireRunningNetwork, runningNetwork } from './network/network-file.js';
import { dataOption, networkOptions } from './network/network-options.js';
import type { PublicAddresses } from './network/print-quick-start.js';
import { fillSandbox } from './sandbox/fill-sandbox.js';
import { playableFile } from './sandbox/play/playable-file.js';
import { playTest } from './sandbox/play/play-test.js';
import { playText } from './sandbox/play/play-text.js';
import { printSandbox } from './sandbox/print-sandbox.js';
import { demoClients, sandboxParties } from './sandbox/sandbox-parties.js';

const print = (line: string) => {
  process.stdout.write(`${line}\n`);
};

/**
 * `npm run sandbox`: makes the outcomes of docs/sandbox.md possible, on the network that runs here or
 * on a sandbox elsewhere, and prints its consents. Idempotent. With `--play` it plays a test of a
 * policy instead; the exit status is 1 for another answer, 2 for a test that it cannot make.
 */
try {
  const { data, gatewayUrl, tokenUrl, play } = commandLine(
    'npm run sandbox --',
    'Fills a sandbox with a business for each outcome of a query, or plays a test of a policy.',
  )
    .addOption(dataOption())
    .option('--gateway-url <url>', 'gateway of a sandbox elsewhere', httpAddress)
    .option('--token-url <url>', 'its token endpoint for the demo accounts', httpAddress)
    .option(
      '--play <file>',
      'makes what a test of a policy describes, and sends its query; starts a network if none runs',
    )
    .parse()
    .opts();
  if ((gatewayUrl === undefined) !== (tokenUrl === undefined)) {
    throw new UsageError('give both --gateway-url and --token-url, or neither');
  }
  const elsewhere =
    gatewayUrl === undefined || tokenUrl === undefined ? undefined : { gatewayUrl, tokenUrl };
  if (play === undefined) {
    const addresses = elsewhere ?? (await requireRunningNetwork(data));
    printSandbox(await fillSandbox(sandboxParties(demoClients(addresses))), print);
  } else {
    const playable = await playableFile(play);
    const playOn = (addresses: PublicAddresses) =>
      playTest(sandboxParties(demoClients(addresses)), playable);
    const running = elsewhere ?? (await runningNetwork(data));
    const played = running ? await playOn(running) : await onStartedNetwork(data, playOn);
    print(playText(played, playable));
    await exitWhenWritten(played.result.differences.length === 0 ? 0 : 1);
  }
} catch (error) {
  exitWithReason(error, LocalInfraError);
}

/** Runs on a network that is started for it. */
async function onStartedNetwork<T>(
  data: string,
  run: (addresses: PublicAddresses) => Promise<T>,
): Promise<T> {
  const log = (line: string) => {
    process.stderr.write(`${line}\n`);
  };
  const options = networkOptions(['--data', data], process.env);
  const network = await LocalNetwork.start({ ...options, log });
  try {
    return await run(network.addresses);
  } finally {
    await network.stop();
  }
}
