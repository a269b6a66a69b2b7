import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInOneStep } from '../in-one-step.js';
import { LocalInfraError } from '../local-infra-error.js';
import type { Log } from '../log.js';
import { findCommand } from '../processes/signals.js';
import { projectRoot } from '../project-root.js';

/**
 * A Java program, declared in `deploy/<folder>/pom.xml` with the property `<folder>.version`, and
 * `<folder>.sha256` if it is an archive.
 */
export interface JavaProgram {
  /** Its name in messages. */
  readonly name: string;
  readonly folder: string;
  /** The goals of Maven's dependency plugin that write its files. */
  readonly goals: readonly string[];
}

/**
 * The missing prerequisites of a program on this machine, as a sentence; undefined when there are
 * none.
 */
export function missingFor(program: JavaProgram): string | undefined {
  if (findCommand('java') === undefined) {
    return 'Java 17 or later is not on the PATH (Debian: apt-get install openjdk-17-jre-headless; macOS: brew install openjdk@17)';
  }
  if (existsSync(cacheOf(program)) || findCommand('mvn') !== undefined) return undefined;
  return 'Maven is not on the PATH (Debian: apt-get install maven; macOS: brew install maven)';
}

/**
 * The folder of a program's files. Maven downloads them once; afterwards neither Maven nor a network
 * is needed.
 *
 * @throws LocalInfraError when Java or Maven is missing, the download fails, or an archive is not the
 *   declared one
 */
export function filesOf(program: JavaProgram, log: Log): string {
  const missing = missingFor(program);
  if (missing !== undefined) {
    throw new LocalInfraError(`${program.name} cannot run here: ${missing}.`);
  }
  const folder = cacheOf(program);
  if (!existsSync(folder)) fetchFiles(program, folder, log);
  return folder;
}

/** The program's version, and the pom's hash so that a changed pom is fetched again. */
function cacheOf(program: JavaProgram): string {
  const pom = readFileSync(pomOf(program), 'utf8');
  const version = propertyOf(program, 'version', pom) ?? 'unknown';
  const hash = createHash('sha256').update(pom).digest('hex').slice(0, 8);
  return join(projectRoot(), '.cache', program.folder, `${version}-${hash}`);
}

function fetchFiles(program: JavaProgram, folder: string, log: Log): void {
  const { name, goals } = program;
  log(`${name}: fetching it with Maven (once)`);
  createInOneStep(folder, (staging) => {
    const args = ['-q', '-B', '-f', pomOf(program), ...goals, `-DoutputDirectory=${staging}`];
    const result = spawnSync('mvn', args, { encoding: 'utf8' });
    if (result.error !== undefined) throw result.error;
    if (result.status !== 0) {
      throw new LocalInfraError(`Maven could not fetch ${name}:\n${result.stdout}${result.stderr}`);
    }
    verifyArchives(program, staging);
  });
}

/** Compares the archives, which are not kept, with the SHA-256 in the pom. */
function verifyArchives(program: JavaProgram, folder: string): void {
  const expected = propertyOf(program, 'sha256', readFileSync(pomOf(program), 'utf8'));
  for (const archive of globSync(join(folder, '*.zip'))) {
    const actual = createHash('sha256').update(readFileSync(archive)).digest('hex');
    if (actual !== expected) {
      throw new LocalInfraError(`${program.name}: the SHA-256 of its archive is ${actual}`);
    }
    rmSync(archive);
  }
}

function propertyOf({ folder }: JavaProgram, name: string, pom: string): string | undefined {
  return new RegExp(`<${folder}\\.${name}>(.+?)<`).exec(pom)?.[1];
}

function pomOf({ folder }: JavaProgram): string {
  return join(projectRoot(), 'deploy', folder, 'pom.xml');
}
