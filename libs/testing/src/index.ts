export { eventually } from './eventually.js';
export { testBuses, whyNoKafka, type BusName } from './test-buses.js';
export { testKafka } from './test-kafka.js';
export { createTestDatabase, testPostgres, type TestDatabase } from './test-postgres.js';
export { TokenIssuer } from './token-issuer.js';
