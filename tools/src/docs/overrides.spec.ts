import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';

type Overrides = { readonly [name: string]: string | Overrides };

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(projectRoot(), file), 'utf8'));
}

function versionsIn(overrides: Overrides): string[] {
  return Object.entries(overrides).flatMap(([name, to]) =>
    typeof to === 'string' ? [`${name}@${to}`] : versionsIn(to),
  );
}

test('every override of package.json is the version of an installed package', () => {
  const { overrides } = readJson('package.json') as { readonly overrides: Overrides };
  const { packages } = readJson('package-lock.json') as {
    readonly packages: Readonly<Record<string, { readonly version?: string }>>;
  };
  const installed = new Set(
    Object.entries(packages).map(
      ([path, { version = '' }]) => `${path.split('node_modules/').at(-1) ?? ''}@${version}`,
    ),
  );
  expect(versionsIn(overrides).filter((wanted) => !installed.has(wanted))).toEqual([]);
});
