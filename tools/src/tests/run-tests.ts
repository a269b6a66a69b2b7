import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '@ndx/local-infra';
import type { Lane } from './lanes.js';
import { TestCount } from './test-count.js';

export interface TestRunOptions {
  /** The script of a workspace. */
  readonly task: 'test' | 'test:full';
  readonly lanes: readonly Lane[];
  /**
   * Runs also suites that have passed unchanged: they depend on servers too, which turbo does not
   * know.
   */
  readonly force: boolean;
  readonly environment: NodeJS.ProcessEnv;
}

export interface TestRun {
  readonly count: TestCount;
  /** 0 when every suite passed. */
  readonly status: number;
}

/** Runs the suites of all lanes at once, and prints the output of each when it ends. */
export async function runTests(options: TestRunOptions): Promise<TestRun> {
  const runs = await Promise.all(options.lanes.map((lane) => runLane(lane, options)));
  return {
    count: TestCount.sum(runs.map(({ count }) => count)),
    status: Math.max(...runs.map(({ status }) => status)),
  };
}

async function runLane(lane: Lane, { task, force, environment }: TestRunOptions): Promise<TestRun> {
  const child = spawn(
    process.execPath,
    [
      join(projectRoot(), 'tools', 'turbo.js'),
      ...['run', task, '--continue=always', '--output-logs=full', '--log-order=grouped'],
      '--log-prefix=task',
      ...(force ? ['--force'] : []),
      ...lane,
    ],
    { cwd: projectRoot(), stdio: ['ignore', 'pipe', 'inherit'], env: environment },
  );
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? 1));
  });
  const count = new TestCount();
  for await (const line of createInterface({ input: child.stdout })) {
    process.stdout.write(`${line}\n`);
    count.add(line);
  }
  return { count, status: await ended };
}
