import { OPERATIONS, type PublicOperation } from '@ndx/api';
import { expect, test } from '@jest/globals';
import { otherListCases } from './other-list-cases.js';
import { queryListCases } from './query-list-cases.js';

const FILLED = {
  businessId: '',
  day: { from: '', to: '' },
  submissionId: '',
  simulationId: '',
  endpointId: '',
};

const MEASURED = new Set(
  Object.values({ ...queryListCases(FILLED), ...otherListCases(FILLED) }).map(
    ({ operation }) => operation.id,
  ),
);

const FEW = 'a person creates each item';

/** The lists that are not measured, and why. */
const UNMEASURED: Readonly<Record<string, string>> = {
  listNetworks: FEW,
  listMemberships: FEW,
  listInstitutions: FEW,
  listAccounts: FEW,
  listInvitations: FEW,
  listClients: FEW,
  listSeparations: FEW,
  listProducts: 'the catalogue has few',
  listQueryingPolicies: FEW,
  listFurnishingPolicies: FEW,
  listNoticeEndpoints: FEW,
  listConsumerConsents: 'as listBusinessConsents',
  countConsumerConsents: 'as countBusinessConsents',
  readHistoryOfConsumerConsent: FEW,
  readHistoryOfBusinessConsent: FEW,
  listParkedEvents: 'a network without faults has none',
  listServiceLogs: 'the store of log lines keeps few',
  verifyAuditLog: 'checks entries, and lists none',
};

/** A page, an array or a count. */
function isList({ method, answer }: PublicOperation): boolean {
  const { type, properties = {} } = answer as {
    readonly type?: unknown;
    readonly properties?: object;
  };
  const isPage = 'next_cursor' in properties || 'is_complete' in properties;
  return method === 'GET' && (isPage || type === 'array');
}

test('each list is measured, or there is a reason', () => {
  const found = OPERATIONS.filter((operation) => operation.visibility === 'public')
    .filter(isList)
    .map(({ id }) => id);
  expect(found.filter((id) => !MEASURED.has(id)).sort()).toEqual(Object.keys(UNMEASURED).sort());
});
