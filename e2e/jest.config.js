import preset from '../jest.preset.js';

export default {
  ...preset,
  testSequencer: '<rootDir>/longest-first.js',
  /** Whole processes start and are killed here. */
  testTimeout: 300_000,
  /** CommonJS that works only as it is published. */
  transformIgnorePatterns: ['/node_modules/playwright-core/'],
};
