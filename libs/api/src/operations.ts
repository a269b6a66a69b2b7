import type { Operation } from './operation/operation.js';
import * as attestation from './operations/attestation.js';
import * as auditLog from './operations/audit-log.js';
import * as publicLog from './operations/public-log.js';
import { CONSENT_OPERATIONS } from './operations/consent.js';
import * as coverageCheck from './operations/coverage-check.js';
import * as disputes from './operations/disputes.js';
import { countAnswersByFurnishers } from './operations/answer-counts.js';
import * as answerDocuments from './operations/answer-documents.js';
import * as documents from './operations/documents.js';
import { listDailyQueryCounts } from './operations/daily-query-counts.js';
import { entityOperations } from './operations/entity.js';
import { countFurnishedValues } from './operations/furnished-values.js';
import { FURNISHING_POLICY_OPERATIONS } from './operations/furnishing-policies.js';
import { compareFurnishingPolicy } from './operations/furnishing-policy-comparison.js';
import { simulateFurnishingPolicy } from './operations/furnishing-policy-simulation.js';
import { FURNISHING_POLICY_DRAFT_OPERATIONS } from './operations/furnishing-policy-drafts.js';
import * as internalAccounts from './operations/internal-accounts.js';
import * as internalReadModels from './operations/internal-read-models.js';
import * as internalEvents from './operations/internal-events.js';
import * as internalIdentities from './operations/internal-identities.js';
import * as internalMembers from './operations/internal-members.js';
import { readDisputeStatements } from './operations/internal-disputes.js';
import { describeDocuments, readDocumentPart } from './operations/internal-documents.js';
import * as internalNetworks from './operations/internal-networks.js';
import { findStandingRecords, readFurnishedRecords } from './operations/internal-records.js';
import * as internalSeparations from './operations/internal-separations.js';
import { findNewestSimulation } from './operations/internal-simulations.js';
import * as kybCertificate from './operations/kyb-certificate.js';
import * as logs from './operations/logs.js';
import * as noticeDeliveries from './operations/notice-deliveries.js';
import * as noticeEndpoints from './operations/notice-endpoints.js';
import { countNotices, listNotices, readNotice } from './operations/notices.js';
import { productFurnishes } from './operations/product-furnish.js';
import { listProducts } from './operations/products.js';
import { countQueryEvents } from './operations/query-event-count.js';
import * as queryEvents from './operations/query-events.js';
import * as queryEvidence from './operations/query-evidence.js';
import * as queryExplanation from './operations/query-explanation.js';
import { readQueryIndex, readRecordUseIndex } from './operations/query-index.js';
import * as queryReplay from './operations/query-replay.js';
import * as savedPolicyTest from './operations/saved-policy-test.js';
import { QUERYING_POLICY_OPERATIONS } from './operations/querying-policies.js';
import { POLICY_DRAFT_OPERATIONS } from './operations/policy-drafts.js';
import { compareQueryingPolicy } from './operations/querying-policy-comparison.js';
import { QUERYING_POLICY_DRAFT_OPERATIONS } from './operations/querying-policy-drafts.js';
import { QUERYING_POLICY_TEST_OPERATIONS } from './operations/querying-policy-tests.js';
import * as recordUses from './operations/record-uses.js';
import * as records from './operations/records.js';
import * as relianceFile from './operations/reliance-file.js';
import { readRequestTrace } from './operations/request-traces.js';
import { SERVICE_OPERATIONS } from './operations/services.js';
import { listSigningKeys, readSigningKeys } from './operations/signing-keys.js';
import * as simulations from './operations/simulations.js';
import * as status from './operations/status.js';
import * as submissions from './operations/submissions.js';
import { templateFurnishes } from './operations/template-furnish.js';
import { templateQueries } from './operations/template-query.js';

/** Every operation, in the order of the OpenAPI document. Only these are served. */
export const OPERATIONS: readonly Operation[] = [
  ...Object.values(status),
  readSigningKeys,
  ...entityOperations,
  ...CONSENT_OPERATIONS,
  listProducts,
  ...QUERYING_POLICY_OPERATIONS,
  ...QUERYING_POLICY_DRAFT_OPERATIONS,
  ...QUERYING_POLICY_TEST_OPERATIONS,
  compareQueryingPolicy,
  ...FURNISHING_POLICY_OPERATIONS,
  compareFurnishingPolicy,
  simulateFurnishingPolicy,
  ...FURNISHING_POLICY_DRAFT_OPERATIONS,
  ...POLICY_DRAFT_OPERATIONS,
  ...Object.values(attestation),
  ...productFurnishes.map(({ operation }) => operation),
  ...templateFurnishes.map(({ operation }) => operation),
  ...Object.values(submissions),
  ...Object.values(records),
  ...Object.values(disputes),
  ...Object.values(documents),
  ...Object.values(answerDocuments),
  ...Object.values(kybCertificate),
  ...Object.values(coverageCheck),
  ...Object.values(queryEvents),
  countQueryEvents,
  listDailyQueryCounts,
  countAnswersByFurnishers,
  readQueryIndex,
  readRecordUseIndex,
  ...Object.values(queryEvidence),
  ...Object.values(relianceFile),
  ...Object.values(queryExplanation),
  ...Object.values(queryReplay),
  ...Object.values(savedPolicyTest),
  ...Object.values(simulations),
  countFurnishedValues,
  ...Object.values(noticeEndpoints),
  listNotices,
  countNotices,
  readNotice,
  ...Object.values(noticeDeliveries),
  ...Object.values(recordUses),
  ...templateQueries.map(({ operation }) => operation),
  ...Object.values(auditLog),
  ...Object.values(publicLog),
  ...SERVICE_OPERATIONS,
  readRequestTrace,
  ...Object.values(logs),
  ...Object.values(internalAccounts),
  ...Object.values(internalIdentities),
  ...Object.values(internalMembers),
  ...Object.values(internalNetworks),
  readFurnishedRecords,
  findStandingRecords,
  readDisputeStatements,
  describeDocuments,
  readDocumentPart,
  ...Object.values(internalSeparations),
  findNewestSimulation,
  ...Object.values(internalEvents),
  ...Object.values(internalReadModels),
  listSigningKeys,
];
