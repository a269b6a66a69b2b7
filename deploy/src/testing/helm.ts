import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';

const VERSION = 'v3.22.0';

/** What a run of Helm printed. */
export interface HelmRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs Helm. The first run on a machine builds it with Go, in some minutes. */
export function helm(...args: readonly string[]): HelmRun {
  const folder = join(projectRoot(), '.cache', `helm-${VERSION}`);
  const program = join(folder, 'helm');
  if (!existsSync(program)) {
    const env = { ...process.env, GOBIN: folder };
    execFileSync('go', ['install', `helm.sh/helm/v3/cmd/helm@${VERSION}`], { env });
  }
  return spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
}
