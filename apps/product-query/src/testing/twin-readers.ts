import { NO_RESULT_REASONS, type MembershipRole, type Permission } from '@ndx/contracts';
import type { Asked, Ids, Reader } from './twin-services.js';

const [GOVERNOR, ACCOUNT] = [16, 17] as const;

const PERMISSIONS: readonly Permission[] = ['billing:read', 'data:furnish', 'network:admin'];

/**
 * The governor lists the queries, reads the explanation, the evidence and the file of the query, replays it,
 * simulates it under a draft and saves it as a test. Each furnisher lists the uses of its records, reads the file about
 * them, and requests the evidence.
 */
export function twinReaders(
  ids: Ids,
  networkId: string,
  furnisherIds: readonly string[],
  draft: object,
): Reader[] {
  const reader = (entityId: string, role: MembershipRole, asks: Reader['asks']): Reader => ({
    principal: {
      account_id: ids(ACCOUNT),
      entity_id: entityId,
      permissions: [...PERMISSIONS],
      memberships: [{ network_id: networkId, roles: [role], country: 'US' }],
    },
    asks,
  });
  const get = (path: string): Asked => ({ method: 'GET', path });
  const replay = (id: string, body: object): Asked => ({
    method: 'POST',
    path: `/v1/query-events/${id}/replay`,
    body,
  });
  const evidence = (id: string) => get(`/v1/query-events/${id}/evidence`);
  return [
    reader(ids(GOVERNOR), 'governor', (id) => [
      get(`/v1/query-events/${id}/explanation`),
      get(`/v1/query-events?network_id=${networkId}`),
      get(`/v1/query-events/furnisher-counts?network_id=${networkId}`),
      ...NO_RESULT_REASONS.map((reason) =>
        get(`/v1/query-events?network_id=${networkId}&reason=${reason}`),
      ),
      evidence(id),
      get(`/v1/query-events/${id}/reliance-file`),
      replay(id, {}),
      replay(id, draft),
      { method: 'POST', path: `/v1/query-events/${id}/policy-test`, body: {} },
    ]),
    ...furnisherIds.map((furnisherId) =>
      reader(furnisherId, 'furnisher', (id) => [
        get(`/v1/record-uses?network_id=${networkId}`),
        get(`/v1/record-uses/record-counts?network_id=${networkId}`),
        evidence(id),
        get(`/v1/record-uses/${id}/reliance-file`),
      ]),
    ),
  ];
}

/** The responses to replays that found another answer than the stored one, or no record. */
export function unlikeReplays(told: readonly string[]): readonly string[] {
  return told.filter((text) => /code\\":\\"(different|record_missing)/.test(text));
}
