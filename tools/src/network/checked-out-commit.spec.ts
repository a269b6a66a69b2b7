import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { checkedOutCommit } from './checked-out-commit.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ndx-commit-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim();

test('returns the checked-out commit', () => {
  git('init', '--quiet');
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  git(...author, 'commit', '--quiet', '--allow-empty', '--message', 'empty');
  expect(checkedOutCommit(folder)).toBe(git('rev-parse', 'HEAD'));
});

test('a folder without a commit, or inside a checkout, has none', () => {
  expect(checkedOutCommit(folder)).toBeUndefined();
  git('init', '--quiet');
  expect(checkedOutCommit(folder)).toBeUndefined();
  const inside = join(folder, 'inside');
  mkdirSync(inside);
  expect(checkedOutCommit(inside)).toBeUndefined();
});
