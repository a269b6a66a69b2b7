import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ESLint } from 'eslint';

/**
 * The repository's own lint configuration, run on a small tree of the same layout. Each file there
 * violates one rule, with a comment above the line: `// refused: <rule>: <part of the message>`. A
 * file without the comment must pass.
 */
const ROOT = resolve(__dirname, '../../..');
const FIXTURES = join(ROOT, 'tools/lint/fixtures');

const fixtures = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, announced: announcedIn(file) }));

describe('the lint configuration', () => {
  let reported: ReadonlyMap<string, readonly Report[]>;

  beforeAll(() => {
    reported = lintFixtures();
  });

  const refused = fixtures.flatMap(({ file, announced }) => announced.map((r) => ({ file, ...r })));
  test.each(refused)('$rule rejects $file', ({ file, line, rule, message }) => {
    expect(reported.get(file)).toEqual([{ line, rule, message: expect.stringContaining(message) }]);
  });

  const accepted = fixtures.filter(({ announced }) => announced.length === 0);
  test.each(accepted)('$file is accepted', ({ file }) => {
    expect(reported.get(file)).toEqual([]);
  });
});

interface Report {
  readonly line: number;
  readonly rule: string;
  readonly message: string;
}

function announcedIn(file: string): readonly Report[] {
  return readFileSync(join(FIXTURES, file), 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      const [, rule, message] = /^\s*\/\/ refused: (\S+): (.+)$/.exec(text) ?? [];
      return rule && message ? [{ line: index + 2, rule, message }] : [];
    });
}

function lintFixtures(): ReadonlyMap<string, readonly Report[]> {
  const results = eslint('--format', 'json', '.') as readonly ESLint.LintResult[];
  return new Map(
    results.map(({ filePath, messages }) => [
      relative(FIXTURES, filePath),
      messages.map(({ line, ruleId, message }) => ({ line, rule: ruleId ?? 'eslint', message })),
    ]),
  );
}

/** ESLint's JSON. With the fixtures as working folder, so that the globs use them as the root. */
function eslint(...args: readonly string[]): unknown {
  const bin = join(ROOT, 'node_modules/eslint/bin/eslint.js');
  const config = join(ROOT, 'eslint.config.js');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [bin, '--config', config, ...args],
    { cwd: FIXTURES, encoding: 'utf8', maxBuffer: 64 << 20 },
  );
  if (status === 0 || status === 1) return JSON.parse(stdout);
  throw new Error(`ESLint did not run: ${stderr}`);
}
