import config from './jest.config.js';

/** `npm run soak`: the largest request at every place and an API fuzzer, for `SOAK_MINUTES`. */
export default { ...config, testMatch: ['<rootDir>/src/soak/soak.ts'] };
