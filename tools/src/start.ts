import { LocalInfraError } from '@ndx/local-infra';
import { LocalNetwork } from './network/local-network.js';
import { networkOptions } from './network/network-options.js';
import { printQuickStart } from './network/print-quick-start.js';
import { exitWithReason } from './exit-with-reason.js';
import { untilInterrupted } from './until-interrupted.js';

const log = (line: string) => {
  process.stdout.write(`${line}\n`);
};

/** `npm start`: a whole network on this machine, until Ctrl-C (design 12). */
try {
  const options = networkOptions(process.argv.slice(2), process.env);
  log(`Node ${process.version}`);
  const network = await LocalNetwork.start({ ...options, log });
  printQuickStart(network.addresses, log);
  log('  npm run demo\n\nCtrl-C stops everything.');
  await untilInterrupted();
  log('\nStopping all processes …');
  await network.stop();
  log('Stopped.');
  process.exit(0);
} catch (error) {
  exitWithReason(error, LocalInfraError);
}
