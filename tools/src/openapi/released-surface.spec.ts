import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { breakingChanges, surfaceOf, type Surface } from '@ndx/openapi';

const FOLDER = join(projectRoot(), 'apps', 'gateway');

async function jsonOf(file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(FOLDER, file), 'utf8'));
}

test('the OpenAPI document keeps the recorded interface', async () => {
  const document = (await jsonOf('openapi.json')) as Readonly<Record<string, unknown>>;
  const released = (await jsonOf('openapi.released.json')) as Surface;
  expect(Object.keys(released.operations).length).toBeGreaterThan(70);
  expect(breakingChanges(released, surfaceOf(document))).toEqual([]);
});
