import { Argument, commandLine } from '@ndx/command-line';
import { STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { exitWithReason } from './exit-with-reason.js';
import { recordRelease, SuitesFailed } from './released/record-release.js';

/**
 * `npm run released`: records the migrations of the services to be released, and every statement
 * that their suites run. Later builds are tested against them.
 */
try {
  const command = commandLine(
    'npm run released --',
    'Records the statements that the next migrations are tried against.',
  )
    .addArgument(
      new Argument('[services...]', 'services to record; all by default').choices(
        STATEFUL_SERVICE_NAMES,
      ),
    )
    .parse();
  const asked = new Set(command.processedArgs[0]);
  for (const service of STATEFUL_SERVICE_NAMES) {
    if (asked.size > 0 && !asked.has(service)) continue;
    const { statements, version } = await recordRelease(service);
    process.stdout.write(`${service} ${version}: ${statements} statements\n`);
  }
} catch (error) {
  exitWithReason(error, SuitesFailed);
}
