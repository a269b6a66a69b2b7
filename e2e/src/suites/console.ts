import { describe } from '@jest/globals';
import { consoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import { consoleAuditSuite } from './console-audit.js';
import { consoleBillingSuite } from './console-billing.js';
import { consoleComplianceSuite } from './console-compliance.js';
import { consoleConflictsSuite } from './console-conflicts.js';
import { consoleDisputesSuite } from './console-disputes.js';
import { consoleFurnishingPoliciesSuite } from './console-furnishing-policies.js';
import { consoleGovernorSuite } from './console-governor.js';
import { consoleIntegratorSuite } from './console-integrator.js';
import { consoleNoticesSuite } from './console-notices.js';
import { consoleOperatorSuite } from './console-operator.js';
import { consolePolicyDraftsSuite } from './console-policy-drafts.js';
import { consoleSignInSuite } from './console-sign-in.js';
import { consoleSimulationsSuite } from './console-simulations.js';
import { consoleViewsSuite } from './console-views.js';

const SUITES = [
  consoleSignInSuite,
  consoleViewsSuite,
  consoleComplianceSuite,
  consoleGovernorSuite,
  consolePolicyDraftsSuite,
  consoleSimulationsSuite,
  consoleConflictsSuite,
  consoleDisputesSuite,
  consoleNoticesSuite,
  consoleAuditSuite,
  consoleFurnishingPoliciesSuite,
  consoleOperatorSuite,
  consoleBillingSuite,
  consoleIntegratorSuite,
];

/** The web console in one browser, in which each account signs in once. */
export function consoleSuite(exchange: () => Exchange): void {
  describe('the console', () => {
    const sessions = consoleSessions(exchange);
    for (const suite of SUITES) suite(exchange, sessions);
  });
}
