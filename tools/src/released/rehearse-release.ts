import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, projectRoot } from '@ndx/local-infra';
import { builtVersion, success } from './built-version.js';
import { rehearseUpgrade } from './rehearse-upgrade.js';

/**
 * Builds the commit of a release and rehearses its upgrade to the build of this checkout.
 *
 * @throws UpgradeFailed
 */
export async function rehearseRelease(commit: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'upgrade-'));
  const checkout = join(folder, 'release');
  const run = (cwd: string, program: string, ...args: string[]) =>
    success(spawn(program, args, { cwd, stdio: 'inherit' }));
  try {
    await run(folder, 'git', 'clone', '--shared', '--no-checkout', projectRoot(), checkout);
    await run(checkout, 'git', 'checkout', '--detach', commit);
    await run(checkout, 'npm', 'ci');
    await run(checkout, 'npm', 'run', 'build');
    const options = { dataDir: join(folder, 'data'), gatewayPort: await freePort() };
    await rehearseUpgrade(
      builtVersion({ ...options, root: checkout }),
      builtVersion({ ...options, root: projectRoot() }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
