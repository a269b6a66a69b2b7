import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInOneStep } from '../in-one-step.js';
import { LocalInfraError } from '../local-infra-error.js';
import type { Log } from '../log.js';
import { reachableTwin, serverUser } from '../postgres/server-user.js';
import { findCommand } from '../processes/signals.js';
import { projectRoot } from '../project-root.js';

const SUITE = 'trixie';
/** The program and its libraries: it needs a later C library than Debian 12 has. */
const PACKAGES = [
  ...['pgbouncer', 'libaudit1', 'libc6', 'libcap-ng0', 'libcap2', 'libcares2'],
  ...['libevent-2.1-7t64', 'libpam0g', 'libssl3t64', 'libsystemd0', 'libzstd1', 'zlib1g'],
];
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** What is missing to fetch the PgBouncer of Debian 13, or undefined. */
export function missingForDebian(): string | undefined {
  if (existsSync(cacheOf())) return undefined;
  const isDebian = existsSync(KEYRING) && findCommand('apt-get') !== undefined;
  return isDebian ? undefined : 'PgBouncer of Debian 13 is fetched with the apt of a Debian system';
}

/**
 * The command of the PgBouncer of Debian 13, with the libraries of its packages. apt downloads them
 * once, into `.cache/pgbouncer`, and installs nothing.
 *
 * @throws LocalInfraError when the download fails
 */
export function debianPgBouncer(log: Log): readonly string[] {
  const folder = cacheOf();
  if (!existsSync(folder)) fetchPackages(folder, log);
  const [loader = ''] = globSync(join(folder, 'usr', 'lib', '*', 'ld-linux-*.so.*'));
  const program = join(folder, 'usr', 'sbin', 'pgbouncer');
  return [loader, '--inhibit-cache', '--library-path', dirname(loader), program];
}

function cacheOf(): string {
  const folder = join(projectRoot(), '.cache', 'pgbouncer', SUITE);
  return serverUser().canEnter(projectRoot()) ? folder : reachableTwin(folder);
}

function fetchPackages(folder: string, log: Log): void {
  log(`PgBouncer: fetching it and its libraries from ${SUITE} with apt (once)`);
  createInOneStep(folder, (staging) => {
    const apt = join(staging, 'apt');
    mkdirSync(join(apt, 'lists', 'partial'), { recursive: true });
    const source = `deb [signed-by=${KEYRING} target=Packages] ${mirror()} ${SUITE} main\n`;
    writeFileSync(join(apt, 'sources.list'), source);
    const places = {
      'Dir::Etc::sourcelist': join(apt, 'sources.list'),
      'Dir::Etc::sourceparts': '/dev/null',
      'Dir::State::lists': join(apt, 'lists'),
      'Dir::State::status': '/dev/null',
      'Dir::Cache': join(apt, 'cache'),
    };
    const options = Object.entries(places).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
    output('apt-get', [...options, 'update', '--error-on=any'], apt);
    output('apt-get', [...options, 'download', ...PACKAGES], apt);
    for (const file of globSync(join(apt, '*.deb'))) output('dpkg-deb', ['-x', file, staging], apt);
    rmSync(apt, { recursive: true });
  });
}

/** The archive that this system installs from: the one of a company, where it has its own. */
function mirror(): string {
  const args = ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'];
  const uri = output('apt-get', args)
    .split('\n')
    .find((each) => /\/debian\/?$/.test(each));
  if (uri === undefined) throw new LocalInfraError('apt has no archive of Debian in its sources.');
  return uri;
}

function output(command: string, args: readonly string[], cwd?: string): string {
  const result = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (result.error !== undefined) throw result.error;
  if (result.status === 0) return result.stdout;
  throw new LocalInfraError(`${command} ${args.join(' ')} failed:\n${result.stderr}`);
}
