import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { LocalInfraError } from '../local-infra-error.js';
import type { Log } from '../log.js';
import { codeOf } from '../system-error.js';
import type { PostgresBinaries } from './binaries.js';
import type { ServerUser } from './server-user.js';

export const SUPERUSER = 'postgres';

/** Stored in the data folder: read access to the data includes the password. */
const PASSWORD_FILE = 'superuser.password';

/**
 * Creates the data folder if it is missing, in one step: a crash leaves no half of it.
 *
 * @throws LocalInfraError when another major version or another user created the folder, or it has
 *   other content
 */
export function ensureCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  user: ServerUser,
  log: Log,
): void {
  refuseAnotherUsers(dataDir, user);
  if (!existsSync(join(dataDir, 'PG_VERSION'))) initialise(dataDir, binaries, user, log);
  const version = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim();
  if (version !== binaries.majorVersion) {
    throw new LocalInfraError(
      `The data in ${dataDir} is of Postgres ${version}, and this is Postgres ${binaries.majorVersion}, ` +
        'which cannot read it. Delete the folder to start with an empty database, or move it to keep the data.',
    );
  }
}

export function superuserPassword(dataDir: string): string {
  return readFileSync(join(dataDir, PASSWORD_FILE), 'utf8');
}

/**
 * Root and a normal user run the server as different users, neither of which can read the other's
 * data.
 */
function refuseAnotherUsers(dataDir: string, user: ServerUser): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  const self = process.getuid?.();
  if (owner === undefined || owner === self || owner === user.ids.uid) return;
  throw new LocalInfraError(
    `${dataDir} belongs to another user: it was created ${self === 0 ? 'without' : 'with'} root privileges. ` +
      'Start it as that user, or delete the folder to start with an empty database.',
  );
}

function initialise(dataDir: string, binaries: PostgresBinaries, user: ServerUser, log: Log): void {
  log('Postgres: creating the data folder');
  mkdirSync(dirname(dataDir), { recursive: true });
  const staging = mkdtempSync(`${dataDir}.init-`);
  try {
    giveTo(user, staging);
    const password = join(staging, PASSWORD_FILE);
    writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
    giveTo(user, password);
    const data = join(staging, 'data');
    runInitdb(data, password, binaries, user);
    cpSync(password, join(data, PASSWORD_FILE));
    giveTo(user, join(data, PASSWORD_FILE));
    moveIntoPlace(data, dataDir);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

function runInitdb(
  data: string,
  passwordFile: string,
  binaries: PostgresBinaries,
  user: ServerUser,
): void {
  const result = spawnSync(
    binaries.initdb,
    [
      `--pgdata=${data}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // A locale that sorts alike on every machine; Postgres has the built-in one from 17.
      '--no-locale',
      ...(Number(binaries.majorVersion) < 17
        ? []
        : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']),
      '--no-instructions',
      '--no-sync',
    ],
    { ...user.ids, cwd: '/', encoding: 'utf8' },
  );
  if (result.error !== undefined) throw result.error;
  if (result.status !== 0) {
    throw new LocalInfraError(`Postgres could not create its data folder: ${result.stderr.trim()}`);
  }
}

function moveIntoPlace(data: string, dataDir: string): void {
  try {
    renameSync(data, dataDir);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
    throw new LocalInfraError(
      `${dataDir} is not empty and holds no Postgres data. Delete it or choose another folder.`,
      { cause: error },
    );
  }
}

/** Makes the server's user the owner of a file. */
export function giveTo({ ids }: ServerUser, path: string): void {
  if (ids.uid !== undefined && ids.gid !== undefined) chownSync(path, ids.uid, ids.gid);
}
