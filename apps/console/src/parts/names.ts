import type { Network } from '@ndx/client';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { allQuery } from '../app/reads.js';
import { useSession } from '../session/session.js';

export type NameOf = (id: string) => string;

/** The names of networks, and of the institutions in them; the id where the reader may not know. */
export function useNames(networkIds: readonly string[]): NameOf {
  const names = useKnownNames(networkIds);
  return (id) => names.get(id) ?? `…${id.slice(-12)}`;
}

/** The names, by id, of networks and of the institutions in them that the reader may know. */
export function useKnownNames(networkIds: readonly string[]): ReadonlyMap<string, string> {
  const { ndx } = useApi();
  const { caller, networks } = useSession();
  const own = networks.filter(({ network_id }) => networkIds.includes(network_id));
  const lists = useQueries({
    queries: own.map(({ network_id }) =>
      allQuery(ndx, 'listParticipants', { path: { network_id } }),
    ),
  });
  return new Map<string, string>([
    [caller.entity_id, caller.institution_name],
    ...networks.map(({ network_id, name }) => [network_id, name] as const),
    ...lists.flatMap(({ data = [] }) =>
      data.map(({ entity_id, name }) => [entity_id, name] as const),
    ),
  ]);
}

/**
 * The users, by id, of the accounts of the reader's institution and of those institutions whose home
 * network the reader's governs; none without a permission to list them.
 */
export function useAccountNames(
  network?: Network,
  institutionIds: readonly string[] = [],
): ReadonlyMap<string, string> {
  const { ndx } = useApi();
  const { caller, networks, may } = useSession();
  const mayList = may('network:admin') || may('audit:read');
  const isGovernor = network?.roles.includes('governor') === true;
  const participants = useQuery({
    ...allQuery(ndx, 'listParticipants', { path: { network_id: network?.network_id ?? '' } }),
    enabled: mayList && isGovernor && institutionIds.length > 0,
  });
  const governed = (participants.data ?? []).filter(
    ({ entity_id: id, is_home_network: isHome }) =>
      isHome && id !== caller.entity_id && institutionIds.includes(id),
  );
  const [first] = networks;
  const places = [
    ...(first === undefined ? [] : [{ network_id: first.network_id, entity_id: caller.entity_id }]),
    ...governed.map(({ entity_id }) => ({ network_id: network?.network_id ?? '', entity_id })),
  ];
  const lists = useQueries({
    queries: mayList ? places.map((path) => allQuery(ndx, 'listAccounts', { path })) : [],
  });
  return new Map(
    lists.flatMap(({ data = [] }) =>
      data.map(({ account_id, subject }) => [account_id, subject] as const),
    ),
  );
}
