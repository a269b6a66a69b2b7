import { afterAll, beforeAll, describe } from '@jest/globals';
import { testBuses } from '@ndx/testing';
import { Exchange } from './harness/exchange.js';
import { authenticationSuite } from './suites/authentication.js';
import { badInputSuite } from './suites/bad-input.js';
import { billingSuite } from './suites/billing.js';
import { conformanceSuite } from './suites/conformance.js';
import { coverageCheckSuite } from './suites/coverage-check.js';
import { generatedClientSuite } from './suites/generated-client.js';
import { interfaceSuite } from './suites/interface.js';
import { kybPermissionSuite } from './suites/kyb-permission.js';
import { kybQuerySuite } from './suites/kyb-query.js';
import { survivalSuite } from './suites/survival.js';
import { templatePermissionSuite } from './suites/template-permission.js';
import { templateQuerySuite } from './suites/template-query.js';

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
  coverageCheckSuite(running);
  badInputSuite(running);
  authenticationSuite(running);
  billingSuite(running);
  generatedClientSuite(running);
  interfaceSuite(running);
  conformanceSuite(running, bus);
  survivalSuite(running);
});
