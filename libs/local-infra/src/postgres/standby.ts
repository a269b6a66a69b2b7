import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { codeOf } from '../system-error.js';
import { LocalPostgres, type LocalPostgresOptions } from './local-postgres.js';

/** Makes a server a standby when it starts. */
const STANDBY_SIGNAL = 'standby.signal';

/** Files that a base backup omits: the server creates or streams them. */
const CONTENTS_LEFT_OUT = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_subtrans',
  'pg_wal',
]);
const FILES_LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init']);

/**
 * Starts a hot standby that streams from the primary, on a fresh base backup. The embedded package
 * has no `pg_basebackup`, so the backup uses Postgres's low-level functions.
 *
 * @param options of the standby; an existing data folder is replaced
 */
export async function startStandby(
  primary: LocalPostgres,
  options: LocalPostgresOptions,
): Promise<LocalPostgres> {
  rmSync(options.dataDir, { recursive: true, force: true });
  await baseBackup(primary, options.dataDir);
  writeOwned(options.dataDir, STANDBY_SIGNAL, '');
  const { hostname: host, port, username: user, password } = new URL(primary.url('postgres'));
  const conninfo = `host=${host} port=${port} user=${user} password=${password} application_name=standby`;
  appendFileSync(
    join(options.dataDir, 'postgresql.auto.conf'),
    `primary_conninfo = '${conninfo}'\nsynchronous_standby_names = ''\n`,
  );
  return LocalPostgres.start(options);
}

/**
 * Turns the stopped standby's folder into a primary's on the same timeline, like a restored copy.
 */
export function detachStandby(dataDir: string): void {
  rmSync(join(dataDir, STANDBY_SIGNAL), { force: true });
}

async function baseBackup(primary: LocalPostgres, dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url('postgres') });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('standby', fast => true)`);
    copyFolder(primary.dataDir, dataDir);
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    writeOwned(dataDir, 'backup_label', rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
}

/** Copies with owners and modes. Files that disappear during the copy are restored from the log. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to);
  takeOver(from, to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (FILES_LEFT_OUT.has(entry.name)) continue;
    try {
      if (entry.isDirectory() && CONTENTS_LEFT_OUT.has(entry.name)) {
        mkdirSync(target);
        takeOver(source, target);
      } else if (entry.isDirectory()) copyFolder(source, target);
      else {
        copyFileSync(source, target);
        takeOver(source, target);
      }
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || existsSync(source)) throw error;
    }
  }
}

function takeOver(from: string, to: string): void {
  const { uid, gid, mode } = statSync(from);
  if (process.getuid?.() === 0) chownSync(to, uid, gid);
  chmodSync(to, mode);
}

/** Writes a file with the owner of its folder. */
function writeOwned(folder: string, name: string, text: string): void {
  const file = join(folder, name);
  writeFileSync(file, text, { mode: 0o600 });
  const { uid, gid } = statSync(folder);
  if (process.getuid?.() === 0) chownSync(file, uid, gid);
}
