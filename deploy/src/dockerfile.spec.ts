import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@ndx/contracts';
import { MEMORY, projectRoot } from '@ndx/local-infra';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

const read = (...path: readonly string[]) => readFileSync(join(projectRoot(), ...path), 'utf8');

describe('the assembly of an image', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'image-tree-'));
    for (const path of [
      ...['installed/node_modules', 'pages', 'built/libs/config/dist'],
      ...['built/apps/consent/dist', 'built/node_modules/.bin'],
    ]) {
      mkdirSync(join(folder, path), { recursive: true });
    }
    for (const path of ['libs/config', 'apps/consent']) {
      writeFileSync(join(folder, 'built', path, 'package.json'), '{}');
    }
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const node = (path: string, version: string) => {
    writeFileSync(join(folder, path), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
    return join(folder, path);
  };

  test('rejects a Node of another version than the pinned one', () => {
    node('built/node_modules/.bin/node', 'v26.10.0');
    const folders = ['built', 'installed', 'pages', 'tree'].map((name) => join(folder, name));
    const { status, stderr } = spawnSync(
      join(projectRoot(), 'deploy', 'image-tree.sh'),
      ['assemble', 'consent', ...folders],
      {
        encoding: 'utf8',
        env: { ...process.env, NODE_BINARY: node('official', 'v26.9.0') },
      },
    );
    expect([status, stderr]).toEqual([
      1,
      `${join(folder, 'official')} is v26.9.0, and package.json pins v26.10.0\n`,
    ]);
  });
});

test('the bill of materials lists the Node of the images', () => {
  const { stdout } = spawnSync(
    process.execPath,
    [join(projectRoot(), 'deploy', 'add-node.mjs'), '26.10.0'],
    { encoding: 'utf8', input: '{"bomFormat":"CycloneDX","components":[]}' },
  );
  expect(JSON.parse(stdout)).toMatchObject({
    components: [{ name: 'node', version: '26.10.0', purl: 'pkg:generic/node@26.10.0' }],
  });
  expect(read('deploy', 'sbom.sh')).toContain('| node deploy/add-node.mjs "$(cat .nvmrc)"');
});

test('the bill of materials of the command line lists the packages of its bundle', () => {
  const licences =
    'openid-client 6.8.9 (MIT)\n\nText\n\n---\n\n@scope/name 1.0.0 (BlueOak-1.0.0)\n\nText\n';
  const { stdout } = spawnSync(
    process.execPath,
    [join(projectRoot(), 'deploy', 'list-bundled.mjs')],
    { encoding: 'utf8', input: licences },
  );
  expect(JSON.parse(stdout)).toMatchObject({
    bomFormat: 'CycloneDX',
    components: [
      { name: 'openid-client', licenses: [{ expression: 'MIT' }] },
      { purl: 'pkg:npm/%40scope/name@1.0.0', version: '1.0.0' },
    ],
  });
  const [, cli = ''] = read('deploy', 'sbom.sh').split('node deploy/list-bundled.mjs');
  expect(cli).toContain('| node deploy/add-node.mjs "$(cat .nvmrc)" > sbom/cli.cdx.json');
});

test('the bill of materials of images with PKCS#11 lists the package with its checksum', () => {
  const lockFile = join(projectRoot(), 'package-lock.json');
  const { stdout } = spawnSync(
    process.execPath,
    [join(projectRoot(), 'deploy', 'add-pkcs11.mjs'), lockFile],
    { encoding: 'utf8', input: '{"bomFormat":"CycloneDX","components":[]}' },
  );
  const { packages } = JSON.parse(read('package-lock.json')) as {
    readonly packages: Readonly<Record<string, { readonly version: string }>>;
  };
  const version = packages['node_modules/pkcs11js']?.version ?? '';
  expect(JSON.parse(stdout)).toMatchObject({
    components: [
      {
        name: 'pkcs11js',
        purl: `pkg:npm/pkcs11js@${version}`,
        hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
      },
    ],
  });
});

