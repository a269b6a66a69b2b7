import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants, mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * The user of the Postgres process. Postgres refuses to run as root; under root it runs as
 * `nobody`, which exists on every Unix, so that no user has to be added.
 */
export interface ServerUser {
  /** Options for `spawn`; empty for a normal user. */
  readonly ids: { readonly uid?: number; readonly gid?: number };
  /** Whether the server can access this folder. */
  canEnter(folder: string): boolean;
}

export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return { ids: {}, canEnter: () => true };
  const ids = { uid: idOf('-u'), gid: idOf('-g') };
  return { ids, canEnter: isOpenToOthers };
}

function isOpenToOthers(folder: string): boolean {
  const parent = dirname(folder);
  const isOpen = (statSync(folder).mode & constants.S_IXOTH) !== 0;
  return isOpen && (parent === folder || isOpenToOthers(parent));
}

/** The base folder under root for checkouts in inaccessible folders, such as root's home. */
const ROOT_FOLDER = '/var/lib/ndx-local';

/** A folder that the server's user can access, always the same for the same path. */
export function reachableTwin(path: string): string {
  mkdirSync(ROOT_FOLDER, { recursive: true, mode: 0o755 });
  const key = createHash('sha256').update(path).digest('hex').slice(0, 12);
  return join(ROOT_FOLDER, `${basename(path)}-${key}`);
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}
