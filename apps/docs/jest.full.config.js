import config from './jest.config.js';

/** `npm run test:full`. */
export default { ...config, testMatch: ['<rootDir>/src/**/*.full.spec.ts'] };
