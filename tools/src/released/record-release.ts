import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';
import { format, resolveConfig } from 'prettier';

/** A service whose own suites fail is not recorded. */
export class SuitesFailed extends Error {
  override readonly name = 'SuitesFailed';
}

/**
 * Runs the suites of a service one after another while their statements are recorded, and writes
 * its `src/storage/released.json`, with the version of its package.
 *
 * @returns the version, and the number of recorded statements
 * @throws SuitesFailed
 */
export async function recordRelease(
  service: string,
): Promise<{ readonly version: string; readonly statements: number }> {
  const app = join(projectRoot(), 'apps', service);
  const { version } = JSON.parse(await readFile(join(app, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const folder = await mkdtemp(join(tmpdir(), 'released-'));
  try {
    await runSuites(app, folder);
    const recording = JSON.parse(await readFile(join(folder, `${service}.json`), 'utf8')) as {
      readonly statements: readonly unknown[];
    };
    const file = join(app, 'src', 'storage', 'released.json');
    const text = JSON.stringify({ version, ...recording });
    const style = await resolveConfig(file);
    await writeFile(file, await format(text, { ...style, filepath: file }));
    return { version, statements: recording.statements.length };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runSuites(app: string, folder: string): Promise<void> {
  const child = spawn(
    join(projectRoot(), 'node_modules', '.bin', 'jest'),
    // Excludes the test that reads an earlier recording.
    ['--runInBand', '--testPathIgnorePatterns', 'upgrade.spec.ts'],
    {
      cwd: app,
      env: { ...process.env, RECORD_STATEMENTS_IN: folder },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new SuitesFailed(`${app}: its suites fail; nothing was recorded`);
}
