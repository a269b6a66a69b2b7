import config from './jest.config.js';

/** `npm run soak`: the largest request at every place, for `SOAK_MINUTES`. */
export default { ...config, testMatch: ['<rootDir>/src/soak/send-largest-requests.ts'] };
