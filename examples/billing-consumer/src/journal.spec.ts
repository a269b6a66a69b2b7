import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { makeFolder } from './folders.js';
import { Journal } from './journal.js';

let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'billing-journal-'));
});

afterEach(() => {
  jest.restoreAllMocks();
  fs.rmSync(folder, { recursive: true });
});

/** Whether each of the paths was synced to the disk meanwhile. */
function synced(action: () => void, ...paths: readonly string[]): readonly boolean[] {
  const files = new Set<number>();
  const { fsyncSync } = fs;
  jest.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
    files.add(fs.fstatSync(file).ino);
    fsyncSync(file);
  });
  action();
  return paths.map((path) => files.has(fs.statSync(path).ino));
}

test.each(['is new', 'is there'])(
  'a journal that %s is opened on the disk, with its name',
  (how) => {
    const path = join(folder, 'a.jsonl');
    if (how === 'is there') fs.writeFileSync(path, '');
    const open = () => {
      Journal.open(path).close();
    };
    expect(synced(open, path, folder)).toEqual([true, true]);
  },
);

test('a folder is made on the disk, with all above it that were not there', () => {
  const [above, below] = [join(folder, 'a'), join(folder, 'a', 'b')];
  const make = () => {
    makeFolder(below);
  };
  expect(synced(make, above, folder)).toEqual([true, true]);
});

test('a folder that is there is on the disk too: who made it may have crashed', () => {
  const made = join(folder, 'a');
  fs.mkdirSync(made);
  const make = () => {
    makeFolder(made);
  };
  expect(synced(make, folder)).toEqual([true]);
});
