import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ROOT } from './pages.js';

/** The parts of the checkout of which the site is built. */
const SOURCES =
  /^(?:docs|formal|clients|apps(?:\/(?:docs|gateway))?|[A-Z]+\.md|package\.json|tsconfig\.base\.json|\.gitignore)?$/;
const LEFT_OUT = /(?:^|\/)(?:node_modules|dist|\.cache|\.turbo|versions|gateway\/src)$/;
const TIMEOUT_MS = 400_000;

let copy: string;

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: copy, stdio: 'pipe' });
const page = (name: string) => readFileSync(join(copy, 'apps/docs/dist', name), 'utf8');

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'tagged-'));
  cpSync(ROOT, copy, {
    recursive: true,
    filter: (source) => {
      const path = relative(ROOT, source);
      const [folder = '', app] = path.split('/');
      const part = folder === 'apps' && app !== undefined ? `${folder}/${app}` : folder;
      return SOURCES.test(part) && !LEFT_OUT.test(path);
    },
  });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const own = join(ROOT, 'apps/docs/node_modules');
  if (existsSync(own)) symlinkSync(own, join(copy, 'apps/docs/node_modules'));
  const commit = (message: string) => {
    run('git', 'add', '--all');
    run('git', '-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '-qm', message);
  };
  run('git', 'init', '--quiet');
  // The pattern of the checkout matches folders, not links to them.
  writeFileSync(join(copy, '.git/info/exclude'), 'node_modules\n');
  commit('the earlier version');
  run('git', 'tag', 'v0.0.1');
  cpSync(join(copy, 'docs/concepts.md'), join(copy, 'docs/added-later.md'));
  commit('the latest version');
  run('git', 'tag', 'v0.0.2');
  run('apps/docs/versions.sh');
  run('npm', 'run', 'build', '-w', 'apps/docs', '--silent');
}, TIMEOUT_MS);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('the site has each earlier version that a tag names, with its own pages and menu', () => {
  expect(existsSync(join(copy, 'apps/docs/dist/v0.0.2'))).toBe(false);
  expect(page('errors.html')).toContain('href="/docs/v0.0.1/"');
  expect(page('v0.0.1/errors.html')).toContain('href="/docs/v0.0.1/../"');
  expect(page('v0.0.1/errors.html')).toContain('src="/docs/v0.0.1/assets/');
  const reference = 'clients/typescript/reference/@ndx/client.html';
  expect(page(`v0.0.1/${reference}`)).toContain('furnishRecords');
  expect(page('added-later.html')).toContain('href="/docs/v0.0.1/"');
  expect(existsSync(join(copy, 'apps/docs/dist/v0.0.1/added-later.html'))).toBe(false);
});
