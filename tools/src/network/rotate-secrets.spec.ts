import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { localSecrets } from './local-secrets.js';
import { addSealingKey, dropSealingKey } from './rotate-secrets.js';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  file = join(folder, 'secrets.json');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a new key is put first, and other secrets do not change', () => {
  const before = localSecrets(file);
  addSealingKey(file, 'second');
  const { SEALING_KEYS = '', ...others } = localSecrets(file);
  expect({ ...others, SEALING_KEYS: before.SEALING_KEYS }).toEqual(before);
  expect(SEALING_KEYS).toMatch(/^second:[A-Za-z0-9+/]{43}=,local:/);
  expect(SEALING_KEYS.endsWith(`,${String(before['SEALING_KEYS'])}`)).toBe(true);
});

test('an old key can be dropped, the active key cannot', () => {
  localSecrets(file);
  addSealingKey(file, 'second');
  const kept = readFileSync(file, 'utf8');
  expect(() => dropSealingKey(file, 'second')).toThrow('is the active key');
  expect(() => dropSealingKey(file, 'third')).toThrow('no key third');
  expect(readFileSync(file, 'utf8')).toBe(kept);
  dropSealingKey(file, 'local');
  expect(localSecrets(file).SEALING_KEYS).toMatch(/^second:[^,]+$/);
});

test('a key id must be unique', () => {
  localSecrets(file);
  expect(() => addSealingKey(file, 'local')).toThrow('There is a key local already');
});
