import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from './pages.js';

/** The exit status and the messages of the step of the build that writes the reference. */
function typedoc(...options: readonly string[]) {
  const command = [join(ROOT, 'node_modules/.bin/typedoc'), '--emit', 'none', ...options];
  const { status, stderr } = spawnSync(process.execPath, command, {
    cwd: join(ROOT, 'apps/docs'),
    encoding: 'utf8',
  });
  return { status, stderr };
}

test('every export of the SDK has a docstring', () => {
  expect(typedoc()).toEqual({ status: 0, stderr: '' });
});

test('an export or a property without a docstring fails the build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'undocumented-'));
  try {
    const entry = join(folder, 'index.ts');
    const tsconfig = join(folder, 'tsconfig.json');
    const options = join(folder, 'typedoc.json');
    writeFileSync(
      entry,
      '/** A size. */\nexport interface Size {\n  bytes: number;\n}\nexport const limit = 1;\n',
    );
    writeFileSync(tsconfig, JSON.stringify({ files: [entry], compilerOptions: { types: [] } }));
    const build = join(ROOT, 'apps/docs/typedoc.json');
    writeFileSync(options, JSON.stringify({ extends: build, entryPoints: [entry], tsconfig }));
    const { status, stderr } = typedoc('--options', options);
    expect(stderr).toMatch(/Size\.bytes .* does not have any documentation/);
    expect(stderr).toMatch(/limit .* does not have any documentation/);
    expect(status).not.toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
