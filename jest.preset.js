import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundledDependencies } from './tools/jest/bundled-dependencies.js';

const build = JSON.parse(readFileSync(fileURLToPath(new URL('.swcrc', import.meta.url)), 'utf8'));
// What the build excludes are tests.
const { exclude: _tests, ...swc } = build;

const dependencies = await bundledDependencies();

/**
 * The Jest configuration of every workspace. Nest is published as ESM only, so dependencies are
 * transformed too; with the `source` condition a suite imports the sources of other workspaces,
 * without a build.
 */
export default {
  // Of the checkout, not of the workspace, so that they share the cache of transformed files.
  id: createHash('sha1')
    .update(import.meta.url)
    .digest('hex'),
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node'] },
  // `*.full.spec.ts` is for `npm run test:full`.
  testMatch: ['<rootDir>/src/**/*.spec.ts', '!**/*.full.spec.ts'],
  transform: {
    '^.+\\.[cm]?[jt]s$': [
      fileURLToPath(new URL('tools/jest/shared-transform.js', import.meta.url)),
      { ...swc, swcrc: false, module: { type: 'commonjs' }, sourceMaps: true },
    ],
  },
  transformIgnorePatterns: [dependencies.folder],
  moduleNameMapper: { ...dependencies.moduleNameMapper, '^(\\.{1,2}/.*)\\.js$': '$1' },
  // A process that has run suites of services keeps some 20 MB of each.
  workerIdleMemoryLimit: '1GB',
  /** A limit of a test that hangs, not of a slow machine. */
  testTimeout: 180_000,
};
