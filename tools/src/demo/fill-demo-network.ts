import { kybCertificate } from '@ndx/catalog';
import type { ApiClient } from '../network/api-client.js';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  SECOND_BANK,
  type DemoInstitution,
} from '../network/demo-network.js';
import { listAll, succeed } from '../network/expect-answer.js';
import { demoBusiness, demoSections } from './demo-business.js';
import { openIdentityConflict } from './open-identity-conflict.js';
import { untilQueryable } from './until-queryable.js';

/** Marks the submissions, so that the network is filled once. */
const PROGRAM = 'demo network';
const POLICY = 'Attested corporations';
const POLICIES = '/v1/networks/policies/querying';
const FURNISHING_POLICIES = '/v1/networks/policies/furnishing';
const FURNISHING_POLICY = 'Recent verifications';
const IDENTITY = 'business_identity_verification';
/** The guided tour of the console queries this business. */
const REGISTRATION = '5551234';

/**
 * Creates, through the API, data for the views of each role in the console: records of two
 * furnishers, a consent, a policy with three versions, a draft of a furnishing policy, a query with a
 * result and one without, an open identity conflict. Does nothing if the network has this data.
 */
export async function fillDemoNetwork(
  clientOf: (institution: DemoInstitution) => ApiClient,
): Promise<void> {
  const submissions = await listAll(clientOf(SECOND_BANK), '/v1/submissions?');
  if (submissions.some(({ program_name }) => program_name === PROGRAM)) return;
  await furnish(clientOf(FIRST_BANK), REGISTRATION, 'Cambridge');
  const policyId = await createPolicy(clientOf(OPERATOR));
  await draftFurnishingPolicy(clientOf(OPERATOR));
  const consent = {
    network_id: DEMO_NETWORK.id,
    did_gather_consent_from_business_prior: true,
    business_consent_identity: demoBusiness(REGISTRATION),
  };
  const querier = clientOf(QUERYING_BANK);
  const { consent_id } = await succeed(querier.post('/v1/consent/business', consent));
  const query = { network_ids: [DEMO_NETWORK.id], consent_id };
  await untilQueryable(() => querier.post(kybCertificate.queryPath, query));
  await succeed(querier.post(kybCertificate.queryPath, { ...query, policy_id: policyId }));
  await openIdentityConflict({ furnisher: clientOf(FIRST_BANK), querier });
  // Last, because its submission marks that the network is filled.
  await furnish(clientOf(SECOND_BANK), REGISTRATION, 'Boston');
}

async function furnish(client: ApiClient, registration: string, city: string): Promise<void> {
  const performedAt = new Date(Date.now() - 86_400_000).toISOString();
  const sections = demoSections(registration, {
    performedAt,
    source: 'state_registry',
    operatingCity: city,
  });
  await succeed(
    client.post(kybCertificate.furnishPath, {
      network_id: DEMO_NETWORK.id,
      program_name: PROGRAM,
      records: [{ business_identity: demoBusiness(registration), ...sections }],
    }),
  );
}

/** A draft, its configuration, and a stricter version that no record satisfies. */
async function createPolicy(operator: ApiClient): Promise<string> {
  const policies = await listAll(operator, `${POLICIES}?network_id=${DEMO_NETWORK.id}&`);
  const known = policies.find(({ name }) => name === POLICY);
  const input = { product_id: kybCertificate.id, network_id: DEMO_NETWORK.id, name: POLICY };
  const { id } = known ?? (await succeed(operator.post(POLICIES, input)));
  const selection = { model_name: IDENTITY, is_required: true, max_age_days: 365 };
  const entityType = { field_name: 'business_entity_type', accepted_values: ['corporation'] };
  for (const stricter of [{}, { attestation_required: true, field_selections: [entityType] }]) {
    await succeed(
      operator.put(`${POLICIES}/${String(id)}/configuration`, {
        status: 'published',
        model_selections: [{ ...selection, ...stricter }],
      }),
    );
  }
  return String(id);
}

/** A draft: in effect, it would reject records of the demonstrations. */
async function draftFurnishingPolicy(operator: ApiClient): Promise<void> {
  const policies = await listAll(operator, `${FURNISHING_POLICIES}?network_id=${DEMO_NETWORK.id}&`);
  if (policies.some(({ name }) => name === FURNISHING_POLICY)) return;
  await succeed(
    operator.post(FURNISHING_POLICIES, {
      product_id: kybCertificate.id,
      network_id: DEMO_NETWORK.id,
      name: FURNISHING_POLICY,
      policy_metadata: {
        required_fields: [`${IDENTITY}.business_entity_type`],
        attestation_required: true,
        max_age_days: 365,
      },
    }),
  );
}
