import { afterAll, beforeAll, describe } from '@jest/globals';
import { testBuses } from '@ndx/testing';
import { Exchange } from './harness/exchange.js';
import { auditSuite } from './suites/audit.js';
import { authenticationSuite } from './suites/authentication.js';
import { billingConsumerSuite } from './suites/billing-consumer.js';
import { billingSuite } from './suites/billing.js';
import { canariesSuite } from './suites/canaries.js';
import { conformanceSuite } from './suites/conformance.js';
import { documentsSuite } from './suites/documents.js';
import { figuresAndLogsSuite } from './suites/figures-and-logs.js';
import { forgedPrincipalSuite } from './suites/forged-principal.js';
import { generatedClientSuite } from './suites/generated-client.js';
import { idempotencySuite } from './suites/idempotency.js';
import { interfaceSuite } from './suites/interface.js';
import { keyRotationSuite } from './suites/key-rotation.js';
import { kybPermissionSuite } from './suites/kyb-permission.js';
import { kybQuerySuite } from './suites/kyb-query.js';
import { rateLimitsSuite } from './suites/rate-limits.js';
import { survivalSuite } from './suites/survival.js';
import { templatePermissionSuite } from './suites/template-permission.js';
import { templateQuerySuite } from './suites/template-query.js';
import { tokenCorpusSuite } from './suites/token-corpus.js';
import { tracesSuite } from './suites/traces.js';
import { visibilitySuite } from './suites/visibility.js';

const START_TIMEOUT_MS = 180_000;

describe.each(testBuses())('the exchange on the %s bus', (bus) => {
  let exchange: Exchange;

  beforeAll(async () => {
    exchange = await Exchange.start(bus);
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await exchange.stop();
  }, START_TIMEOUT_MS);

  const running = () => exchange;
  kybQuerySuite(running);
  kybPermissionSuite(running);
  templateQuerySuite(running);
  templatePermissionSuite(running);
  authenticationSuite(running);
  tokenCorpusSuite(running);
  forgedPrincipalSuite(running);
  rateLimitsSuite(running);
  billingSuite(running);
  // It reads Kafka, and nothing else.
  if (bus === 'kafka') billingConsumerSuite(running);
  auditSuite(running);
  generatedClientSuite(running);
  documentsSuite(running);
  visibilitySuite(running);
  idempotencySuite(running);
  interfaceSuite(running);
  conformanceSuite(running, bus);
  tracesSuite(running);
  figuresAndLogsSuite(running);
  survivalSuite(running);
  keyRotationSuite(running);
  // Last: it looks at everything that the others left behind.
  canariesSuite(running);
});
