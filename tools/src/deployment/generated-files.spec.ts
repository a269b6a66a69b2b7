import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { generatedFiles } from './generated-files.js';

const GONE = join('deploy', 'kubernetes', 'services', 'gone', 'kustomization.yaml');
const BY_HAND = join('deploy', 'kubernetes', 'base', 'deployment.yaml');

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'generated-'));
  for (const path of ['deploy', 'README.md']) {
    const filter = (file: string) => !file.endsWith('node_modules');
    cpSync(join(projectRoot(), path), join(root, path), { recursive: true, filter });
  }
  mkdirSync(dirname(join(root, GONE)));
  writeFileSync(join(root, GONE), '{}');
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

test('the generated files of a removed service are deleted, handwritten files are not', () => {
  const files = generatedFiles(root, new Map());
  const removed = [...files].filter(([, text]) => text === undefined).map(([path]) => path);
  expect(removed).toContain(GONE);
  expect(files.has(BY_HAND)).toBe(false);
});
