import preset from '../jest.preset.js';

/** Whole processes start and are killed here. */
export default {
  ...preset,
  testTimeout: 120_000,
  globalSetup: '../tools/jest/make-run-folder.js',
  globalTeardown: '../tools/jest/remove-run-folder.js',
};
