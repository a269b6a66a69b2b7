import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ICruiseResult } from 'dependency-cruiser';

/**
 * The repository's own dependency rules, run on a small tree of the same layout. The first lines of
 * a file there name the rules that it violates: `// refused: <rule>`. The others must pass.
 */
const ROOT = resolve(__dirname, '../../..');
const FIXTURES = join(ROOT, 'tools/lint/dependency-fixtures');
const PACKAGE_CYCLE = ['libs/postgres/src', 'libs/telemetry/src'];

const fixtures = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, announced: announcedIn(file) }));

describe('the dependency rules', () => {
  let summary: ICruiseResult['summary'];

  beforeAll(() => {
    summary = cruiseFixtures();
  });

  const refusedBy = (from: string) =>
    summary.violations.filter((v) => v.from === from).map(({ rule }) => rule.name);

  const refused = fixtures.filter(({ announced }) => announced.length > 0);
  test.each(refused)('$announced rejects $file', ({ file, announced }) => {
    expect(refusedBy(file).sort()).toEqual(announced);
  });

  const accepted = fixtures.filter(({ announced }) => announced.length === 0);
  test.each(accepted)('$file is accepted', ({ file }) => {
    expect(refusedBy(file)).toEqual([]);
  });

  test.each(PACKAGE_CYCLE)('a cycle of packages is rejected: %s', (folder) => {
    expect(refusedBy(folder)).toEqual(['no-package-cycle']);
  });

  test('every rule has a fixture that violates it', () => {
    const broken = new Set(summary.violations.map(({ rule }) => rule.name));
    const declared = summary.ruleSetUsed?.forbidden?.map(({ name }) => name);
    expect(broken).toEqual(new Set(declared));
  });
});

function announcedIn(file: string): readonly string[] {
  const text = readFileSync(join(FIXTURES, file), 'utf8');
  return [...text.matchAll(/^\/\/ refused: (\S+)$/gm)].map(([, rule]) => String(rule)).sort();
}

/** Checks with the fixtures as working folder, so that the rules use them as the root. */
function cruiseFixtures(): ICruiseResult['summary'] {
  const bin = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const config = ['--config', join(ROOT, '.dependency-cruiser.js'), '--ts-config', 'tsconfig.json'];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [bin, ...config, '--output-type', 'json', ...readdirSync(FIXTURES)],
    { cwd: FIXTURES, encoding: 'utf8', maxBuffer: 64 << 20 },
  );
  if (stdout === '') throw new Error(`dependency-cruiser did not run: ${stderr}`);
  return (JSON.parse(stdout) as ICruiseResult).summary;
}
