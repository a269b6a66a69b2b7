import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '@ndx/local-infra';
import { AlteredArchiveError, readArchiveFile, writeArchiveFile } from './archive-file.js';
import type { ArchiveSettings } from './archive.config.js';
import { archivePlace } from './archive-location.js';
import { describeOnObjectStore, TestBucket } from './testing/index.js';

describeOnObjectStore('a bucket', () => {
  let bucket: TestBucket;
  let environment: NodeJS.ProcessEnv;
  beforeAll(async () => {
    bucket = await TestBucket.start();
    environment = { ...process.env };
    // The first start installs the object store.
  }, 600_000);
  afterEach(() => {
    process.env = { ...environment };
  });
  afterAll(() => bucket.stop());

  const write = () => writeArchiveFile(archivePlace(bucket.settings), 'rows/1', ['{"a":1}']);

  test('keeps an object of the same name, and its other content is an error', async () => {
    const { file } = await write();
    const altered = gzipSync('{"a":2}\n');
    await bucket.put(file, altered);
    await expect(write()).rejects.toThrow(AlteredArchiveError);
    expect(await bucket.read(file)).toEqual(altered);
    await bucket.remove(file);
  });

  test('without a prefix has the files at its top', async () => {
    const location = bucket.settings.ARCHIVE_LOCATION.split('/').slice(0, 3).join('/');
    const top = archivePlace({ ...bucket.settings, ARCHIVE_LOCATION: location });
    const { sha256, file } = await write();
    expect(await readArchiveFile(top, `product-query/${file}`, sha256)).toEqual(['{"a":1}']);
  });

  test.each<[string, Readonly<Record<string, string | undefined>>, RegExp]>([
    ['is accessed with an unknown key', { AWS_ACCESS_KEY_ID: 'AKIAUNKNOWN' }, /InvalidAccessKeyId/],
    [
      'is accessed with a wrong secret',
      { AWS_SECRET_ACCESS_KEY: 'wrong' },
      /SignatureDoesNotMatch/,
    ],
    [
      'is accessed without credentials',
      { AWS_ACCESS_KEY_ID: undefined, AWS_EC2_METADATA_DISABLED: 'true' },
      /credentials/,
    ],
    ['is accessed without a region', { AWS_REGION: undefined }, /Region is missing/],
  ])('that %s is unusable, with the reason', async (_, variables, reason) => {
    process.env = { ...environment, ...variables };
    await expectUnusable(bucket.settings, reason);
  });

  test('that does not exist is unusable, with the reason', async () => {
    await expectUnusable({ ...bucket.settings, ARCHIVE_LOCATION: 's3://missing' }, /NoSuchBucket/);
  });

  test('whose service is not reached is unusable, with the reason', async () => {
    const endpoint = `http://localhost:${await freePort()}`;
    await expectUnusable({ ...bucket.settings, AWS_ENDPOINT_URL_S3: endpoint }, /ECONNREFUSED/);
  });

  test('whose service does not answer ends a read with an error, and is used again later', async () => {
    const place = archivePlace(bucket.settings);
    const { file, sha256 } = await write();
    bucket.service.pause();
    try {
      await expect(readArchiveFile(place, file, sha256)).rejects.toThrow(/no response within 8 s/);
    } finally {
      bucket.service.resume();
    }
    expect(await readArchiveFile(place, file, sha256)).toEqual(['{"a":1}']);
  });
});

async function expectUnusable(settings: ArchiveSettings, reason: RegExp): Promise<void> {
  const place = archivePlace(settings);
  const unusable = expect.objectContaining({
    name: 'UnusablePlaceError',
    message: expect.stringMatching(reason),
  });
  await expect(place.requireUsable()).rejects.toEqual(unusable);
  await expect(place.write('file', Buffer.from('x'))).rejects.toEqual(unusable);
  await expect(place.read('file')).rejects.toEqual(unusable);
}
