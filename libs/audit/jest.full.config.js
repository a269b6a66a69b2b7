import config from './jest.config.js';

/** `npm run test:full`. The first build of a program in Go takes minutes. */
export default {
  ...config,
  testMatch: ['<rootDir>/src/**/*.full.spec.ts'],
  testTimeout: 600_000,
};
