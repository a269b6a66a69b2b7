import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';
import { describe, expect, test } from '@jest/globals';

interface RootManifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const read = (...path: readonly string[]) => readFileSync(join(projectRoot(), ...path), 'utf8');

/** Every platform has its own package, whose bin is `node`. */
const RUNTIME = /^node-(bin-)?(linux|darwin|win)-/;

describe('the pinned Node', () => {
  const { scripts, optionalDependencies, devDependencies } = JSON.parse(
    read('package.json'),
  ) as RootManifest;
  const pinned = Object.entries(optionalDependencies).filter(([name]) => RUNTIME.test(name));
  const [version = ''] = pinned.map(([, pin]) => pin);
  const [major = ''] = version.split('.');

  test('is the same exact version on every platform', () => {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(new Set(pinned.map(([, pin]) => pin))).toEqual(new Set([version]));
  });

  test('is pinned by checksum and not downloaded by an install script', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { version: string; integrity?: string; hasInstallScript?: boolean }>;
    };
    for (const [name] of pinned) {
      const locked = packages[`node_modules/${name}`];
      expect(locked).toMatchObject({ version, integrity: expect.stringMatching(/^sha512-/) });
      expect(locked?.hasInstallScript).toBeUndefined();
    }
  });

  test('runs the tests', () => {
    expect(process.versions.node).toBe(version);
  });

  test('is the Node of the types, of version managers and of the image build', () => {
    expect(devDependencies['@types/node']).toMatch(new RegExp(`^\\^${major}\\.`));
    expect(read('.nvmrc').trim()).toBe(version);
    expect(read('deploy', 'Dockerfile')).toContain(`ARG BUILD_IMAGE=node:${version}-`);
  });

  test('runs turbo only through tools/turbo.js, which disables telemetry', () => {
    const turbo = Object.values(scripts).filter((script) => script.includes('turbo'));
    expect(turbo).not.toEqual([]);
    for (const script of turbo) expect(script).toMatch(/^node tools\/turbo\.js run /);
  });
});
