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
import type { Part } from './part.js';

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

export const IDENTITY: ObjectShape = {
  title: 'TestedIdentity',
  fields: relaxed(kybCertificate.identity),
};

const SECTION_NAMES = kybCertificate.models.map(({ name }) => name);

/** The members of every record. */
export const RECORD_FIELDS = [
  ...worded(
    { furnishing_entity_id: 'The furnishing institution: its id, as policies and grants name it.' },
    required('name', 'furnishing_entity_id'),
  ),
  ...worded({ furnished_at: 'When it was furnished.' }, required('date-time', 'furnished_at')),
];

const RECORD: Part = {
  shape: {
    title: 'TestedRecord',
    fields: [...RECORD_FIELDS, ...nullable('object', 'business_identity', ...SECTION_NAMES)],
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

const CONSENT_FIELDS = [
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
];

/** The consent of a consumer, whom nothing has to name. */
export const CONSUMER_CONSENT: Part = {
  shape: { title: 'TestedConsent', fields: CONSENT_FIELDS },
  lists: { field_access_grants: GRANT },
};

/** The consent of a business, with the name in it. */
export const BUSINESS_CONSENT: Part = {
  ...CONSUMER_CONSENT,
  shape: {
    title: 'TestedConsent',
    fields: [...CONSENT_FIELDS, ...nullable('object', 'business_consent_identity')],
    members: { business_consent_identity: { ...IDENTITY, title: 'TestedConsentIdentity' } },
  },
};

const CONSENT: Part = {
  ...BUSINESS_CONSENT,
  shape: {
    ...BUSINESS_CONSENT.shape,
    fields: [
      ...worded(
        { consent_id: 'The name by which `query` can name it.' },
        optional('name', 'consent_id'),
      ),
      ...BUSINESS_CONSENT.shape.fields,
    ],
  },
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

/** The members of every query. */
export const QUERY_FIELDS = [
  ...worded(
    { querying_entity_id: 'The querying institution.' },
    required('name', 'querying_entity_id'),
  ),
  ...optional('string', 'permissible_purpose'),
];

const QUERY: ObjectShape = {
  title: 'TestedQuery',
  fields: [
    ...QUERY_FIELDS,
    ...required('string', 'product_slug'),
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

/** The members of every expected outcome. */
export const OUTCOME_FIELDS = [
  ...required('string', 'outcome'),
  ...worded(
    { reason: 'Of a refusal, or why a record that is missing in the answer was excluded.' },
    optional('string', 'reason'),
  ),
];

const EXPECTED: ObjectShape = {
  title: 'TestedOutcome',
  fields: [
    ...OUTCOME_FIELDS,
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

/** The parts of a file that depend on the queried data set. */
interface TestedDataset {
  readonly query: ObjectShape;
  readonly expected: ObjectShape;
  readonly record: Part;
  readonly consent: Part;
  /** The member of the query that names the data set, and the name. */
  readonly named: Readonly<Record<string, string>>;
}

/** The file of a test. */
export function testPart({ query, expected, record, consent, named }: TestedDataset): Part {
  return {
    shape: {
      title: 'PolicyTest',
      fields: [
        ...optional('string', '$schema'),
        ...required('name', 'name'),
        ...worded({ policy: 'The file of the policy, in the folder.' }, required('name', 'policy')),
        ...worded({ at: 'The time of the query.' }, required('date-time', 'at')),
        ...required('object', 'query', 'expected'),
      ],
      members: { query, expected },
    },
    choices: {
      ...Object.fromEntries(Object.entries(named).map(([name, slug]) => [`query.${name}`, [slug]])),
      'query.permissible_purpose': PERMISSIBLE_PURPOSES,
      'expected.outcome': SIMULATED_OUTCOMES,
      'expected.reason': Object.values(REASONS_BY_OUTCOME).flat(),
    },
    lists: { records: record, consents: consent, attestations: ATTESTATION },
  };
}

/** The file of a test that queries the certificate. */
export const CERTIFICATE_TEST = testPart({
  ...{ query: QUERY, expected: EXPECTED, record: RECORD, consent: CONSENT },
  named: { product_slug: kybCertificate.slug },
});
