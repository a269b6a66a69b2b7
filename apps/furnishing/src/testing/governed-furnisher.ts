import { randomUUID } from 'node:crypto';
import { kybCertificate } from '@ndx/catalog';
import {
  AttestationCreated,
  FurnishingPolicySaved,
  type PayloadOf,
  type Principal,
} from '@ndx/contracts';
import type { FurnishingService } from './furnishing-service.js';
import { kybFurnisher } from './kyb-furnisher.js';
import { aRecord, daysAgo } from './kyb-records.js';

type Policy = PayloadOf<typeof FurnishingPolicySaved>;
type Attestation = PayloadOf<typeof AttestationCreated>;

/** A network with a furnisher, whose policies and attestations the test sets. */
export function governedFurnisher(service: FurnishingService) {
  const { network: id, principal, reasons } = kybFurnisher(service);
  const policy = (terms: Partial<Policy>): Policy => ({
    policy_id: randomUUID(),
    network_id: id,
    product_id: kybCertificate.id,
    revision: 1,
    version: 1,
    active_on: daysAgo(1),
    deprecated_on: null,
    required_fields: [],
    attestation_required: false,
    max_age_days: null,
    ...terms,
  });
  const attestation = (state: Partial<Attestation> = {}): Attestation => ({
    attestation_id: randomUUID(),
    entity_id: principal.entity_id,
    product_id: kybCertificate.id,
    created_at: daysAgo(1),
    expires_at: daysAgo(-364),
    revoked_at: null,
    revision: 1,
    ...state,
  });
  return {
    networkId: id,
    principal,
    policy,
    attestation,
    savePolicy: (terms: Partial<Policy>) => service.deliver(FurnishingPolicySaved, policy(terms)),
    attest: (state: Partial<Attestation> = {}) =>
      service.deliver(AttestationCreated, attestation(state)),
    reasons: (record: object = aRecord(), who?: Principal) => reasons(record, who),
  };
}
