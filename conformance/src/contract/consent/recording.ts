import { randomUUID } from 'node:crypto';
import { textIn } from '../../http/answer.js';
import { get, withQuery } from '../../http/request.js';
import type { Kit } from '../../kit/kit.js';
import { businessIdentity, consentIdentity } from '../../kit/subjects.js';
import { cases } from '../../run/cases.js';
import { all, envelope, ok, that } from '../../run/expect.js';
import type { Row } from '../../run/row.js';
import { bodyRows } from '../../shape/body-rows.js';
import { fields, type Field } from '../../shape/fields.js';
import { record } from '../../shape/shape.js';
import { aConsent, CONSENT, TERMS, recordRequest, type ConsentKind } from './records.js';

interface Creation {
  readonly kind: ConsentKind;
  readonly section: string;
  readonly input: readonly Field[];
  readonly identity: readonly Field[];
}

const CREATIONS: readonly Creation[] = [
  {
    kind: 'consumer',
    section: '4.1',
    input: fields(`
      network_id: uuid
      did_gather_consent_from_consumer_prior: boolean
      consumer_consent_identity: object
      consumer_id?: uuid | open
    `),
    identity: fields(`
      date_of_birth: date-time
      first_name last_name personal_email phone_number social_security_number: string
    `),
  },
  {
    kind: 'business',
    section: 'design 6',
    input: fields(`
      did_gather_consent_from_business_prior: boolean
      business_consent_identity: object
      network_id? business_id?: uuid | open
    `),
    identity: fields(`
      business_legal_name business_jurisdiction_of_formation: string
      business_dba_name? business_tax_identifier_type? business_tax_identifier_value?
      business_website_url?: string | open
    `),
  },
];

const REGISTRATION = 'business_registration_identifier_from_jurisdiction_of_formation';

const JURISDICTION = 'business_jurisdiction_of_formation';

const UNMISTAKABLE = {
  consumer: () => consentIdentity({ last_name: 'Unmistakable' }),
  business: () => businessIdentity({ business_legal_name: 'Unmistakable LLC' }),
};

