import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@ndx/contracts';
import { NODE_OPTIONS, projectRoot } from '@ndx/local-infra';
import { describe, expect, test } from '@jest/globals';

const read = (...path: readonly string[]) => readFileSync(join(projectRoot(), ...path), 'utf8');

describe('the Dockerfile', () => {
  // Comments say what is not done; lines that are continued are one.
  const lines = read('deploy', 'Dockerfile')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const runtime = lines.slice(lines.lastIndexOf('FROM ${RUNTIME_IMAGE}'));

  test('makes the tree by the steps of image-tree.sh alone, which runs without an engine', () => {
    const steps = /^ {2}(prune.*)\) "\$step"/m.exec(read('deploy', 'image-tree.sh'))?.[1];
    const ran = lines
      .filter((line) => line.startsWith('RUN'))
      .map((line) => /^RUN (?:--mount=\S+ )?(?:deploy\/)?image-tree\.sh (\w+)/.exec(line)?.[1]);
    expect(ran).not.toContain(undefined);
    expect([...ran, 'all'].sort()).toEqual(steps?.split(' | ').sort());
  });

  test('runs the Node that the project brings, on a base without another one', () => {
    expect(lines[1]).toMatch(/^ARG RUNTIME_IMAGE=gcr\.io\/distroless\/cc-/);
    expect(runtime).toContain('COPY --from=assembled /tree/runtime /');
  });

  test('ends in an image that runs node itself, not as root, and is told when it is healthy', () => {
    expect(runtime).toContain('USER 65532:65532');
    expect(runtime).toContain('STOPSIGNAL SIGTERM');
    expect(runtime.at(-1)).toBe('ENTRYPOINT ["/nodejs/bin/node", "dist/main.js"]');
    expect(runtime.some((line) => line.startsWith('HEALTHCHECK'))).toBe(true);
    expect(runtime.filter((line) => line.startsWith('RUN'))).toEqual([]);
  });

  test('gives a process the memory that it has when it is started locally', () => {
    const environment = runtime.filter((line) => line.startsWith('ENV')).join(' ');
    expect(/NODE_OPTIONS="([^"]*)"/.exec(environment)?.[1]).toBe(NODE_OPTIONS);
  });

  test('serves every app, each with the entry point that it names', () => {
    expect(readdirSync(join(projectRoot(), 'apps')).sort()).toEqual([...SERVICE_NAMES].sort());
    for (const service of SERVICE_NAMES) {
      expect(readdirSync(join(projectRoot(), 'apps', service, 'src'))).toContain('main.ts');
    }
  });

  test('is never shown what lies in the checkout without being part of it', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(
      expect.arrayContaining(['.git', '.data*', '.env*', '.cache', '**/node_modules', '**/dist']),
    );
  });
});
