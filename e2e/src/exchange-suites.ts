import { afterAll, beforeAll, describe } from '@jest/globals';
import type { BusName } from '@ndx/testing';
import { Exchange } from './harness/exchange.js';
import { auditSuite } from './suites/audit.js';
import { billingConsumerSuite } from './suites/billing-consumer.js';
import { browserClientSuite } from './suites/browser-client.js';
import { canariesSuite } from './suites/canaries.js';
import { commandLineCommandsSuite } from './suites/command-line-commands.js';
import { commandLineComplianceSuite } from './suites/command-line-compliance.js';
import { commandLinePoliciesSuite } from './suites/command-line-policies.js';
import { commandLinePolicyFilesSuite } from './suites/command-line-policy-files.js';
import { commandLinePolicyTestsSuite } from './suites/command-line-policy-tests.js';
import { commandLineFailuresSuite } from './suites/command-line-failures.js';
import { commandLineNoticesSuite } from './suites/command-line-notices.js';
import { commandLinePeriodSuite } from './suites/command-line-period.js';
import { commandLineQueriesSuite } from './suites/command-line-queries.js';
import { commandLineValuesSuite } from './suites/command-line-values.js';
import { commandLineSuite } from './suites/command-line.js';
import { conformanceSuite, detectedLiesSuite } from './suites/conformance.js';
import { consoleSuite } from './suites/console.js';
import { documentExamplesSuite } from './suites/document-examples.js';
import { demoSuite } from './suites/demo.js';
import { documentsSiteSuite } from './suites/documents-site.js';
import { documentsSuite, kafkaDocumentsSuite, longDocumentsSuite } from './suites/documents.js';
import { endedCallersSuite } from './suites/ended-callers.js';
import { figuresAndLogsSuite } from './suites/figures-and-logs.js';
import { forgedPrincipalSuite } from './suites/forged-principal.js';
import { firstDaySuite } from './suites/first-day.js';
import { fuzzerSuite } from './suites/fuzzer.js';
import { generatedClientsSuite } from './suites/generated-clients.js';
import { typescriptClientSuite } from './suites/typescript-client.js';
import { idempotencySuite } from './suites/idempotency.js';
import { interfaceSuite } from './suites/interface.js';
import { interruptedSimulationSuite } from './suites/interrupted-simulation.js';
import { keyRotationSuite } from './suites/key-rotation.js';
import { linearWorkSuite } from './suites/linear-work.js';
import { lostCommitsSuite } from './suites/lost-commits.js';
import { parkedEventsSuite } from './suites/parked-events.js';
import { publishedClientSuite } from './suites/published-client.js';
import { publicLogSuite } from './suites/public-log.js';
import { quickstartProgramsSuite } from './suites/quickstart-programs.js';
import { recordLifeSuite } from './suites/record-life.js';
import { replaySuite } from './suites/replay.js';
import { sandboxPlaysSuite } from './suites/sandbox-plays.js';
import { sandboxSuite } from './suites/sandbox.js';
import { separationsSuite } from './suites/separations.js';
import { terminalSuite } from './suites/terminal.js';
import { tracesSuite } from './suites/traces.js';
import { uploadedDocumentsSuite } from './suites/uploaded-documents.js';
import { visibilitySuite } from './suites/visibility.js';

const START_TIMEOUT_MS = 180_000;

type ExchangeSuite = (exchange: () => Exchange) => void;

/** Whether the bus can change the subject; the suites of the `full run` take longest. */
type Subject = 'any bus' | 'the bus' | 'Kafka' | 'full run';

type Suites = readonly (readonly [suite: ExchangeSuite, subject: Subject])[];