describe('the Dockerfile', () => {
  // Without comments, and with continued lines joined.
  const lines = read('deploy', 'Dockerfile')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const runtime = lines.slice(lines.lastIndexOf('FROM ${RUNTIME_IMAGE}'));
  const cli = lines.slice(lines.indexOf('FROM ${RUNTIME_IMAGE} AS cli'), -runtime.length);

  test('runs only the steps of image-tree.sh, which needs no container engine', () => {
    const steps = /^ {2}(prune.*)\) "\$step"/m.exec(read('deploy', 'image-tree.sh'))?.[1];
    const ran = lines
      .filter((line) => line.startsWith('RUN'))
      .map((line) => /^RUN (?:--mount=\S+ )?(?:deploy\/)?image-tree\.sh (\w+)/.exec(line)?.[1]);
    expect(ran).not.toContain(undefined);
    expect([...ran, 'all'].sort()).toEqual(steps?.split(' | ').sort());
  });

  test('runs the official Node of the build image on a base image without Node', () => {
    const base = lines.slice(lines.indexOf('FROM ${BUILD_IMAGE} AS base'));
    expect(base[1]).toMatch(/^ENV .* NODE_BINARY=\/usr\/local\/bin\/node$/);
    expect(lines[1]).toMatch(/^ARG RUNTIME_IMAGE=gcr\.io\/distroless\/cc-/);
    expect(runtime).toContain('COPY --from=assembled /tree/runtime /');
    // Of which the executable of the command line is built.
    expect(lines).toContain('FROM base AS binary');
  });

  test('produces an image that runs node directly, as a non-root user, with a health check', () => {
    expect(runtime).toContain('USER 65532:65532');
    expect(runtime).toContain('STOPSIGNAL SIGTERM');
    const [, words = ''] = /^ENTRYPOINT (.*)$/.exec(runtime.at(-1) ?? '') ?? [];
    expect(JSON.parse(words)).toEqual(['/nodejs/bin/node', ...MEMORY.args, 'dist/main.js']);
    expect(runtime.some((line) => line.startsWith('HEALTHCHECK'))).toBe(true);
    expect(runtime.filter((line) => line.startsWith('RUN'))).toEqual([]);
  });

  test('produces an image of the command line that runs its executable, as a non-root user', () => {
    expect(cli).toContain('COPY --from=binary /tree /');
    expect(cli).toContain('USER 65532:65532');
    expect(cli.at(-1)).toBe('ENTRYPOINT ["/usr/local/bin/ndx"]');
    expect(cli.filter((line) => line.startsWith('RUN'))).toEqual([]);
    expect(read('deploy', 'image-tree.sh')).toContain('"$tree/usr/local/bin/ndx"');
    expect(read('.dockerignore')).not.toMatch(/^clients/m);
  });

  test('sets the same memory options as the local start', () => {
    const environment = runtime.filter((line) => line.startsWith('ENV')).join(' ');
    const { NODE_OPTIONS, MALLOC_ARENA_MAX } = MEMORY.env;
    expect(environment).toContain(` NODE_OPTIONS="${NODE_OPTIONS}" `);
    expect(environment).toContain(` MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX} `);
  });

  test('supports every app, each with the entry point main.ts; the gateway contains the console and the documents', () => {
    const apps = readdirSync(join(projectRoot(), 'apps'));
    expect(apps.sort()).toEqual([...SERVICE_NAMES, 'console', 'docs'].sort());
    for (const service of SERVICE_NAMES) {
      expect(readdirSync(join(projectRoot(), 'apps', service, 'src'))).toContain('main.ts');
    }
  });

  test('copies every source, because nothing that is tracked is ignored', () => {
    const git = (...args: readonly string[]) =>
      execFileSync('git', args, { cwd: projectRoot(), encoding: 'utf8' }).split('\n').slice(0, -1);
    expect(git('ls-files', '--cached', '--ignored', '--exclude-standard')).toEqual([]);
    const anywhere = read('.dockerignore').matchAll(/^\*\*\/([\w.-]+)$/gm);
    const names = new Set([...anywhere].map(([, name = '']) => name));
    const excluded = git('ls-files').filter((path) =>
      path.split('/').some((part) => names.has(part)),
    );
    expect(excluded).toEqual([]);
  });

  test('excludes untracked files of the checkout from the build context', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(
      expect.arrayContaining(['.git', '.data*', '.env*', '.cache', '**/node_modules', '**/dist']),
    );
  });
});
