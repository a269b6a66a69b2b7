import { usageStatus } from '@ndx/command-line';
import { readOptions } from './cli/options.js';
import { runKit, TokenGoneError } from './cli/run-kit.js';
import { NotReachedError } from './http/client.js';
import { CannotBeginError } from './kit/own-networks.js';

const FAILED = 1;
const NOT_BEGUN = 2;
const KNOWN = [NotReachedError, CannotBeginError, TokenGoneError];

/**
 * `npm run conformance`: status 0 when every row passes, 1 when one fails or was not run, 2 when none
 * was run.
 */
try {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interruption.abort());
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const options = readOptions(process.argv.slice(2), process.env);
  const holds = await runKit(options, print, interruption.signal);
  process.exitCode = holds ? 0 : FAILED;
} catch (error) {
  const status = usageStatus(error);
  if (status === undefined && !KNOWN.some((kind) => error instanceof kind)) throw error;
  if (status === undefined)
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = status ?? NOT_BEGUN;
}
