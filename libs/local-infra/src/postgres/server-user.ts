import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants, mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * The user that Postgres runs as. It refuses to run as root; under root it runs as `nobody`, which
 * every Unix has, so that nothing is added to the machine's users.
 */
export interface ServerUser {
  /** What `spawn` is given; empty for a normal user, who runs the server as himself. */
  readonly ids: { readonly uid?: number; readonly gid?: number };
  /** Whether the server can enter this folder. */
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

/** Where root keeps what a checkout in a closed folder (say, root's home) cannot hold. */
const ROOT_FOLDER = '/var/lib/ndx-local';

/** A folder that the server's user can reach, always the same for the same path. */
export function reachableTwin(path: string): string {
  mkdirSync(ROOT_FOLDER, { recursive: true, mode: 0o755 });
  const key = createHash('sha256').update(path).digest('hex').slice(0, 12);
  return join(ROOT_FOLDER, `${basename(path)}-${key}`);
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}
