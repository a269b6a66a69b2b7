import type { Dataset } from '@ndx/catalog';
import type { PermissiblePurpose, Principal, QueryEvent } from '@ndx/contracts';
import { currentContext } from '@ndx/telemetry';
import { leadingConsentId, type DatasetRules } from '../../domain/policy/network-rules.js';

/** The billing record of a query of a product or a template. */
export interface ResolvedQuery {
  readonly queryEventId: string;
  readonly principal: Principal;
  readonly dataset: Dataset;
  readonly environment: QueryEvent['environment'];
  readonly networkIds: readonly string[];
  /** The effective consent and policy of each network. */
  readonly rules: ReadonlyMap<string, DatasetRules>;
  /** Null when no network has the subject. */
  readonly subjectId: string | null;
  /** The purpose in the request. */
  readonly purpose: PermissiblePurpose | undefined;
  /** The furnishers of the answer's data, possibly repeated. */
  readonly furnishingEntityIds: readonly string[];
  readonly certificateId: string | null;
  readonly outcome: QueryEvent['outcome'];
  /** The notice after which it renews a certificate. */
  readonly noticeId?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The one query event of a query, with or without a result (design 9). */
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
    // Sorted, because the order of rows may depend on values that the caller may not read.
    furnishing_entity_ids: [...new Set(query.furnishingEntityIds)].sort(),
    certificate_id: query.certificateId,
    outcome: query.outcome,
    billable: true,
    occurred_at: new Date(query.now).toISOString(),
    request_id: currentContext().requestId ?? queryEventId,
    ...(query.noticeId !== undefined && { notice_id: query.noticeId }),
  };
}
