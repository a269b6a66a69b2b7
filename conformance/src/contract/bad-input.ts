import { randomUUID } from 'node:crypto';
import { listIn, memberOf } from '../http/answer.js';
import { del, get, post, withQuery, type Request } from '../http/request.js';
import type { Kit } from '../kit/kit.js';
import { businessIdentity, consentIdentity } from '../kit/subjects.js';
import { cases, type Case } from '../run/cases.js';
import { envelope, ok, shapeError, that, type Expectation, type Values } from '../run/expect.js';
import type { Row } from '../run/row.js';
import { record } from '../shape/shape.js';
import { pathOf, recordRequest } from './consent/records.js';
import { furnishRequest as kybFurnishRequest, kybQuery } from './kyb/business.js';
import { aSubject, furnishRequest, queryRequest } from './templates/requests.js';
import {
  totalConsumerLiabilitiesFurnish,
  totalConsumerLiabilitiesQuery,
} from './templates/total-consumer-liabilities.js';

const NO_UUID = 'no-uuid';

/** Every path with an id in it, up to that id. */
const IDS: readonly (readonly [path: string, name: string])[] = [
  ['/v1/institution-attestation', 'attestation_id'],
  ['/v1/networks/policies/querying', 'policy_id'],
  ['/v1/products/kyb_certificate/certificates', 'certificate_id'],
  ['/v1/networks', 'network_id'],
];

/** Subjects that cannot exist, as templates and consents name them. */
const IMPLAUSIBLE: readonly (readonly [what: string, field: string, value: unknown])[] = [
  ['a date of birth that has not come', 'date_of_birth', '2999-01-01T00:00:00Z'],
  ['a date of birth before 1900', 'date_of_birth', '1899-12-31T00:00:00Z'],
  ['a name with a bidirectional character', 'last_name', 'Ex\u202eample'],
  ['a social security number of area 666', 'social_security_number', 666_123_456],
  ['a social security number of area 900', 'social_security_number', 900_123_456],
  ['a social security number of group 00', 'social_security_number', 123_004_567],
  ['an email that is none', 'personal_email', 'none'],
];

const REGISTRATION = 'business_registration_identifier_from_jurisdiction_of_formation';

/** What a spreadsheet makes of the identity of a business. */
const DAMAGED: readonly (readonly [what: string, field: string, value: string])[] = [
  ['a registration that a spreadsheet shortened', REGISTRATION, '1.23E+07'],
  ['a legal name that is the error of a cell', 'business_legal_name', '#N/A'],
];

/** One rule for each kind of invalid input, wherever it is sent (design 5, 11). */
export const badInputRows: readonly Row[] = [
  ...cases('design 11', [
    ...IDS.map(([path, name]): Case => ({
      says: `GET ${path}/{${name}} with an id that is no uuid is a 422`,
      request: () => get(`${path}/${NO_UUID}`),
      expect: shapeError(`path -> ${name}`),
    })),
    ...DAMAGED.map(([what, field, value]): Case => ({
      says: `${what} is a 422 in a consent`,
      request: (kit) =>
        recordRequest(kit, 'business', {
          business_consent_identity: businessIdentity({ [field]: value }),
        }),
      expect: shapeError(`body -> business_consent_identity -> ${field}`),
    })),
    {
      says: 'a grant_id that is no uuid is a 422',
      request: async (kit) => del(`${await pathOf(kit, 'business')}/grants/${NO_UUID}`),
      expect: shapeError('path -> grant_id'),
    },
    {
      says: 'a consent_id that is no uuid is a 404: it is any string',
      request: (kit) =>
        get(withQuery(`/v1/consent/consumer/${NO_UUID}`, { network_id: kit.networkId })),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
    {
      says: 'a fault in a list names its index',
      request: (kit) => kybQuery(kit, { business_id: randomUUID() }, [kit.networkId, NO_UUID]),
      expect: shapeError('body -> network_ids -> 1'),
    },
    ...foreignNetwork(),
  ]),
  ...cases(
    'design 5',
    IMPLAUSIBLE.flatMap(([what, field, value]) => implausible(what, field, value)),
  ),
  ...cases('design 8', [
    {
      says: 'a debt below zero is a 422',
      request: (kit) => {
        const contract = totalConsumerLiabilitiesFurnish;
        const debt = 'aggregated_credit_accounts_outstanding_medical_debt';
        return furnishRequest(contract, kit, aSubject(contract), { ...contract.data, [debt]: -1 });
      },
      expect: shapeError('body -> aggregated_credit_accounts_outstanding_medical_debt'),
    },
    {
      says: 'a batch of only invalid records is a 200 without success, with a reason for each',
      request: (kit) =>
        kybFurnishRequest(kit, [{}, { business_identity: businessIdentity(), no_section: {} }]),
      expect: (answer) => {
        ok(record('success: boolean  submission_id: uuid  results: object[]'), { success: false })(
          answer,
        );
        that('two refusals, each with its reason', ({ body }) => {
          const results = listIn(body, 'results');
          return (
            results.length === 2 &&
            results.every(
              (one) => memberOf(one, 'accepted') === false && listIn(one, 'errors').length > 0,
            )
          );
        })(answer);
      },
    },
  ]),
];

/**
 * Requests for a network to which the caller does not belong are denied, known or not (contract 5).
 */
function foreignNetwork(): readonly Case[] {
  const network_id = randomUUID();
  const requests: Readonly<Record<string, (kit: Kit) => Request>> = {
    'GET /v1/networks/policies/querying': () =>
      get(withQuery('/v1/networks/policies/querying', { network_id })),
    'GET /v1/networks/policies/furnishing': () =>
      get(withQuery('/v1/networks/policies/furnishing', { network_id })),
    'POST /v1/consent/consumer': (kit) => recordRequest(kit, 'consumer', { network_id }),
    'POST /v1/consent/business': (kit) => recordRequest(kit, 'business', { network_id }),
    'POST /v1/products/kyb_certificate/furnish': () =>
      post('/v1/products/kyb_certificate/furnish', { network_id, records: [{}] }),
    'GET /v1/entities/consumer/search': () =>
      get(withQuery('/v1/entities/consumer/search', { network_id })),
  };
  return Object.entries(requests).map(([name, request]) => ({
    says: `${name} in a network to which the caller does not belong is denied`,
    request,
    expect: envelope('PERMISSION_DENIED'),
  }));
}

function implausible(what: string, field: string, value: unknown): readonly Case[] {
  const subject = (): Values => ({
    ...aSubject(totalConsumerLiabilitiesFurnish),
    [field]: value,
  });
  const refused: Expectation = shapeError(`body -> ${field}`);
  return [
    {
      says: `${what} is a 422 where a template is furnished`,
      request: (kit) => {
        const contract = totalConsumerLiabilitiesFurnish;
        return furnishRequest(contract, kit, subject(), contract.data);
      },
      expect: refused,
    },
    {
      says: `${what} is a 422 where a template is queried`,
      request: (kit) => queryRequest(totalConsumerLiabilitiesQuery, kit.networkId, subject()),
      expect: refused,
    },
    {
      says: `${what} is a 422 where a consent is recorded`,
      request: (kit) =>
        recordRequest(kit, 'consumer', {
          consumer_consent_identity: consentIdentity({ [field]: String(value) }),
        }),
      expect: shapeError(`body -> consumer_consent_identity -> ${field}`),
    },
  ];
}
