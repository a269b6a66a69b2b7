import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { LocalInfraError } from '../local-infra-error.js';
import type { Log } from '../log.js';
import { findCommand } from '../processes/signals.js';
import { projectRoot } from '../project-root.js';
import { codeOf } from '../system-error.js';

/**
 * The missing prerequisites of a broker on this machine, as a sentence; undefined when there are
 * none.
 */
export function missingForKafka(): string | undefined {
  if (findCommand('java') === undefined) {
    return 'Java 17 or later is not on the PATH (Debian: apt-get install openjdk-17-jre-headless; macOS: brew install openjdk@17)';
  }
  if (existsSync(jarsFolder()) || findCommand('mvn') !== undefined) return undefined;
  return 'Maven is not on the PATH (Debian: apt-get install maven; macOS: brew install maven)';
}

/**
 * The folder of the broker's jars, as declared in `deploy/kafka/pom.xml`. Maven downloads them
 * once; afterwards neither Maven nor a network is needed.
 *
 * @throws LocalInfraError when Java or Maven is missing, or the download fails
 */
export function brokerJars(log: Log): string {
  const missing = missingForKafka();
  if (missing !== undefined) throw new LocalInfraError(`Kafka cannot run here: ${missing}.`);
  const folder = jarsFolder();
  if (!existsSync(folder)) fetchJars(folder, log);
  return folder;
}

/** Kafka's version, and the pom's hash so that a changed pom is fetched again. */
function jarsFolder(): string {
  const pom = readFileSync(pomFile(), 'utf8');
  const version = /<kafka\.version>(.+?)</.exec(pom)?.[1] ?? 'unknown';
  const hash = createHash('sha256').update(pom).digest('hex').slice(0, 8);
  return join(projectRoot(), '.cache', 'kafka', `${version}-${hash}`);
}

/** Two processes may download at once: the first to rename its folder into place wins. */
function fetchJars(folder: string, log: Log): void {
  log('Kafka: fetching the broker with Maven (once)');
  mkdirSync(join(folder, '..'), { recursive: true });
  const staging = mkdtempSync(`${folder}.fetch-`);
  // A temporary folder is private by default; other users of the checkout need the jars too.
  chmodSync(staging, 0o755);
  try {
    const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${staging}`];
    const result = spawnSync('mvn', ['-q', '-B', '-f', pomFile(), ...goal], { encoding: 'utf8' });
    if (result.error !== undefined) throw result.error;
    if (result.status !== 0) {
      throw new LocalInfraError(`Maven could not fetch Kafka:\n${result.stdout}${result.stderr}`);
    }
    renameSync(staging, folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

function pomFile(): string {
  return join(projectRoot(), 'deploy', 'kafka', 'pom.xml');
}
