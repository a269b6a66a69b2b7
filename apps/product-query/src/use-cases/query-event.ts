import type { Dataset } from '@ndx/catalog';
import type { PermissiblePurpose, Principal, QueryEvent } from '@ndx/contracts';
import { currentContext } from '@ndx/telemetry';
import { leadingConsentId, type DatasetRules } from '../domain/network-rules.js';

/** What billing is told about a query of a product or a template. */
export interface ResolvedQuery {
  readonly queryEventId: string;
  readonly principal: Principal;
  readonly dataset: Dataset;
  readonly environment: QueryEvent['environment'];
  readonly networkIds: readonly string[];
  /** The consent and policy that governed each network. */
  readonly rules: ReadonlyMap<string, DatasetRules>;
  /** Null when no network knows the subject. */
  readonly subjectId: string | null;
  /** As the request named it. */
  readonly purpose: PermissiblePurpose | undefined;
  /** The furnishers whose data is in the answer, repeated or not. */
  readonly furnishingEntityIds: readonly string[];
  readonly certificateId: string | null;
  readonly outcome: QueryEvent['outcome'];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The one query event that a query leaves, with a result or without (design 9). */
export function queryEventOf(query: ResolvedQuery): QueryEvent {
  const { principal, dataset, queryEventId } = query;
  const networks = query.networkIds.map((networkId) => {
    const policy = query.rules.get(networkId)?.policy;
    return {
      network_id: networkId,
      policy_id: policy?.id ?? null,
      policy_version: policy?.version ?? null,
    };
  });
  return {
    query_event_id: queryEventId,
    product_id: dataset.id,
    product_slug: dataset.slug,
    kind: dataset.kind,
    environment: query.environment,
    network_ids: [...query.networkIds],
    policy_id: networks[0]?.policy_id ?? null,
    policy_version: networks[0]?.policy_version ?? null,
    networks,
    querying_entity_id: principal.entity_id,
    account_id: principal.account_id,
    subject_type: dataset.subject,
    subject_id: query.subjectId,
    consent_id: leadingConsentId(query.rules.values()),
    permissible_purpose: query.purpose ?? null,
    // In an order that tells nothing: that of rows may follow values which the caller may not see.
    furnishing_entity_ids: [...new Set(query.furnishingEntityIds)].sort(),
    certificate_id: query.certificateId,
    outcome: query.outcome,
    billable: true,
    occurred_at: new Date(query.now).toISOString(),
    request_id: currentContext().requestId ?? queryEventId,
  };
}
