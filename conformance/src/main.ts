import { readOptions, USAGE, UsageError } from './cli/options.js';
import { runKit } from './cli/run-kit.js';
import { NotReachedError } from './http/client.js';
import { CannotBeginError } from './kit/own-networks.js';

const FAILED = 1;
const NOT_BEGUN = 2;

/** `npm run conformance`: status 0 when every row holds, 1 when one does not, 2 when none was asked. */
try {
  const interruption = new AbortController();
  process.once('SIGINT', () => interruption.abort());
  const options = readOptions(process.argv.slice(2), process.env);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const holds = await runKit(options, print, interruption.signal);
  process.exitCode = holds ? 0 : FAILED;
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\n${USAGE}\n`);
  } else if (error instanceof NotReachedError || error instanceof CannotBeginError) {
    process.stderr.write(`${error.message}\n`);
  } else throw error;
  process.exitCode = NOT_BEGUN;
}
