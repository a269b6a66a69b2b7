import type { Row } from '../run/row.js';
import { attestationRows } from './attestation.js';
import { authenticationRows } from './authentication.js';
import { clientRows } from './clients.js';
import { endingRows } from './consent/ending.js';
import { readingRows } from './consent/reading.js';
import { recordingRows } from './consent/recording.js';
import { CONSENT_KINDS } from './consent/records.js';
import { updatingRows } from './consent/updating.js';
import { coverageCheckRows } from './coverage-check.js';
import { disputeRows } from './disputes.js';
import { dryRunRows } from './dry-run.js';
import { errorRows } from './errors.js';
import { badInputRows } from './bad-input.js';
import { certificateRows } from './kyb/certificates.js';
import { consentInTimeRows } from './kyb/consent-in-time.js';
import { kybChoosingRows } from './kyb/choosing.js';
import { kybConsentRows } from './kyb/consent.js';
import { kybEventRows } from './kyb/events.js';
import { kybPolicyRows } from './kyb/policy.js';
import { kybQueryRows } from './kyb/query.js';
import { kybResultRows } from './kyb/result.js';
import { identityConflictRows } from './identity-conflicts.js';
import { httpHeaderRows } from './http-headers.js';
import { idempotencyRows } from './idempotency.js';
import { limitRows } from './limits.js';
import { lookingAroundRows } from './looking-around.js';
import { networkRows } from './networks.js';
import { noticeRows } from './notices.js';
import { openApiRows } from './openapi.js';
import { furnishedValueRows } from './policies/furnished-values.js';
import { furnishingInForceRows } from './policies/furnishing-in-force.js';
import { furnishingDraftRows } from './policies/furnishing-drafts.js';
import { furnishingSimulationRows } from './policies/furnishing-simulation.js';
import { furnishingPolicyRows } from './policies/furnishing.js';
import { queryingConfigurationRows } from './policies/querying-configuration.js';
import { queryingComparisonRows } from './policies/querying-comparison.js';
import { queryingDraftRows } from './policies/querying-drafts.js';
import { queryingTestRows } from './policies/querying-tests.js';
import { queryingPolicyRows } from './policies/querying.js';
import { simulationRows } from './policies/simulations.js';
import { productFurnishRows } from './product-furnish.js';
import { productRows } from './products.js';
import { queryEventRows } from './query-events.js';
import { recordEndRows } from './record-ends.js';
import { separationRows } from './separations.js';
import { signedAnswerRows } from './signed-answers.js';
import { searchResultRows } from './search-results.js';
import { searchRows } from './search.js';
import { attestedRows } from './templates/attested.js';
import { combiningRows } from './templates/combining.js';
import { oneStatementRows } from './templates/one-statement.js';
import { templateConsentRows } from './templates/consent.js';
import { templateCoverageRows } from './templates/coverage.js';
import { furnishRows } from './templates/furnish-rows.js';
import { FURNISHES, QUERIES } from './templates/index.js';
import { templatePolicyRows } from './templates/policy.js';
import { templateQueryRows } from './templates/query-rows.js';
import { versioningRows } from './versioning.js';

/** The titles of the sections, in the order of the report. */
export const SECTION_TITLES: ReadonlyMap<string, string> = new Map([
  ['2.1', 'Consumer consent record'],
  ['2.3', 'Consumer search result'],
  ['2.5', 'Institution attestation'],
  ['2.6', 'Furnishing policy'],
  ['2.8', 'KYB certificate result'],
  ['3', 'States and transitions'],
  ['4.1', 'Consent'],
  ['4.2', 'Entity search'],
  ['4.3', 'Institution attestation'],
  ['4.4', 'Policies'],
  ['4.5', 'Product query: KYB certificate'],
  ['4.6', 'Other operations'],
  ['4.7', 'Template endpoints'],
  ['5', 'Authentication'],
  ['7.2', 'Codes'],
  ['7.3', 'Statuses'],
  ['7.4', 'Short shape and 422'],
  ['7.5', 'Domain errors that are stated'],
  ['8', 'Limits'],
  ['9', 'Versioning'],
  ['design 3', 'Request path'],
  ['design 5', 'Identity'],
  ['design 6', 'Consent'],
  ['design 7', 'Products, policies, attestations, networks'],
  ['design 8', 'Furnishing'],
  ['design 9', 'Queries'],
  ['design 11', 'Errors and edges'],
  ['decision 0033', 'Doing it twice'],
  ['decision 0079', 'Dry runs'],
  ['decision 0109', 'Signed answers'],
  ['decision 0110', 'Notices'],
  ['decision 0124', 'Clients of an institution'],
]);

/** Every row of the kit. */
export const ROWS: readonly Row[] = [
  ...versioningRows,
  // First, because every later answer would be reviewed, too.
  ...noticeRows,
  ...openApiRows,
  ...authenticationRows,
  ...errorRows,
  ...identityConflictRows,
  ...separationRows,
  ...httpHeaderRows,
  ...networkRows,
  ...productRows,
  ...recordingRows,
  ...CONSENT_KINDS.flatMap((kind) => [
    ...readingRows(kind),
    ...updatingRows(kind),
    ...endingRows(kind),
  ]),
  ...searchRows,
  ...searchResultRows,
  ...attestationRows,
  ...queryingPolicyRows,
  ...queryingConfigurationRows,
  ...queryingDraftRows,
  ...queryingTestRows,
  ...queryingComparisonRows,
  ...furnishingPolicyRows,
  ...furnishingDraftRows,
  ...furnishingSimulationRows,
  ...productFurnishRows,
  ...recordEndRows,
  ...disputeRows,
  ...kybQueryRows,
  ...kybResultRows,
  ...kybChoosingRows,
  ...kybConsentRows,
  ...kybPolicyRows,
  ...certificateRows,
  ...coverageCheckRows,
  ...FURNISHES.flatMap(furnishRows),
  ...QUERIES.flatMap(templateQueryRows),
  ...combiningRows,
  ...oneStatementRows,
  ...templateCoverageRows,
  ...templateConsentRows,
  ...templatePolicyRows,
  ...attestedRows,
  ...consentInTimeRows,
  ...furnishingInForceRows,
  ...kybEventRows,
  ...queryEventRows,
  ...simulationRows,
  ...furnishedValueRows,
  ...limitRows,
  ...badInputRows,
  ...lookingAroundRows,
  ...idempotencyRows,
  ...dryRunRows,
  ...signedAnswerRows,
  ...clientRows,
];
