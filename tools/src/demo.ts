import { commandLine, exitWhenWritten } from '@ndx/command-line';
import { NdxConnectionError } from '@ndx/client';
import { LocalInfraError } from '@ndx/local-infra';
import { UnexpectedAnswerError } from './demo/narrator.js';
import { watchQueryEvents } from './demo/query-event-watch.js';
import { walkTheMainJob } from './demo/walk-the-main-job.js';
import { exitWithReason } from './exit-with-reason.js';
import { requireRunningNetwork } from './network/network-file.js';
import { dataOption } from './network/network-options.js';

/** `npm run demo`: the main job against the local network; non-zero if a step fails. */
try {
  const { data } = commandLine(
    'npm run demo --',
    'Walks the main job on the network that runs here.',
  )
    .addOption(dataOption())
    .parse()
    .opts();
  const network = await requireRunningNetwork(data);
  const watch = await watchQueryEvents(network.bus);
  await walkTheMainJob(network, watch, (line) => {
    process.stdout.write(`${line}\n`);
  });
  await watch.close();
  await exitWhenWritten(0);
} catch (error) {
  exitWithReason(error, LocalInfraError, UnexpectedAnswerError, NdxConnectionError);
}
