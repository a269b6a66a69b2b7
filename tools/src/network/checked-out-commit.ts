import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The commit that is checked out in a folder; undefined when the folder is not the root of a git
 * checkout: inside another repository, its commit would be the wrong one.
 */
export function checkedOutCommit(root: string): string | undefined {
  if (!existsSync(join(root, '.git'))) return undefined;
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : undefined;
}
