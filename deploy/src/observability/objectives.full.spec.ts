import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';
import { expect, test } from '@jest/globals';

const TESTS = join(projectRoot(), 'deploy', 'observability', 'objectives.test.yaml');

const promtool = (...args: readonly string[]) => spawnSync('promtool', args, { encoding: 'utf8' });

const isMissing = promtool('--version').error !== undefined && process.env['CI'] !== 'true';
const testWithPromtool = isMissing ? test.skip : test;

testWithPromtool('the alerts on the error budgets fire as their tests state', () => {
  const { status, stdout, stderr } = promtool('test', 'rules', TESTS);
  expect([status, stdout, stderr]).toEqual([0, expect.stringContaining('SUCCESS'), '']);
});
