import { BillingError } from './billing-error.js';
import { COMMANDS } from './commands.js';
import { readSettings, USAGE } from './settings.js';

/** Exit status 2: it could not be done, and this says why. */
const FAILED = 2;

const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    stopping.abort();
  });
}

try {
  const settings = readSettings(process.argv.slice(2));
  const command = COMMANDS[settings.command];
  if (!command) throw new BillingError(`There is no command "${settings.command}".\n${USAGE}`);
  process.exitCode = await command(settings, {
    env: process.env,
    signal: stopping.signal,
    say: (line) => process.stdout.write(`${line}\n`),
    log: (line) => process.stderr.write(`${line}\n`),
  });
} catch (error) {
  const isForeseen = error instanceof BillingError;
  const reason = error instanceof Error ? (isForeseen ? error.message : error.stack) : error;
  process.stderr.write(`${String(reason)}\n`);
  process.exitCode = FAILED;
}
