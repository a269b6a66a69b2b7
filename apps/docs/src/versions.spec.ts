import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { baseOf, keptVersions, versionMenu } from './versions.js';

test('the site of an earlier version has its tag in its path', () => {
  expect([baseOf(undefined), baseOf('v0.1.0')]).toEqual(['/docs/', '/docs/v0.1.0/']);
});

test.each(['main', 'v1', '../v0.1.0', ''])('the build fails for %j, which is no version', (tag) => {
  expect(() => baseOf(tag)).toThrow('is not the tag of a version');
});

test('the versions that were built are listed, newest first', () => {
  const folder = mkdtempSync(join(tmpdir(), 'versions-'));
  try {
    for (const name of ['v0.9.0', 'v0.10.0', 'v0.10.1', 'draft']) mkdirSync(join(folder, name));
    expect(keptVersions(folder)).toEqual(['v0.10.1', 'v0.10.0', 'v0.9.0']);
    expect(keptVersions(join(folder, 'absent'))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a site without another version has no menu, but links to its changes', () => {
  expect(versionMenu({ version: '0.1.0', isLatest: true, kept: [] })).toEqual({
    text: 'Version 0.1.0',
    link: '/changelog',
  });
});

test('the latest site leads to the earlier ones, and each of these back', () => {
  const links = (menu: object) =>
    'items' in menu ? (menu.items as { link: string }[]).map(({ link }) => link) : [];
  const kept = ['v0.1.0'];
  expect(links(versionMenu({ version: '0.2.0', isLatest: true, kept }))).toEqual([
    '/changelog',
    '/v0.1.0/',
  ]);
  expect(links(versionMenu({ version: '0.1.0', isLatest: false, kept: [] }))).toEqual([
    '/changelog',
    '/../',
  ]);
});
