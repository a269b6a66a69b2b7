export { eventually } from './eventually.js';
export { startHttpServer, type TestHttpServer } from './http-server.js';
export { bytesOverSocket, exchangeOverSocket, parseAnswer, type RawAnswer } from './raw-http.js';
export { startStandIn, type StandIn, type StandInRoutes } from './stand-in.js';
export { testBuses, whyNoKafka, type BusName } from './test-buses.js';
export { testKafka } from './test-kafka.js';
export { createTestDatabase, testPostgres, type TestDatabase } from './test-postgres.js';
export { TOKEN_CORPUS, type CorpusRow } from './token-corpus.js';
export { TokenIssuer } from './token-issuer.js';
