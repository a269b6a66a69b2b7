import { OPERATIONS, type PublicOperation } from '@ndx/api';
import { expect, test } from '@jest/globals';
import { linksOf } from './links.js';

const PUBLIC = OPERATIONS.filter(
  (operation): operation is PublicOperation => operation.visibility === 'public',
);

function parametersOf(id: string, status: 200 | 204 = 200): unknown {
  const operation = PUBLIC.find((each) => each.id === id);
  if (operation === undefined) throw new Error(`no operation ${id}`);
  const links = linksOf(operation, PUBLIC)[status] ?? {};
  return Object.fromEntries(
    Object.entries(links).map(([name, link]) => [
      name,
      (link as { readonly parameters: unknown }).parameters,
    ]),
  );
}

const REFERENCE = { query_event_id: '$response.header.X-Ref-Id' };
const QUERY_EVENT = {
  listAnswerDocuments: REFERENCE,
  readQueryEvent: REFERENCE,
  explainQuery: REFERENCE,
  readEvidence: REFERENCE,
  readRelianceFile: REFERENCE,
};

test('a created resource has links to its reads, with the parameters that they require', () => {
  const consent_id = '$response.body#/consent_id';
  expect(parametersOf('recordConsumerConsent')).toEqual({
    readConsumerConsent: { consent_id, network_id: '$request.body#/network_id' },
    readHistoryOfConsumerConsent: { consent_id },
    listAuditEntriesOfConsumerConsent: { consent_id, network_id: '$request.body#/network_id' },
    exportReceiptOfConsumerConsent: { consent_id, network_id: '$request.body#/network_id' },
  });
  expect(parametersOf('createAttestation')).toEqual({
    readAttestation: { attestation_id: '$response.body#/id' },
  });
  expect(parametersOf('registerInstitution')).toEqual({
    listAccounts: {
      network_id: '$request.path.network_id',
      entity_id: '$response.body#/entity_id',
    },
  });
});

test('a query has links to its explanation by its X-Ref-Id, also without a result', () => {
  expect(parametersOf('queryKybCertificate')).toEqual({
    readKybCertificate: { certificate_id: '$response.body#/certificate_id' },
    ...QUERY_EVENT,
  });
  expect(parametersOf('queryKybCertificate', 204)).toEqual(QUERY_EVENT);
  expect(parametersOf('queryTotalConsumerAssets', 204)).toEqual(QUERY_EVENT);
});

test('a submission has a link to its records', () => {
  expect(parametersOf('furnishKybCertificate')).toEqual({
    listSubmittedRecords: { submission_id: '$response.body#/submission_id' },
  });
});

test('an operation that creates nothing has no link', () => {
  expect(parametersOf('checkCoverage')).toEqual({});
  expect(parametersOf('readNetwork')).toEqual({});
});
