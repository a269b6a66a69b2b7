import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

/** A process that warns once; it runs the build. */
const PROCESS = `
  import { createLogger } from './dist/logging/logger.js';
  import { logProcessWarnings } from './dist/logging/process-warnings.js';
  logProcessWarnings(createLogger('consent', 'warn'));
  process.emitWarning('the delay is negative', 'TimeoutNegativeWarning');
`;

test('a warning of Node is one JSON line of the log, without other output', () => {
  const cwd = join(__dirname, '..', '..');
  const args = ['--input-type=module', '-e', PROCESS];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({
    service: 'consent',
    msg: 'process warning',
    err: { message: 'the delay is negative' },
  });
});
