import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '@ndx/local-infra';
import type { TestCount } from './test-count.js';

/** Runs the workspaces' suites, passes on what they print, and returns the exit status. */
export async function runTests(
  turboArguments: readonly string[],
  environment: NodeJS.ProcessEnv,
  count: TestCount,
): Promise<number> {
  const child = spawn(
    process.execPath,
    [
      join(projectRoot(), 'tools', 'turbo.js'),
      ...['run', 'test', '--continue=always', '--output-logs=full', '--log-order=grouped'],
      ...['--log-prefix=task', `--concurrency=${availableParallelism()}`],
      // A suite also depends on the machine's servers, which turbo does not know of.
      ...(environment['CI'] === 'true' ? ['--force'] : []),
      ...turboArguments,
    ],
    { cwd: projectRoot(), stdio: ['ignore', 'pipe', 'inherit'], env: environment },
  );
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? 1));
  });
  for await (const line of createInterface({ input: child.stdout })) {
    process.stdout.write(`${line}\n`);
    count.add(line);
  }
  return ended;
}
