import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { fuzz } from '@ndx/testing';
import { parseCheckpoint } from '../log/checkpoint.js';
import { InvalidNote, parseNote } from '../note/note.js';
import { parseVerifierKey } from '../note/verifier-key.js';
import { keyIdOf } from './detached-jws.js';
import { InvalidRelianceFile } from './invalid-file.js';
import { parseManifest } from './manifest.js';
import { openRelianceFile } from './open-file.js';
import { publishedKeys } from './published-keys.js';
import { readZip, writeZip } from './stored-zip.js';

test('any bytes are read as a part of a reliance file, or rejected with a fault', async () => {
  await fuzz(
    (text) => {
      const bytes = Buffer.from(text, 'latin1');
      const members = readOr(InvalidRelianceFile, () => readZip(bytes));
      // A file has one form.
      if (members) assert.deepEqual(writeZip(members), bytes);
      readOr(InvalidRelianceFile, () => openRelianceFile(bytes));
      for (const key of publishedKeys(bytes, 'answers').values()) assert.equal(key.length, 32);
      readOr(InvalidNote, () => parseNote(text));
      readOr(InvalidNote, () => parseCheckpoint(text));
      readOr(RangeError, () => parseVerifierKey(text));
      assert.ok([undefined, 'ndx-reliance-file/1'].includes(parseManifest(bytes)?.format));
      assert.ok(['string', 'undefined'].includes(typeof keyIdOf('ndx-index', text)));
    },
    { corpus: 'fuzz/files.json', sources: '/proof/src/' },
  );
});

/** What is read, or undefined when it is rejected with this fault. */
function readOr<T>(fault: abstract new (...args: never[]) => Error, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof fault)) throw error;
    return undefined;
  }
}
