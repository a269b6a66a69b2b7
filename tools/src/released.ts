import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine } from '@ndx/command-line';
import { projectRoot } from '@ndx/local-infra';
import { exitWithReason } from './exit-with-reason.js';
import { checkedOutCommit } from './network/checked-out-commit.js';
import { recordRelease } from './released/record-release.js';
import { releaseFolder } from './released/release-folder.js';

/**
 * `npm run released`: records the checked-out commit as the last release, with which later builds
 * are compared (docs/versioning.md).
 */
try {
  commandLine('npm run released', 'Records the checked-out commit as the last release.').parse();
  const { version } = JSON.parse(await readFile(join(projectRoot(), 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const commit = checkedOutCommit(projectRoot());
  if (commit === undefined) throw new Error('the project is not the root of a git checkout');
  await recordRelease({ version, commit }, releaseFolder);
  process.stdout.write(`${version} (${commit}) is recorded in ${releaseFolder}\n`);
} catch (error) {
  exitWithReason(error);
}
