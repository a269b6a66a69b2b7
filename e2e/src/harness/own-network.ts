import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { MEMBERSHIP_ROLES } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import type { ApiAnswer } from '@ndx/tools/network/api-client';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import type { KnownIds } from './arbitrary-values.js';
import { KYB_PRODUCT_ID, QUERY, TestBusiness } from './business.js';
import type { Exchange } from './exchange.js';
import type { Operation } from './interface-document.js';

/**
 * A network that only one suite uses, in which the operator has every role, with one resource of
 * each kind.
 */
export async function anOwnNetwork(exchange: Exchange): Promise<KnownIds> {
  const operator = exchange.as(OPERATOR);
  const founded = await succeed(operator.post('/v1/networks', { name: randomUUID() }));
  const network_id = String(founded['network_id']);
  const membership = `/v1/networks/${network_id}/memberships/${OPERATOR.entityId}`;
  // New roles apply in every service within five seconds.
  await eventually(() => succeed(operator.put(membership, { roles: MEMBERSHIP_ROLES })));
  await eventually(() =>
    succeed(operator.get(`/v1/networks/policies/querying?network_id=${network_id}`)),
  );
  const product = { network_id, product_id: KYB_PRODUCT_ID, name: 'Standing policy' };
  const business = new TestBusiness(exchange);
  const consent = await eventually(() =>
    succeed(
      operator.post('/v1/consent/business', {
        network_id,
        did_gather_consent_from_business_prior: true,
        business_consent_identity: business.identity,
      }),
    ),
  );
  const business_id = await business.furnish({ by: OPERATOR, networkId: network_id });
  const attestation = await succeed(
    operator.post('/v1/institution-attestation', {
      product_id: KYB_PRODUCT_ID,
      signed_by_name: 'Compliance office',
      signed_by_title: 'Head of compliance',
      attestation_data: {},
    }),
  );
  const policy = await succeed(operator.post('/v1/networks/policies/querying', product));
  const certificate = await eventually(() =>
    succeed(operator.post(QUERY, { network_ids: [network_id], business_id })),
  );
  return {
    network_id,
    'x-network-id': network_id,
    product_id: KYB_PRODUCT_ID,
    entity_id: OPERATOR.entityId,
    furnishing_entity_id: OPERATOR.entityId,
    network_furnisher_id: OPERATOR.entityId,
    business_id,
    consent_id: String(consent['consent_id']),
    attestation_id: String(attestation['id']),
    policy_id: String(policy['id']),
    certificate_id: String(certificate['certificate_id']),
  };
}

async function succeed(answer: Promise<ApiAnswer>): Promise<Readonly<Record<string, unknown>>> {
  const { status, body } = await answer;
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as Readonly<Record<string, unknown>>;
}

/** Memberships change last: afterwards other requests would be denied. */
export function membershipsLast(operations: readonly Operation[]): readonly Operation[] {
  const isMembership = ({ path }: Operation) => path.includes('/memberships/');
  return [...operations].sort((a, b) => Number(isMembership(a)) - Number(isMembership(b)));
}
