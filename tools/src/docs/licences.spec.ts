import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';

/** Permissive licences that require only attribution. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
];

/** Packages without a licence in the lock file: all MIT. */
const STATED_OTHERWISE = ['limiter', 'passport-strategy', 'pause'];

interface LockedPackage {
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly license?: string;
}

test('every production package has an allowed licence', () => {
  const { packages } = JSON.parse(
    readFileSync(join(projectRoot(), 'package-lock.json'), 'utf8'),
  ) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const production = Object.entries(packages).flatMap(([path, { dev, link, license }]) => {
    const name =
      path.split('node_modules/')[1] === undefined ? undefined : path.split('node_modules/').at(-1);
    return name === undefined || dev === true || link === true ? [] : [{ name, license }];
  });
  const refused = production.filter(({ name, license }) =>
    license === undefined ? !STATED_OTHERWISE.includes(name) : !ALLOWED.includes(license),
  );
  expect(production.length).toBeGreaterThan(100);
  expect(refused).toEqual([]);
});
