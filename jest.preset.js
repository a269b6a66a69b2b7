import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const swc = JSON.parse(readFileSync(fileURLToPath(new URL('.swcrc', import.meta.url)), 'utf8'));

/**
 * One Jest configuration for every workspace. Nest is published as ESM only, so dependencies are
 * transformed too; the `source` condition lets a suite see the other workspaces as they stand,
 * without a build.
 */
export default {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node'] },
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
  transform: {
    '^.+\\.[cm]?[jt]s$': [
      '@swc/jest',
      { ...swc, swcrc: false, module: { type: 'commonjs' }, sourceMaps: 'inline' },
    ],
  },
  transformIgnorePatterns: [],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  testTimeout: 60_000,
};
