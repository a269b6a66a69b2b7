import {
  kybCertificate,
  nullable,
  optional,
  recordShape,
  relaxed,
  required,
  worded,
  type ObjectShape,
} from '@ndx/catalog';
import { EXCLUSIONS, PERMISSIBLE_PURPOSES, SIMULATED_OUTCOMES } from '@ndx/contracts';
import { partSchema, type Part } from './part.js';

/** The reason of a query without a result whose missing sections have no record. */
export const NO_RECORD = 'no_eligible_record';

/** The reasons of refusals that consents and the policy can cause. */
const REFUSALS = [
  'consent_required',
  'consent_out_of_scope',
  'consent_expired',
  'consent_revoked',
  'consent_not_found',
] as const;

/** The possible reasons by outcome. */
export const REASONS_BY_OUTCOME: Readonly<Record<string, readonly string[]>> = {
  issued: [],
  no_result: [...EXCLUSIONS, NO_RECORD],
  refused: REFUSALS,
};

const { members = {} } = recordShape(kybCertificate);

/** A furnished section, with the rules of `POST .../furnish`. */
const FURNISHED = Object.fromEntries(
  kybCertificate.models.flatMap(({ name }) => {
    const shape = members[name];
    return shape ? [[name, shape] as const] : [];
  }),
);

const IDENTITY: ObjectShape = {
  title: 'TestedIdentity',
  fields: relaxed(kybCertificate.identity),
};

const SECTION_NAMES = kybCertificate.models.map(({ name }) => name);

const RECORD: Part = {
  shape: {
    title: 'TestedRecord',
    fields: [
      ...worded(
        {
          furnishing_entity_id:
            'The furnishing institution: its id, as policies and grants name it.',
        },
        required('name', 'furnishing_entity_id'),
      ),
      ...worded({ furnished_at: 'When it was furnished.' }, required('date-time', 'furnished_at')),
      ...nullable('object', 'business_identity', ...SECTION_NAMES),
    ],
    members: { business_identity: IDENTITY, ...FURNISHED },
  },
};

const GRANT: Part = {
  shape: {
    title: 'TestedGrant',
    fields: [
      ...required('name', 'furnishing_entity_id'),
      ...required('string[]', 'field_definitions'),
      ...optional('date-time', 'effective_from'),
      ...nullable('date-time', 'effective_to'),
    ],
  },
};

const CONSENT: Part = {
  shape: {
    title: 'TestedConsent',
    fields: [
      ...worded(
        { consent_id: 'The name by which `query` can name it.' },
        optional('name', 'consent_id'),
      ),
      ...worded(
        { entity_id: 'The institution that recorded it; default: the querying one.' },
        optional('name', 'entity_id'),
      ),
      ...worded({ scope: 'Default: `*`.' }, optional('string', 'scope')),
      ...worded({ consented_fields: 'Default: `*`.' }, optional('string', 'consented_fields')),
      ...worded(
        { expires_at: 'Default: a year after the query.' },
        optional('date-time', 'expires_at'),
      ),
      ...nullable('date-time', 'revoked_at'),
      ...nullable('object', 'business_consent_identity'),
    ],
    members: { business_consent_identity: { ...IDENTITY, title: 'TestedConsentIdentity' } },
  },
  lists: { field_access_grants: GRANT },
};

const ATTESTATION: Part = {
  shape: {
    title: 'TestedAttestation',
    fields: [
      ...required('name', 'entity_id'),
      ...required('date-time', 'expires_at'),
      ...nullable('date-time', 'revoked_at'),
    ],
  },
};

const QUERY: ObjectShape = {
  title: 'TestedQuery',
  fields: [
    ...worded(
      { querying_entity_id: 'The querying institution.' },
      required('name', 'querying_entity_id'),
    ),
    ...worded({ product_slug: 'Templates are not supported.' }, required('string', 'product_slug')),
    ...optional('string', 'permissible_purpose'),
    ...worded(
      { consent_id: 'A consent of the test; absent: the newest one decides, if there is one.' },
      optional('name', 'consent_id'),
    ),
    ...worded(
      { furnishing_entity_ids: 'The furnishers that the query names; default: every one.' },
      optional('string[]', 'furnishing_entity_ids'),
    ),
  ],
};

const RESULT: ObjectShape = {
  title: 'TestedResult',
  fields: nullable('object', ...SECTION_NAMES),
  members: Object.fromEntries(
    kybCertificate.models.map(({ name, assertions, data }) => [
      name,
      {
        title: `Tested.${name}`,
        fields: [
          ...optional('name', 'furnishing_entity_id'),
          ...optional('object', 'assertions', 'data'),
        ],
        members: {
          assertions: { title: `Tested.${name}.assertions`, fields: relaxed(assertions) },
          data: { title: `Tested.${name}.data`, fields: relaxed(data) },
        },
      },
    ]),
  ),
};

const EXPECTED: ObjectShape = {
  title: 'TestedOutcome',
  fields: [
    ...required('string', 'outcome'),
    ...worded(
      { reason: 'Of a refusal, or why a record of a missing section was excluded.' },
      optional('string', 'reason'),
    ),
    ...worded(
      {
        result:
          'The sections that the certificate has, with the values to compare. A section that is not named must be absent.',
      },
      optional('object', 'result'),
    ),
  ],
  members: { result: RESULT },
};

/** The file of a test. */
export const POLICY_TEST: Part = {
  shape: {
    title: 'PolicyTest',
    fields: [
      ...optional('string', '$schema'),
      ...required('name', 'name'),
      ...worded({ policy: 'The file of the policy, in the folder.' }, required('name', 'policy')),
      ...worded({ at: 'The time of the query.' }, required('date-time', 'at')),
      ...required('object', 'query', 'expected'),
    ],
    members: { query: QUERY, expected: EXPECTED },
  },
  choices: {
    'query.product_slug': [kybCertificate.slug],
    'query.permissible_purpose': PERMISSIBLE_PURPOSES,
    'expected.outcome': SIMULATED_OUTCOMES,
    'expected.reason': Object.values(REASONS_BY_OUTCOME).flat(),
  },
  lists: { records: RECORD, consents: CONSENT, attestations: ATTESTATION },
};

/** The JSON schema of the file of a test. */
export function policyTestSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...partSchema(POLICY_TEST),
    title: 'Test of a querying policy',
  };
}
