import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectRoot } from '@ndx/local-infra';
import { expect, test } from '@jest/globals';

const run = promisify(execFile);

test('every generated file matches the declarations of the services', async () => {
  const check = run(process.execPath, ['tools/dist/deployment.js', '--check'], {
    cwd: projectRoot(),
  });
  await expect(check).resolves.toMatchObject({ stderr: '' });
});
