import { afterAll, beforeAll, describe } from '@jest/globals';
import type { BusName } from '@ndx/testing';
import { Exchange } from './harness/exchange.js';
import { auditSuite } from './suites/audit.js';
import { authenticationSuite } from './suites/authentication.js';
import { billingConsumerSuite } from './suites/billing-consumer.js';
import { billingSuite } from './suites/billing.js';
import { canariesSuite } from './suites/canaries.js';
import { commandLineSuite } from './suites/command-line.js';
import { conformanceSuite, detectedLiesSuite } from './suites/conformance.js';
import { documentsSuite } from './suites/documents.js';
import { explanationSuite } from './suites/explanation.js';
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
import { worstCaseSuite } from './suites/worst-case.js';

const START_TIMEOUT_MS = 180_000;

type ExchangeSuite = (exchange: () => Exchange) => void;

/** Whether the bus can change the subject. `npm test` leaves out suites of the `full run`. */
type Subject = 'any bus' | 'the bus' | 'Kafka' | 'full run';

/** Every suite, in the order in which they run. */
const SUITES: readonly (readonly [suite: ExchangeSuite, subject: Subject])[] = [
  [kybQuerySuite, 'the bus'],
  [kybPermissionSuite, 'any bus'],
  [explanationSuite, 'any bus'],
  [templateQuerySuite, 'any bus'],
  [templatePermissionSuite, 'any bus'],
  [authenticationSuite, 'any bus'],
  [tokenCorpusSuite, 'any bus'],
  [forgedPrincipalSuite, 'any bus'],
  [rateLimitsSuite, 'any bus'],
  [billingSuite, 'the bus'],
  [billingConsumerSuite, 'Kafka'],
  [auditSuite, 'any bus'],
  [typescriptClientSuite, 'any bus'],
  [commandLineSuite, 'any bus'],
  [documentsSuite, 'any bus'],
  [visibilitySuite, 'any bus'],
  [idempotencySuite, 'any bus'],
  [interfaceSuite, 'any bus'],
  [worstCaseSuite, 'any bus'],
  [conformanceSuite, 'any bus'],
  [detectedLiesSuite, 'full run'],
  [tracesSuite, 'the bus'],
  [figuresAndLogsSuite, 'the bus'],
  [lostCommitsSuite, 'any bus'],
  // In `npm test` each service is killed by `chaos`.
  [survivalSuite, 'full run'],
  [keyRotationSuite, 'any bus'],
  // Last, because it inspects what all other suites stored.
  [canariesSuite, 'the bus'],
];

/** The suites of a run: on its first bus, on another one, and in `npm run test:full`. */
const SELECTED = {
  'first bus': ['any bus', 'the bus', 'Kafka'],
  'another bus': ['the bus', 'Kafka'],
  'full run': ['any bus', 'the bus', 'Kafka', 'full run'],
} as const satisfies Readonly<Record<string, readonly Subject[]>>;

/** Starts an exchange on the bus, and runs suites against it. */
export function describeExchange(bus: BusName, run: keyof typeof SELECTED): void {
  const selected: readonly Subject[] = SELECTED[run];
  describe(`the exchange on the ${bus} bus`, () => {
    let exchange: Exchange;

    beforeAll(async () => {
      exchange = await Exchange.start(bus);
    }, START_TIMEOUT_MS);

    afterAll(async () => {
      await exchange.stop();
    }, START_TIMEOUT_MS);

    for (const [suite, subject] of SUITES) {
      const canRun = bus === 'kafka' || subject !== 'Kafka';
      if (selected.includes(subject) && canRun) suite(() => exchange);
    }
  });
}
