import { Argument, commandLine } from '@ndx/command-line';
import { exitWithReason } from './exit-with-reason.js';
import { lastRelease } from './released/release-folder.js';
import { rehearseRelease } from './released/rehearse-release.js';
import { UpgradeFailed } from './released/rehearse-upgrade.js';

/**
 * `npm run rehearse-upgrade`: starts the last release on new databases, migrates them with this
 * build while it serves, and replaces it (docs/operators/upgrade.md).
 */
try {
  const { processedArgs } = commandLine(
    'npm run rehearse-upgrade --',
    'Upgrades the last release to this build.',
  )
    .addArgument(new Argument('[commit]', 'the release before; the last recorded one by default'))
    .parse();
  const commit = processedArgs[0] ?? lastRelease()?.commit;
  if (commit === undefined) process.stdout.write('No release is recorded: nothing to upgrade.\n');
  else await rehearseRelease(commit);
} catch (error) {
  exitWithReason(error, UpgradeFailed);
}
