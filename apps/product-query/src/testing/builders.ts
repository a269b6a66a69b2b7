import type { ConsentState, FieldSelection, ModelSelection, Principal } from '@ndx/contracts';
import type { Candidate } from '../domain/candidate.js';
import { builtInDefault, type QueryingPolicy } from '../domain/policy/querying-policy.js';

/** Builders of valid input; a test overrides the member that it is about. */
export const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

export const NETWORK = id(1);
export const OTHER_NETWORK = id(2);
export const PRODUCT = id(3);
export const QUERIER = id(4);
export const FURNISHER = id(5);
export const OTHER_FURNISHER = id(6);
export const NOW = Date.parse('2026-06-01T00:00:00.000Z');
export const DAY = 86_400_000;

export function aCandidate(
  change: Partial<Candidate> & { data?: Record<string, unknown> } = {},
): Candidate {
  const { data = { business_entity_type: 'llc', business_dba_name: 'Corner Shop' }, ...rest } =
    change;
  const assertions = {
    business_identity_verification_performed_timestamp: '2026-05-01T00:00:00.000Z',
  };
  return {
    model: 'business_identity_verification',
    networkId: NETWORK,
    furnishingEntityId: FURNISHER,
    recordId: id(100),
    performedAt: NOW - 31 * DAY,
    furnishedAt: NOW - 30 * DAY,
    attestationId: null,
    statedBusiness: null,
    disputes: [],
    newest: null,
    text: `"assertions":${JSON.stringify(assertions)},"data":${JSON.stringify(data)}`,
    ...rest,
  };
}

export function aPolicy(change: Partial<QueryingPolicy> = {}): QueryingPolicy {
  return {
    ...builtInDefault(PRODUCT),
    id: id(50),
    version: 2,
    networkId: NETWORK,
    isDefault: false,
    ...change,
  };
}

export function aSelection(change: Partial<ModelSelection> = {}): ModelSelection {
  return {
    model_name: 'business_identity_verification',
    is_enabled: true,
    is_required: false,
    max_age_days: null,
    attestation_required: false,
    name_match: 'report',
    disputed_data: 'mark',
    selected_provenance_option_ids: [],
    field_selections: [],
    ...change,
  };
}

export function aField(change: Partial<FieldSelection> = {}): FieldSelection {
  return {
    field_name: 'business_entity_type',
    is_enabled: true,
    is_required: false,
    accepted_values: null,
    selected_provenance_option_ids: [],
    ...change,
  };
}

export function aConsent(change: Partial<ConsentState> = {}): ConsentState {
  return {
    consent_id: id(70),
    kind: 'business',
    revision: 1,
    entity_id: QUERIER,
    network_id: NETWORK,
    consumer_id: null,
    business_id: id(80),
    match_hashes: ['hash'],
    business_legal_name: null,
    scope: '*',
    consented_fields: '*',
    expires_at: '2027-01-01T00:00:00.000Z',
    revoked_at: null,
    field_access_grants: [
      {
        grant_id: id(90),
        furnishing_entity_id: '*',
        field_definitions: ['*'],
        effective_from: '2026-01-01T00:00:00.000Z',
        effective_to: null,
      },
    ],
    ...change,
  };
}

export const aPrincipal: Principal = {
  account_id: id(7),
  entity_id: QUERIER,
  permissions: ['product:query'],
  memberships: [{ network_id: NETWORK, roles: ['querier'], country: 'US' }],
};
