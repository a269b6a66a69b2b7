import { LocalInfraError } from '@ndx/local-infra';
import { UnexpectedAnswerError } from './demo/narrator.js';
import { watchQueryEvents } from './demo/query-event-watch.js';
import { walkTheMainJob } from './demo/walk-the-main-job.js';
import { exitWithReason } from './exit-with-reason.js';
import { requireRunningNetwork } from './network/network-file.js';
import { networkOptions } from './network/network-options.js';

/** `npm run demo`: the main job against the network that runs here; non-zero if a step fails. */
try {
  const network = await requireRunningNetwork(
    networkOptions(process.argv.slice(2), process.env).dataDir,
  );
  const watch = await watchQueryEvents(network.bus);
  await walkTheMainJob(network, watch, (line) => {
    process.stdout.write(`${line}\n`);
  });
  await watch.close();
  process.exit(0);
} catch (error) {
  exitWithReason(error, LocalInfraError, UnexpectedAnswerError);
}
