import type { Request } from '../../http/request.js';
import { fixture, type Kit } from '../../kit/kit.js';
import { exactly, record } from '../../shape/shape.js';
import { AT } from '../templates/template.js';
import { aPolicy, furnishBusiness, knownBusiness, kybQuery } from './business.js';
import { SECTIONS } from './sections.js';

/** Contract 2.8. */
export const RESULT = exactly('business_id certificate_id query_event_id: uuid  result: object', {
  result: exactly(
    ['meta: object', ...SECTIONS.map(({ name }) => `${name}: object | null`)].join('\n'),
    {
      meta: record(
        `network_id policy_id: uuid  networks: object[]  consent_id: uuid | null
         business: object  permissible_purpose: string | null  issued_at: date-time`,
        {
          business: record(
            `business_legal_name: string | null  furnishing_entity_id: uuid | null
             other_legal_names registrations: object[]`,
            { registrations: record('furnishing_entity_id: uuid') },
          ),
          networks: record('network_id policy_id: uuid  policy_version: integer | null'),
        },
      ),
      ...Object.fromEntries(SECTIONS.map(({ name, shape }) => [name, shape])),
    },
  ),
});

/** A query that has a result. */
export async function asked(kit: Kit): Promise<Request> {
  return kybQuery(kit, { business_id: (await knownBusiness(kit)).id });
}

/** A business with little data. */
export const onlyIdentity = fixture((kit) =>
  furnishBusiness(kit, {
    business_identity_verification: {
      assertions: { business_identity_verification_performed_timestamp: AT },
      data: { business_entity_type: 'corporation' },
    },
  }),
);

/** A policy whose requirements that data does not meet. */
export const demandingPolicy = fixture((kit) =>
  aPolicy(kit, {
    model_selections: [{ model_name: 'business_risk_compliance_assessment', is_required: true }],
  }),
);