/** `POST /v1/consent/consumer` and `POST /v1/consent/business` (contract 4.1, design 6). */
export const recordingRows: readonly Row[] = [
  ...CREATIONS.flatMap(creationRows),
  ...cases('4.1', [
    {
      says: 'a consumer consent that links an unknown consumer is a 404',
      request: (kit) => recordRequest(kit, 'consumer', { consumer_id: randomUUID() }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
    {
      says: 'a consumer consent may link a consumer whom the network knows',
      request: async (kit) => {
        const consumer_consent_identity = consentIdentity();
        await aConsent(kit, 'consumer', { consumer_consent_identity });
        const { social_security_number } = consumer_consent_identity;
        const query = { network_id: kit.networkId, social_security_number };
        const found = await kit.send(get(withQuery('/v1/entities/consumer/search', query)));
        const consumer_id = textIn(found.body, 0, 'id');
        return recordRequest(kit, 'consumer', { consumer_consent_identity, consumer_id });
      },
      expect: ok(CONSENT),
    },
  ]),
  ...cases('design 6', [
    {
      says: 'a business consent gives the record with the business_id',
      request: (kit) => recordRequest(kit, 'business'),
      expect: ok(record('business_id: uuid')),
    },
    {
      says: 'a jurisdiction is the same by its code, its bare code and its name',
      request: async (kit) => {
        const identity = businessIdentity({ business_tax_identifier_value: undefined });
        const recorded = await kit.send(
          recordRequest(kit, 'business', {
            business_consent_identity: { ...identity, [JURISDICTION]: 'Delaware' },
          }),
        );
        const business_id = textIn(recorded.body, 'business_id');
        const bare = { ...identity, [JURISDICTION]: 'DE' };
        return recordRequest(kit, 'business', { business_consent_identity: bare, business_id });
      },
      expect: ok(CONSENT),
    },
    {
      says: 'a jurisdiction that ISO 3166 does not list is a 400',
      request: (kit) =>
        recordRequest(kit, 'business', {
          business_consent_identity: businessIdentity({ [JURISDICTION]: 'Atlantis' }),
        }),
      expect: envelope('VALIDATION_ERROR'),
    },
    {
      says: `POST /v1/consent/business needs ${REGISTRATION}`,
      request: (kit) =>
        recordRequest(kit, 'business', {
          business_consent_identity: businessIdentity({ [REGISTRATION]: undefined }),
        }),
      expect: that(
        'a 422 that names the field',
        ({ status, body }) => status === 422 && textIn(body, 'detail').includes(REGISTRATION),
      ),
    },
  ]),
];

function creationRows({ kind, section, input, identity }: Creation): readonly Row[] {
  const name = `POST /v1/consent/${kind}`;
  const request = (kit: Kit) => recordRequest(kit, kind);
  const flag = `did_gather_consent_from_${kind}_prior`;
  return [
    ...bodyRows({ section, name, fields: [...input, ...TERMS], request }),
    ...bodyRows({ section, name, at: [`${kind}_consent_identity`], fields: identity, request }),
    ...cases('2.1', [{ says: `${name} gives the consent record`, request, expect: ok(CONSENT) }]),
    ...cases('7.5', [
      {
        says: `${name} is a 400 when prior consent gathering is not affirmed`,
        request: (kit) => recordRequest(kit, kind, { [flag]: false }),
        expect: envelope('VALIDATION_ERROR'),
      },
    ]),
    ...cases('design 6', [
      {
        says: `${name} gives a consent to everything, for 12 months, by default`,
        request,
        expect: all(
          ok(CONSENT, { scope: '*', consented_fields: '*' }),
          that('expires_at 12 months after created_at', ({ body }) =>
            isYearLater(textIn(body, 'created_at'), textIn(body, 'expires_at')),
          ),
          that('one grant, to every furnisher', ({ body }) => {
            const { field_access_grants: grants } = body as { field_access_grants: object[] };
            return (
              grants.length === 1 && Reflect.get(grants[0] ?? {}, 'furnishing_entity_id') === '*'
            );
          }),
        ),
      },
      {
        says: `${name} accepts scope, expires_at and consented_fields`,
        request: (kit) =>
          recordRequest(kit, kind, {
            scope: 'kyb_certificate',
            expires_at: '2099-01-01T00:00:00.000Z',
            consented_fields: 'business_identity_verification.*',
          }),
        expect: ok(CONSENT, {
          scope: 'kyb_certificate',
          expires_at: '2099-01-01T00:00:00.000Z',
          consented_fields: 'business_identity_verification.*',
        }),
      },
      {
        says: `${name} with a scope that the catalogue does not know is a 400`,
        request: (kit) => recordRequest(kit, kind, { scope: 'no_such_product' }),
        expect: envelope('VALIDATION_ERROR'),
      },
      {
        says: `${name} with a field that the catalogue does not know is a 400`,
        request: (kit) => recordRequest(kit, kind, { consented_fields: 'no_such.field' }),
        expect: envelope('VALIDATION_ERROR'),
      },
      {
        says: `${name} in a network where the caller does not query is denied`,
        request: (kit) => recordRequest(kit, kind, { network_id: randomUUID() }),
        expect: envelope('PERMISSION_DENIED'),
      },
      {
        says: `${name} in a network to which the institution does not belong is denied`,
        needs: ['other'],
        request: (kit) => ({ ...recordRequest(kit, kind), as: 'other' }),
        expect: envelope('PERMISSION_DENIED'),
      },
      {
        says: `${name} never answers the identity`,
        request: (kit) =>
          recordRequest(kit, kind, { [`${kind}_consent_identity`]: UNMISTAKABLE[kind]() }),
        expect: all(
          ok(CONSENT),
          that('no identity', ({ text }) => !text.includes('Unmistakable')),
        ),
      },
    ]),
  ];
}

/** The same day and time of the next year; of 29 February, 28 February or 1 March. */
export function isYearLater(from: string, to: string): boolean {
  const later = new Date(from);
  later.setUTCFullYear(later.getUTCFullYear() + 1);
  const end = Date.parse(to);
  if (end === later.getTime()) return true;
  const isLeapDay = later.getUTCDate() !== new Date(from).getUTCDate();
  return isLeapDay && end === later.getTime() - 86_400_000;
}
