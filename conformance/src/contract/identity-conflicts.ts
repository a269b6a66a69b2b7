import { randomUUID } from 'node:crypto';
import { listIn, textIn } from '../http/answer.js';
import { get, post, withQuery } from '../http/request.js';
import type { Kit } from '../kit/kit.js';
import { aConsumer, businessIdentity, consentIdentity } from '../kit/subjects.js';
import { cases } from '../run/cases.js';
import { all, envelope, noResult, ok, that, type Values } from '../run/expect.js';
import type { Row } from '../run/row.js';
import { record } from '../shape/shape.js';
import { recordRequest } from './consent/records.js';
import { consentOf, knownBusiness, kybQuery } from './kyb/business.js';

const CONFLICT = record(`
  conflict_id network_id: uuid  kind subject_type status: string  subjects: object[]  opened_at: date-time
`);

const conflicts = (kit: Kit) => `/v1/networks/${kit.networkId}/identity-conflicts`;

/** Two people with one SSN; the id of the second one's conflict. */
async function aConflict(kit: Kit): Promise<string> {
  const identity = consentIdentity({}, aConsumer());
  const stranger = {
    ...identity,
    last_name: `Stranger ${randomUUID()}`,
    date_of_birth: '1955-05-05T00:00:00Z',
  };
  for (const consumer_consent_identity of [identity, stranger]) {
    await kit.send(recordRequest(kit, 'consumer', { consumer_consent_identity }));
  }
  const found = await kit.send(
    get(
      withQuery('/v1/entities/consumer/search', {
        network_id: kit.networkId,
        last_name: stranger.last_name,
      }),
    ),
  );
  return openConflictOf(kit, textIn(found.body, 0, 'id'));
}

/** One business that is stated with two EINs; the id of its conflict. */
async function anEinConflict(kit: Kit): Promise<string> {
  const identity = businessIdentity();
  const { business_tax_identifier_value } = businessIdentity();
  const record = async (business_consent_identity: Values) => {
    const { body } = await kit.done(recordRequest(kit, 'business', { business_consent_identity }));
    return textIn(body, 'business_id');
  };
  const id = await record(identity);
  await record({ ...identity, business_tax_identifier_value });
  return openConflictOf(kit, id);
}

async function openConflictOf(kit: Kit, subjectId: string): Promise<string> {
  const page = await kit.send(get(`${conflicts(kit)}?status=open`));
  const place = listIn(page.body, 'data').findIndex(
    (_, n) => textIn(page.body, 'data', n, 'subjects', 0, 'subject_id') === subjectId,
  );
  return textIn(page.body, 'data', place, 'conflict_id');
}

/** The claims of others that borrow one identifier of a known business. */
const BORROWED: Readonly<Record<string, (identity: Values) => Values>> = {
  'the EIN of a business opens nothing of it to another one': (identity) => ({
    ...businessIdentity(),
    business_legal_name: 'Shell Trading Inc',
    business_tax_identifier_value: identity['business_tax_identifier_value'],
  }),
  'the number of a registration opens nothing in another jurisdiction': (identity) => ({
    ...identity,
    business_jurisdiction_of_formation: 'US-NV',
  }),
};

/** Corroboration of identifiers, and the decisions of governors (design 5). */
export const identityConflictRows: readonly Row[] = cases('design 5', [
  ...Object.entries(BORROWED).map(([says, borrow]) => ({
    says,
    request: async (kit: Kit) => {
      const { identity } = await knownBusiness(kit);
      return kybQuery(kit, { consent_id: await consentOf(kit, borrow(identity)) });
    },
    expect: noResult,
  })),
  {
    says: 'another date of birth under a known SSN is another consumer, whatever else agrees',
    request: async (kit) => {
      const identity = consentIdentity({}, aConsumer());
      const other = { ...identity, date_of_birth: '1955-05-05T00:00:00Z' };
      await kit.done(recordRequest(kit, 'consumer', { consumer_consent_identity: identity }));
      await kit.done(recordRequest(kit, 'consumer', { consumer_consent_identity: other }));
      return get(
        withQuery('/v1/entities/consumer/search', {
          network_id: kit.networkId,
          social_security_number: identity.social_security_number,
        }),
      );
    },
    expect: that('two consumers', ({ body }) => listIn(body).length === 2),
  },
  {
    says: 'another person under a known SSN is another subject, and a conflict',
    request: async (kit) => get(`${conflicts(kit)}/${await aConflict(kit)}`),
    expect: all(
      ok(CONFLICT),
      that(
        'open, of two subjects',
        ({ body }) => textIn(body, 'status') === 'open' && listIn(body, 'subjects').length === 2,
      ),
    ),
  },
  {
    says: 'a governor keeps the subjects of a conflict apart',
    request: async (kit) => post(`${conflicts(kit)}/${await aConflict(kit)}/keep-apart`),
    expect: ok(CONFLICT, { status: 'kept_apart' }),
  },
  {
    says: 'another EIN under a known registration is the same business, and a conflict',
    request: async (kit) => get(`${conflicts(kit)}/${await anEinConflict(kit)}`),
    expect: all(
      ok(CONFLICT, { kind: 'ein_differs', status: 'open' }),
      that('of one business', ({ body }) => listIn(body, 'subjects').length === 1),
    ),
  },
  {
    says: 'a governor confirms that two EINs are of one business',
    request: async (kit) => post(`${conflicts(kit)}/${await anEinConflict(kit)}/confirm`),
    expect: ok(CONFLICT, { status: 'confirmed' }),
  },
  {
    says: 'an unknown conflict is a 404',
    request: (kit) => post(`${conflicts(kit)}/${randomUUID()}/keep-apart`),
    expect: envelope('RESOURCE_NOT_FOUND'),
  },
]);
