import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { documentsFolder, documentsIn } from '../events-documents/documents-in.js';
import { documentPath } from '../openapi/document-path.js';
import { BrokenInterface, requireReleasedInterface } from '../openapi/released-interface.js';
import { recordRelease } from './record-release.js';
import { lastRelease, releasedSurface } from './release-folder.js';

const RELEASE = { version: '1.4.0', commit: '0123456789abcdef0123456789abcdef01234567' };

let parent: string;
let folder: string;
beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'record-release-'));
  folder = join(parent, 'released');
  await recordRelease(RELEASE, folder);
});
afterAll(() => rmSync(parent, { recursive: true }));

test('a recorded release has its version, its commit and the documents of its events', async () => {
  expect(lastRelease(folder)).toEqual(RELEASE);
  expect(await documentsIn(join(folder, 'events'))).toEqual(await documentsIn(documentsFolder));
});

test('before the first release there is none, and every interface is accepted', () => {
  expect(lastRelease(parent)).toBeUndefined();
  expect(() => requireReleasedInterface(releasedSurface(parent), '{}')).not.toThrow();
});

test('an interface without an operation of the release breaks its clients', () => {
  const document = readFileSync(documentPath, 'utf8');
  const without = document.replace('"operationId": "readCaller"', '"operationId": "other"');
  const check = (text: string) => () => requireReleasedInterface(releasedSurface(folder), text);
  expect(check(document)).not.toThrow();
  expect(check(without)).toThrow(BrokenInterface);
  expect(check(without)).toThrow('readCaller is no longer get /v1/caller');
});
