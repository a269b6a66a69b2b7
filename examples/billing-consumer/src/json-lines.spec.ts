import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { endOfWholeLines, wholeLinesIn } from './json-lines.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'billing-lines-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const TEXTS: readonly (readonly [whole: string, torn: string])[] = [
  ['', ''],
  ['', 'torn'],
  ['\n', ''],
  ['a\n', ''],
  ['a\n', 'to'],
  ['one\n\ntwo é and ü\n', ''],
  ['one\ntwo é and ü\n', 'a torn line that is longer than any of the others é'],
];

test.each([1, 2, 3, 5, 7, 16, 1_000])('lines are whole, read by %i bytes', (bytes) => {
  for (const [whole, torn] of TEXTS) {
    const path = join(folder, 'lines');
    writeFileSync(path, whole + torn);
    expect([...wholeLinesIn(path, bytes)]).toEqual(whole.split('\n').slice(0, -1));
    const file = openSync(path, 'r');
    expect(endOfWholeLines(file, bytes)).toBe(Buffer.byteLength(whole));
    closeSync(file);
  }
});
