import { randomUUID } from 'node:crypto';
import * as api from '@ndx/api';
import { DEMO_NETWORK, FIRST_BANK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { OwnLists } from '../fill/own-lists.js';
import { listCase, type ListCase, type ListCases } from './list-case.js';
import type { FilledQueries } from './query-list-cases.js';

const DAY_MS = 86_400_000;
const NEWEST = { order: 'newest_first' };
const NETWORK = { network_id: DEMO_NETWORK.id };
const NEWEST_OF_NETWORK = { ...NETWORK, ...NEWEST };

/** Every other list with a case. */
export function otherListCases(filled: FilledQueries & OwnLists): ListCases {
  return {
    ...auditCases(filled),
    ...identityCases(),
    ...consentCases(filled),
    ...furnishingCases(filled),
    ...noticeCases(filled),
    ...policyCases(filled),
  };
}

function auditCases({ day }: FilledQueries) {
  const log = { ...NETWORK, service: 'product-query' };
  const entries = (filter = {}) => listCase(api.listAuditLogEntries, OPERATOR, filter, log);
  return {
    'audit entries': entries(),
    'audit entries about a resource': entries({ subject: randomUUID() }),
    'audit entries of an account': entries({ account_id: randomUUID() }),
    'audit entries related to an institution': entries({ related_id: QUERYING_BANK.entityId }),
    'audit entries related to an unknown institution': entries({ related_id: randomUUID() }),
    'audit entries of a day': entries(day),
  };
}

function identityCases() {
  return {
    businesses: listCase(api.searchBusinesses, QUERYING_BANK, NETWORK),
    'count of businesses': listCase(api.countBusinesses, QUERYING_BANK, NETWORK),
    consumers: listCase(api.searchConsumers, QUERYING_BANK, NETWORK),
    'count of consumers': listCase(api.countConsumers, QUERYING_BANK, NETWORK),
    'identity conflicts': listCase(api.listIdentityConflicts, OPERATOR, {}, NETWORK),
    'count of open identity conflicts': listCase(
      api.countIdentityConflicts,
      OPERATOR,
      { status: 'open' },
      NETWORK,
    ),
    participants: listCase(api.listParticipants, OPERATOR, {}, NETWORK),
  };
}

function consentCases({ businessId, day }: FilledQueries) {
  const operations = api.consentOperationsOf.business;
  const consents = (filter = {}) =>
    listCase(operations.list, QUERYING_BANK, { ...NEWEST_OF_NETWORK, ...filter });
  const count = (filter = {}) =>
    listCase(operations.count, QUERYING_BANK, { ...NETWORK, ...filter });
  const soon = new Date(Date.now() + 30 * DAY_MS).toISOString();
  return {
    consents: consents(),
    'consents of a subject': consents({ subject_id: businessId }),
    'consents that end soon': consents({ expires_before: soon }),
    'consents with a rare status': consents({ status: 'revoked' }),
    'expired consents': consents({ status: 'expired' }),
    'consents of a day': consents(day),
    'count of consents': count(),
    'count of consents with a rare status': count({ status: 'revoked' }),
    'count of consents of a day': count(day),
  };
}

function furnishingCases({ businessId, day, submissionId }: FilledQueries & OwnLists) {
  const own = (operation: ListCase['operation'], filter = {}) =>
    listCase(operation, FIRST_BANK, filter);
  const { listSubmissions, countSubmissions, listDisputes } = api;
  const ofSubject = { ...NETWORK, subject_id: businessId };
  const submission = { submission_id: submissionId };
  const otherDataset = { dataset: 'total_consumer_assets' };
  return {
    submissions: own(listSubmissions, NEWEST),
    'submissions of another result': own(listSubmissions, { ...NEWEST, accepted: 'none' }),
    'submissions of another data set': own(listSubmissions, { ...NEWEST, ...otherDataset }),
    'count of submissions': own(countSubmissions),
    'count of submissions of another result': own(countSubmissions, { accepted: 'none' }),
    'count of submissions of another data set': own(countSubmissions, otherDataset),
    'records of a submission': listCase(api.listSubmittedRecords, FIRST_BANK, {}, submission),
    'records of a subject': own(api.listRecords, ofSubject),
    'count of records of a subject': own(api.countRecords, ofSubject),
    records: own(api.listRecords, NETWORK),
    'records that are furnished': own(api.listRecords, { ...NETWORK, state: 'furnished' }),
    'records with a rare state': own(api.listRecords, { ...NETWORK, state: 'withdrawn' }),
    'corrected records': own(api.listRecords, { ...NETWORK, state: 'corrected' }),
    'records of a day': own(api.listRecords, { ...NETWORK, ...day }),
    'count of records': own(api.countRecords, NETWORK),
    'count of records that are furnished': own(api.countRecords, {
      ...NETWORK,
      state: 'furnished',
    }),
    'count of records with a rare state': own(api.countRecords, { ...NETWORK, state: 'withdrawn' }),
    attestations: own(api.listAttestations, NEWEST),
    'count of attestations': own(api.countAttestations),
    disputes: own(listDisputes),
    'disputes, newest first': own(listDisputes, NEWEST),
    'decided disputes': own(listDisputes, { ...NEWEST, state: 'decided' }),
    'overdue disputes': own(listDisputes, { overdue: 'true' }),
    'count of disputes': own(api.countDisputes),
    'count of overdue disputes': own(api.countDisputes, { overdue: 'true' }),
    documents: own(api.listDocuments, NEWEST),
  };
}

function noticeCases({ businessId, day, endpointId }: FilledQueries & OwnLists) {
  const own = (operation: ListCase['operation'], filter = {}) =>
    listCase(operation, QUERYING_BANK, filter);
  const notices = (filter = {}) => own(api.listNotices, { ...NEWEST, ...filter });
  const ofDay = { since: day.from, to: day.to };
  const endpoint = { endpoint_id: endpointId };
  const deliveries = (filter = {}) =>
    listCase(api.listNoticeDeliveries, QUERYING_BANK, { ...NEWEST, ...filter }, endpoint);
  const count = (filter = {}) =>
    listCase(api.countNoticeDeliveries, QUERYING_BANK, filter, endpoint);
  return {
    certificates: own(api.listKybCertificates),
    notices: notices(),
    'notices about a subject': notices({ subject_id: businessId }),
    'notices about a subject without any': notices({ subject_id: randomUUID() }),
    'notices of another kind': notices({ kind: 'separated' }),
    'notices of a day': notices(ofDay),
    'count of notices': own(api.countNotices),
    'count of notices of a day': own(api.countNotices, ofDay),
    'deliveries of notices': deliveries(),
    'deliveries of notices in another state': deliveries({ state: 'parked' }),
    'count of deliveries of notices': count(),
    'count of deliveries of notices in another state': count({ state: 'parked' }),
  };
}

function policyCases({ simulationId }: OwnLists) {
  const simulation = { simulation_id: simulationId };
  const changed = (filter = {}) => listCase(api.listSimulatedQueries, OPERATOR, filter, simulation);
  return {
    simulations: listCase(api.listSimulations, OPERATOR, NEWEST_OF_NETWORK),
    'changed queries of a simulation': changed(),
    'changed queries of another section': changed({ model_name: 'none' }),
    'drafts of policies': listCase(api.listPolicyDrafts, OPERATOR, NETWORK),
  };
}
