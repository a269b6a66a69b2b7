import { statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { AlteredArchiveError, readArchiveFile, writeArchiveFile } from './archive-file.js';
import { archivePlace } from './archive-location.js';
import { MissingFileError, UnusablePlaceError, type ArchivePlace } from './archive-place.js';
import { startFolder, testPlaces, type TestPlace } from './testing/index.js';

const NAME = 'rows/2026-05-01/1';

let stored: TestPlace;
let place: ArchivePlace;
const startPlace = async (start: () => Promise<TestPlace>) => {
  stored = await start();
  place = archivePlace(stored.settings);
};

describe.each(testPlaces())('an archive file in a %s', (_, start) => {
  beforeAll(() => startPlace(start));
  afterAll(() => stored.stop());
  afterEach(async () => {
    for (const file of await stored.files()) await stored.remove(file);
  });

  test('is read as it was written', async () => {
    const { file, sha256, bytes } = await writeArchiveFile(place, NAME, ['{"a":1}', '{"b":"é"}']);
    expect(await readArchiveFile(place, file, sha256)).toEqual(['{"a":1}', '{"b":"é"}']);
    expect(await stored.read(file)).toHaveLength(bytes);
    expect(await stored.files()).toEqual([file]);
    expect(file).toBe(`${NAME}.${sha256.slice(0, 16)}.ndjson.gz`);
  });

  test('is written once by runs at the same time with the same rows', async () => {
    const written = await Promise.all([
      writeArchiveFile(place, NAME, ['{"a":1}']),
      writeArchiveFile(place, NAME, ['{"a":1}']),
    ]);
    expect(written[0]).toEqual(written[1]);
    expect(await stored.files()).toEqual([written[0].file]);
  });

  test('is kept when another run writes other rows under the same name', async () => {
    const first = await writeArchiveFile(place, NAME, ['{"a":1}']);
    const second = await writeArchiveFile(place, NAME, ['{"a":2}']);
    expect(await readArchiveFile(place, first.file, first.sha256)).toEqual(['{"a":1}']);
    expect(await readArchiveFile(place, second.file, second.sha256)).toEqual(['{"a":2}']);
  });

  test('is not read when it is missing', async () => {
    const { file, sha256 } = await writeArchiveFile(place, NAME, ['{"a":1}']);
    await stored.remove(file);
    await expect(readArchiveFile(place, file, sha256)).rejects.toThrow(MissingFileError);
  });

  test('is not read when it was altered', async () => {
    const { file, sha256 } = await writeArchiveFile(place, NAME, ['{"a":1}']);
    await stored.put(file, gzipSync('{"a":2}\n'));
    await expect(readArchiveFile(place, file, sha256)).rejects.toThrow(AlteredArchiveError);
  });

  test('is not written to a place that does not exist', async () => {
    const missing = `${stored.settings.ARCHIVE_LOCATION.split('/').slice(0, 3).join('/')}-missing`;
    const other = archivePlace({ ...stored.settings, ARCHIVE_LOCATION: missing });
    await expect(other.requireUsable()).rejects.toThrow(UnusablePlaceError);
    await expect(writeArchiveFile(other, NAME, ['{}'])).rejects.toThrow(UnusablePlaceError);
  });
});

describe('an archive file in a folder', () => {
  beforeAll(() => startPlace(startFolder));
  afterAll(() => stored.stop());

  test('can be read by its owner only', async () => {
    const { file } = await writeArchiveFile(place, NAME, ['{"a":1}']);
    expect(statSync(join(stored.settings.ARCHIVE_LOCATION, file)).mode & 0o077).toBe(0);
  });
});
