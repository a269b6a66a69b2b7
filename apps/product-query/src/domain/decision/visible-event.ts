import { hasRole, isMember, type Principal, type QueryEvent } from '@ndx/contracts';

/** Whether a caller's institution made a query or governs one of its networks. */
export function mayReadQuery(
  reader: Principal,
  query: Pick<QueryEvent, 'querying_entity_id' | 'network_ids'>,
): boolean {
  return (
    query.querying_entity_id === reader.entity_id ||
    query.network_ids.some((networkId) => hasRole(reader, networkId, 'governor'))
  );
}

/**
 * A query event as the feed shows it. The querying institution sees all members. A caller that
 * governs only some of its networks sees the query, its billing members, and nothing of the other
 * networks.
 */
export function visibleEvent(event: QueryEvent, reader: Principal): QueryEvent {
  const network_ids = event.network_ids.filter((id) => isMember(reader, id));
  const isOwn = event.querying_entity_id === reader.entity_id;
  if (isOwn || network_ids.length === event.network_ids.length) return event;
  return {
    ...event,
    network_ids,
    policy_id: null,
    policy_version: null,
    networks: network_ids.map((network_id) => ({
      network_id,
      policy_id: null,
      policy_version: null,
    })),
    subject_id: null,
    consent_id: null,
    permissible_purpose: null,
    furnishing_entity_ids: [],
    certificate_id: null,
    notice_id: undefined,
  };
}
