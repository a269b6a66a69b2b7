import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';
import { expect, test } from '@jest/globals';

const TESTS = join(projectRoot(), 'deploy', 'observability', 'objectives.test.yaml');

const promtool = (...args: readonly string[]) => spawnSync('promtool', args, { encoding: 'utf8' });

/** In CI, a missing promtool is an error. */
const isMissing = promtool('--version').error !== undefined && process.env['CI'] !== 'true';
const run = isMissing ? test.skip : test;
const reason = isMissing ? ' (promtool is not on the PATH)' : '';

run(`the alerts on the error budgets fire as their tests state${reason}`, () => {
  const { status, stdout, stderr } = promtool('test', 'rules', TESTS);
  expect([status, stdout, stderr]).toEqual([0, expect.stringContaining('SUCCESS'), '']);
});
