import type { NdxClient } from '@ndx/client';
import type { Permission } from '../session/session.js';

export type TourOperation =
  | 'furnishKybCertificate'
  | 'createAttestation'
  | 'createQueryingPolicy'
  | 'recordBusinessConsent'
  | 'queryKybCertificate';

/** One request of the main job. */
export interface TourStep {
  readonly title: string;
  readonly about: string;
  /** The permission that the request needs; an account without it sees only the code. */
  readonly permission: Permission;
  /** The institution that sends the request. */
  readonly sender: 'a furnisher' | 'the governor' | 'a querier';
  /** The method of the client. */
  readonly operation: TourOperation & keyof NdxClient;
  readonly path: string;
  readonly body: object;
  /** The command that sends the same request; undefined where the command line has none. */
  readonly command: ((body: object) => string) | undefined;
}

export interface TourContext {
  readonly networkId: string;
  /** The id of the product `kyb_certificate`. */
  readonly productId: string;
  /** The consent that the fourth step recorded. */
  readonly consentId: string | undefined;
}

const BUSINESS = {
  business_legal_name: 'Example Hardware LLC',
  business_jurisdiction_of_formation: 'US-DE',
  business_registration_identifier_from_jurisdiction_of_formation: '5551234',
};

const RECORD = {
  business_identity: BUSINESS,
  business_identity_verification: {
    assertions: {
      business_identity_verification_assertion: true,
      business_identity_verification_performed_timestamp: '2026-01-15T09:30:00Z',
    },
    data: {
      business_entity_type: 'limited_liability_company',
      business_registration_status: 'active',
    },
  },
};

/** The five requests of the main job, about one business. */
export function tourSteps(context: TourContext): readonly TourStep[] {
  const { networkId, productId, consentId = '<consent id of step 4>' } = context;
  return [
    {
      title: 'A bank furnishes what it verified',
      about: 'A furnisher sends the identity of a business and the sections that it verified.',
      permission: 'data:furnish',
      sender: 'a furnisher',
      operation: 'furnishKybCertificate',
      path: '/v1/products/kyb_certificate/furnish',
      body: { network_id: networkId, records: [RECORD] },
      command: ({ network_id: network, records }: { network_id?: string; records?: object[] }) =>
        [
          `cat > records.ndjson <<'END'`,
          ...(Array.isArray(records) ? records : []).map((record) => JSON.stringify(record)),
          'END',
          `ndx furnish records.ndjson --product kyb_certificate --network ${quoted(network)}`,
        ].join('\n'),
    },
    {
      title: 'The bank attests to its data',
      about: 'An attestation is valid for 12 months. Policies can require it.',
      permission: 'attestation:write',
      sender: 'a furnisher',
      operation: 'createAttestation',
      path: '/v1/institution-attestation',
      body: {
        product_id: productId,
        signed_by_name: 'Compliance office',
        signed_by_title: 'Head of compliance',
        attestation_data: {},
      },
      command: (body: { signed_by_name?: string; signed_by_title?: string }) =>
        `ndx attest kyb_certificate --name ${quoted(body.signed_by_name)} --title ${quoted(body.signed_by_title)}`,
    },
    {
      title: 'The governor of the network writes a policy',
      about: 'A policy says which sections and fields a query may release, and under which rules.',
      permission: 'policy:write',
      sender: 'the governor',
      operation: 'createQueryingPolicy',
      path: '/v1/networks/policies/querying',
      body: { product_id: productId, network_id: networkId, name: 'Attested identity' },
      command: undefined,
    },
    {
      title: 'Another bank records the consent of the business',
      about: 'The consent names the business. Its id identifies the subject of the query.',
      permission: 'consent:write',
      sender: 'a querier',
      operation: 'recordBusinessConsent',
      path: '/v1/consent/business',
      body: {
        network_id: networkId,
        did_gather_consent_from_business_prior: true,
        business_consent_identity: BUSINESS,
      },
      command: (body: { network_id?: string; business_consent_identity?: object }) =>
        `ndx consent record ${quoted(JSON.stringify(body.business_consent_identity))} --network ${quoted(body.network_id)}`,
    },
    {
      title: 'The bank queries the certificate',
      about:
        'The answer is a certificate (200), or nothing that satisfies the policy (204). Both are billed.',
      permission: 'product:query',
      sender: 'a querier',
      operation: 'queryKybCertificate',
      path: '/v1/products/kyb_certificate/query',
      body: { network_ids: [networkId], consent_id: consentId },
      command: (body: { network_ids?: string[]; consent_id?: string }) =>
        `ndx query --consent ${quoted(body.consent_id)} --network ${quoted(body.network_ids?.[0])}`,
    },
  ];
}

/** A text as one word of a POSIX shell; of another type after the reader edited the body. */
export function quoted(text: unknown = ''): string {
  return `'${String(text).replaceAll("'", `'\\''`)}'`;
}
