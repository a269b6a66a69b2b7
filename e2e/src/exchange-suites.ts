import { afterAll, beforeAll, describe } from '@jest/globals';
import type { BusName } from '@ndx/testing';
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
import { typescriptClientSuite } from './suites/typescript-client.js';
import { idempotencySuite } from './suites/idempotency.js';
import { interfaceSuite } from './suites/interface.js';
import { keyRotationSuite } from './suites/key-rotation.js';
import { kybPermissionSuite } from './suites/kyb-permission.js';
import { kybQuerySuite } from './suites/kyb-query.js';
import { lostCommitsSuite } from './suites/lost-commits.js';
import { rateLimitsSuite } from './suites/rate-limits.js';
import { survivalSuite } from './suites/survival.js';
import { templatePermissionSuite } from './suites/template-permission.js';
import { templateQuerySuite } from './suites/template-query.js';
import { tokenCorpusSuite } from './suites/token-corpus.js';
import { tracesSuite } from './suites/traces.js';
import { visibilitySuite } from './suites/visibility.js';

const START_TIMEOUT_MS = 180_000;

type ExchangeSuite = (exchange: () => Exchange, bus: BusName) => void;

/**
 * Every suite, in the order in which they run. `npm test` runs all on one bus, and on the other one
 * those whose subject the bus can change; `npm run test:full` runs all on the other one too.
 */
const SUITES: readonly (readonly [
  suite: ExchangeSuite,
  subject: 'any bus' | 'the bus' | 'Kafka',
])[] = [
  [kybQuerySuite, 'the bus'],
  [kybPermissionSuite, 'any bus'],
  [templateQuerySuite, 'any bus'],
  [templatePermissionSuite, 'any bus'],
  [authenticationSuite, 'any bus'],
  [tokenCorpusSuite, 'any bus'],
  [forgedPrincipalSuite, 'any bus'],
  [rateLimitsSuite, 'any bus'],
  [billingSuite, 'the bus'],
  [billingConsumerSuite, 'Kafka'],
  [auditSuite, 'the bus'],
  [typescriptClientSuite, 'any bus'],
  [documentsSuite, 'any bus'],
  [visibilitySuite, 'any bus'],
  [idempotencySuite, 'any bus'],
  [interfaceSuite, 'any bus'],
  [conformanceSuite, 'any bus'],
  [tracesSuite, 'the bus'],
  [figuresAndLogsSuite, 'the bus'],
  [lostCommitsSuite, 'any bus'],
  // On Kafka processes are killed by `chaos`.
  [survivalSuite, 'any bus'],
  [keyRotationSuite, 'any bus'],
  // Last: it looks at everything that the others left behind.
  [canariesSuite, 'the bus'],
];

/**
 * Starts an exchange on the bus, and runs suites against it.
 *
 * @param which all of them, or those whose subject the bus can change
 */
export function describeExchange(bus: BusName, which: 'all' | 'about the bus'): void {
  describe(`the exchange on the ${bus} bus`, () => {
    let exchange: Exchange;

    beforeAll(async () => {
      exchange = await Exchange.start(bus);
    }, START_TIMEOUT_MS);

    afterAll(async () => {
      await exchange.stop();
    }, START_TIMEOUT_MS);

    for (const [suite, subject] of SUITES) {
      const isSelected = which === 'all' || subject !== 'any bus';
      const canRun = bus === 'kafka' || subject !== 'Kafka';
      if (isSelected && canRun) suite(() => exchange, bus);
    }
  });
}
