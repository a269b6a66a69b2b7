import { describe } from '@jest/globals';
import { consoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import { consoleAccountsSuite } from './console-accounts.js';
import { consoleAuditSuite } from './console-audit.js';
import { consoleBillingSuite } from './console-billing.js';
import { consoleCertificateSuite } from './console-certificate.js';
import { consoleComplianceSuite } from './console-compliance.js';
import { consoleConflictsSuite } from './console-conflicts.js';
import { consoleDisputesSuite } from './console-disputes.js';
import { consoleDocumentsSuite } from './console-documents.js';
import { consoleExportsSuite } from './console-exports.js';
import { consoleFindSuite } from './console-find.js';
import { consoleFurnishedValuesSuite } from './console-furnished-values.js';
import { consoleFurnishingPoliciesSuite } from './console-furnishing-policies.js';
import { consoleGovernorSuite } from './console-governor.js';
import { consoleHomeSuite } from './console-home.js';
import { consoleIntegratorSuite } from './console-integrator.js';
import { consoleInvitationsSuite } from './console-invitations.js';
import { consoleListFilesSuite } from './console-list-files.js';
import { consoleListsSuite } from './console-lists.js';
import { consoleNoticesSuite } from './console-notices.js';
import { consoleOpenDraftsSuite } from './console-open-drafts.js';
import { consoleOperatorSuite } from './console-operator.js';
import { consolePicturesSuite } from './console-pictures.js';
import { consolePolicyChangeSuite } from './console-policy-change.js';
import { consolePolicyDraftsSuite } from './console-policy-drafts.js';
import { consoleReadingOrderSuite } from './console-reading-order.js';
import { consoleRoutesSuite } from './console-routes.js';
import { consoleSandboxSuite } from './console-sandbox.js';
import { consoleSignInSuite } from './console-sign-in.js';
import { consoleSimulationsSuite } from './console-simulations.js';
import { consolePartsSuite } from './console-parts.js';
import { consoleSizeSuite } from './console-size.js';
import { consoleTasksSuite } from './console-tasks.js';
import { consoleTimelinesSuite } from './console-timelines.js';
import { consoleViewsSuite } from './console-views.js';

const SUITES = [
  consoleSignInSuite,
  consoleSizeSuite,
  consoleHomeSuite,
  consoleViewsSuite,
  consoleListsSuite,
  consoleExportsSuite,
  consoleListFilesSuite,
  consoleComplianceSuite,
  consoleGovernorSuite,
  consoleInvitationsSuite,
  consolePolicyDraftsSuite,
  consoleOpenDraftsSuite,
  consoleFurnishedValuesSuite,
  consoleSimulationsSuite,
  consolePolicyChangeSuite,
  consoleConflictsSuite,
  consoleDisputesSuite,
  consoleNoticesSuite,
  consoleAuditSuite,
  consoleFurnishingPoliciesSuite,
  consoleOperatorSuite,
  consoleBillingSuite,
  consoleIntegratorSuite,
  consoleDocumentsSuite,
  consoleCertificateSuite,
  consoleTasksSuite,
  consoleReadingOrderSuite,
  consoleFindSuite,
  consoleTimelinesSuite,
  consolePicturesSuite,
  // It adds many disputes and attestations.
  consolePartsSuite,
  // It adds a network to the querying bank.
  consoleSandboxSuite,
  consoleAccountsSuite,
  // Last, when every view has been opened.
  consoleRoutesSuite,
];

/** The web console in one browser, in which each account signs in once. */
export function consoleSuite(exchange: () => Exchange): void {
  describe('the console', () => {
    const sessions = consoleSessions(exchange);
    for (const suite of SUITES) suite(exchange, sessions);
  });
}
