import { mkdtempSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LocalObjectStore } from '@ndx/local-infra';
import { TestBucket } from './test-bucket.js';
import type { TestPlace } from './test-place.js';

const FOLDER = ['folder', startFolder] as const;
const BUCKET = ['bucket', TestBucket.start] as const;

/**
 * The places of a suite, for `describe.each`: a folder, and a bucket of a real S3 service, which is
 * left out without Python, except in CI.
 */
export function testPlaces(): readonly (readonly [string, () => Promise<TestPlace>])[] {
  return hasObjectStore() ? [FOLDER, BUCKET] : [FOLDER];
}

/** Whether tests have an S3 service; in CI a missing one fails them instead of skipping them. */
export function hasObjectStore(): boolean {
  return LocalObjectStore.missing() === undefined || process.env['CI'] === 'true';
}

/** A folder that exists until it is stopped. */
export function startFolder(): Promise<TestPlace> {
  const location = mkdtempSync(join(tmpdir(), 'archive-'));
  const pathOf = (file: string) => join(location, file);
  return Promise.resolve({
    settings: { ARCHIVE_LOCATION: location, AWS_ENDPOINT_URL_S3: '' },
    files: async () => {
      const entries = await readdir(location, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map(({ name, parentPath }) => join(parentPath, name).slice(location.length + 1))
        .sort();
    },
    read: (file) => readFile(pathOf(file)),
    put: async (file, content) => {
      await mkdir(dirname(pathOf(file)), { recursive: true });
      await writeFile(pathOf(file), content);
    },
    remove: (file) => rm(pathOf(file)),
    stop: () => rm(location, { recursive: true }),
  });
}
