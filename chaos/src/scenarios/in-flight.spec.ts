import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES, SERVICES } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { expect, test } from '@jest/globals';
import { HELD_REQUESTS } from './in-flight.js';

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly tags?: string[] }>>>>;
}

test('every process with public operations has a request to hold', () => {
  const text = readFileSync(join(projectRoot(), 'apps', 'gateway', 'openapi.json'), 'utf8');
  const { paths } = JSON.parse(text) as OpenApiDocument;
  const tags = Object.values(paths).flatMap((path) =>
    Object.values(path).flatMap((operation) => operation.tags ?? []),
  );
  const answering = SERVICE_NAMES.filter((name) => tags.includes(SERVICES[name].title));
  expect(answering.length).toBeGreaterThan(1);
  expect(Object.keys(HELD_REQUESTS).sort()).toEqual([...answering].sort());
});
