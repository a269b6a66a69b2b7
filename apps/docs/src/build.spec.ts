import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { deadLinks } from './dead-links.js';
import { separateScripts } from './separate-scripts.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const page = (name: string, html: string) => writeFileSync(join(folder, `${name}.html`), html);

test('a script in a page becomes a file with the hash of its content', () => {
  const html = separateScripts('<script id="check">run()</script><p>', folder, '/docs/');
  const [, file = ''] =
    /^<script src="\/docs\/(assets\/check\.\w{8}\.js)"><\/script><p>$/.exec(html) ?? [];
  expect(readFileSync(join(folder, file), 'utf8')).toBe('run()');
});

test('a link to an absent page, file or heading is dead', () => {
  page('index', '<a href="/docs/guide#start"> <img src="/docs/absent.png">');
  page('guide', '<h2 id="begin"> <a href="./other"> <a href="#begin"> <a href="/docs/">');
  expect(deadLinks(folder, '/docs/', [])).toEqual([
    '/docs/guide: /docs/other',
    '/docs/: /docs/guide#start',
    '/docs/: /docs/absent.png',
  ]);
});

test('a link out of the site or to another route is not dead', () => {
  page('index', '<a href="/console/"> <a href="https://example.com/"> <a href="/docs/reference/">');
  expect(deadLinks(folder, '/docs/', ['/docs/reference/'])).toEqual([]);
});
