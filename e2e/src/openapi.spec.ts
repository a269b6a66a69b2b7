import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { Validator } from '@seriousme/openapi-schema-validator';
import { DOCUMENT_FILE, InterfaceDocument } from './harness/interface-document.js';

const run = promisify(execFile);

test('the committed OpenAPI document matches the code', async () => {
  const check = run(process.execPath, ['tools/dist/openapi.js', '--check'], { cwd: projectRoot() });
  await expect(check).resolves.toMatchObject({ stderr: '' });
});

test('the OpenAPI document is valid', async () => {
  const document = JSON.parse(await readFile(DOCUMENT_FILE, 'utf8')) as Record<string, unknown>;
  expect(await new Validator().validate(document)).toEqual({ valid: true });
});

test('the linter has no finding in it', async () => {
  const config = join(dirname(DOCUMENT_FILE), 'redocly.yaml');
  const { stdout } = await run(
    join(projectRoot(), 'node_modules', '.bin', 'redocly'),
    ['lint', '--config', config, '--format', 'json', DOCUMENT_FILE],
    {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      maxBuffer: 2 ** 26,
    },
  );
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] });
});

test('every example in it matches its schema', async () => {
  const document = await InterfaceDocument.read();
  const faults = document.operations.flatMap((operation) => document.exampleFaults(operation));
  expect(document.operations.length).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});
