import config from './jest.config.js';

/** `npm run screenshots`: writes the pictures of the console. */
export default { ...config, testMatch: ['<rootDir>/src/screenshots/take-screenshots.ts'] };
