import type { IdentityVisibility, Principal } from '@ndx/contracts';
import { expect } from '@jest/globals';
import type { EntityService } from './entity-service.js';

type Kind = 'consumer' | 'business';

/** The requests of an institution in one network: searches, claims of consent and furnishing. */
export function searchesIn(service: EntityService, networkId: string) {
  const search = (by: Principal, kind: Kind, criteria: Readonly<Record<string, string>> = {}) => {
    const query = new URLSearchParams({ network_id: networkId, ...criteria });
    return service.send(by, 'GET', `/v1/entities/${kind}/search?${query.toString()}`);
  };
  return {
    search,

    /** The ids that a search lists, newest first. */
    async listed(by: Principal, kind: Kind, criteria?: Readonly<Record<string, string>>) {
      const response = await search(by, kind, criteria);
      expect(response.status).toBe(200);
      return ((await response.json()) as { id: string }[]).map(({ id }) => id);
    },

    /** The id of the subject that a claim is about. */
    async state(by: Principal, kind: Kind, claim: object): Promise<string> {
      const [path, body] =
        kind === 'consumer'
          ? ['/internal/consumers/resolve', { network_id: networkId, consumers: [claim] }]
          : ['/internal/businesses/resolve', { network_ids: [networkId], businesses: [claim] }];
      const answer = await service.call<Record<string, Record<string, string>[]>>(
        by,
        'POST',
        path,
        body,
      );
      const [match] = Object.values(answer.body)[0] ?? [];
      const id = match?.[`${kind}_id`];
      if (id === undefined) throw new Error(JSON.stringify(answer));
      return id;
    },

    setVisibility: (by: Principal, identity_visibility: IdentityVisibility) =>
      service.call(by, 'PUT', `/v1/networks/${networkId}`, { identity_visibility }),
  };
}