/** Suites that send requests and inspect what the system stores, in the order in which they run. */
const INTERFACE: Suites = [
  [forgedPrincipalSuite, 'any bus'],
  [billingConsumerSuite, 'Kafka'],
  [auditSuite, 'any bus'],
  [sandboxSuite, 'any bus'],
  [documentExamplesSuite, 'any bus'],
  [visibilitySuite, 'any bus'],
  [idempotencySuite, 'any bus'],
  [interfaceSuite, 'any bus'],
  [endedCallersSuite, 'any bus'],
  [conformanceSuite, 'any bus'],
  [detectedLiesSuite, 'full run'],
  [tracesSuite, 'the bus'],
  [figuresAndLogsSuite, 'the bus'],
  [parkedEventsSuite, 'the bus'],
  [lostCommitsSuite, 'any bus'],
  [separationsSuite, 'the bus'],
  [recordLifeSuite, 'the bus'],
  [uploadedDocumentsSuite, 'any bus'],
  [keyRotationSuite, 'any bus'],
  [demoSuite, 'the bus'],
  // After the suites whose queries it replays.
  [replaySuite, 'any bus'],
  [canariesSuite, 'the bus'],
  [publicLogSuite, 'full run'],
  [linearWorkSuite, 'full run'],
  // Last, so that the inspections do not read the results of its thousands of requests.
  [fuzzerSuite, 'full run'],
];

/** The browser renders and checks every row of the lists, so no other suite adds to them. */
const CONSOLE: Suites = [[consoleSuite, 'any bus']];

/** Suites of the other programs and of the documents that users have. */
const CLIENTS: Suites = [
  [documentsSiteSuite, 'any bus'],
  [typescriptClientSuite, 'any bus'],
  [publishedClientSuite, 'any bus'],
  [browserClientSuite, 'any bus'],
  [generatedClientsSuite, 'full run'],
  [quickstartProgramsSuite, 'any bus'],
  [commandLineSuite, 'any bus'],
  [commandLineCommandsSuite, 'any bus'],
  [commandLineComplianceSuite, 'any bus'],
  [commandLinePoliciesSuite, 'any bus'],
  [commandLinePolicyFilesSuite, 'any bus'],
  [commandLinePolicyTestsSuite, 'any bus'],
  [interruptedSimulationSuite, 'any bus'],
  [sandboxPlaysSuite, 'any bus'],
  [commandLineValuesSuite, 'any bus'],
  [commandLineQueriesSuite, 'any bus'],
  [commandLineNoticesSuite, 'any bus'],
  [commandLinePeriodSuite, 'any bus'],
  [commandLineFailuresSuite, 'any bus'],
  [terminalSuite, 'any bus'],
  [firstDaySuite, 'any bus'],
  [documentsSuite, 'any bus'],
  [kafkaDocumentsSuite, 'Kafka'],
  [longDocumentsSuite, 'full run'],
];

/** The life of records, the demo and the log of changes reach the statements of every service. */
const DATABASE: Suites = [
  [auditSuite, 'any bus'],
  [recordLifeSuite, 'any bus'],
  [demoSuite, 'any bus'],
];

/**
 * The suites of each test file: `npm test` runs the first three on the embedded bus and the fourth
 * on Kafka, `npm run test:full` the others, so that CI runs each suite once on each bus that it can
 * see.
 */
const FILES = {
  interface: { suites: INTERFACE, subjects: ['any bus', 'the bus', 'Kafka'] },
  console: { suites: CONSOLE, subjects: ['any bus'] },
  clients: { suites: CLIENTS, subjects: ['any bus', 'the bus', 'Kafka'] },
  'another bus': { suites: [...INTERFACE, ...CLIENTS], subjects: ['the bus', 'Kafka'] },
  'another Postgres': { suites: DATABASE, subjects: ['any bus'] },
  'full run': { suites: [...CLIENTS, ...INTERFACE], subjects: ['full run'] },
} as const satisfies Readonly<
  Record<string, { readonly suites: Suites; readonly subjects: readonly Subject[] }>
>;

/** Files whose suites search no log and no trace. */
const NOT_INSPECTED: ReadonlySet<string> = new Set(['console', 'clients']);

/** Starts an exchange on the bus, and runs the suites of a file against it. */
export function describeExchange(bus: BusName, file: keyof typeof FILES): void {
  const subjects: readonly Subject[] = FILES[file].subjects;
  describe(`the exchange on the ${bus} bus`, () => {
    let exchange: Exchange;

    beforeAll(async () => {
      exchange = await Exchange.start(bus, file.replace(' ', '-'), !NOT_INSPECTED.has(file));
    }, START_TIMEOUT_MS);

    afterAll(async () => {
      await exchange.stop();
    }, START_TIMEOUT_MS);

    for (const [suite, subject] of FILES[file].suites) {
      const canRun = bus === 'kafka' || subject !== 'Kafka';
      if (subjects.includes(subject) && canRun) suite(() => exchange);
    }
  });
}
