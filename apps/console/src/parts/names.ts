import type { Account, Network, Participant } from '@ndx/client';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { allQuery } from '../app/reads.js';
import { useSession, type Session } from '../session/session.js';
import { accountName } from './user-name.js';

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

/** The names of users, by the ids of the accounts that the reader may list. */
export function useAccountNames(
  network?: Network,
  institutionIds: readonly string[] = [],
): ReadonlyMap<string, string> {
  return usersOf(useAccounts(network, institutionIds));
}

/**
 * The accounts of the reader's institution and, with a permission, of those institutions whose home
 * network it governs.
 */
export function useAccounts(
  network: Network | undefined,
  institutionIds: readonly string[],
): readonly Account[] {
  const { ndx } = useApi();
  const session = useSession();
  const participants = useQuery({
    ...allQuery(ndx, 'listParticipants', { path: { network_id: network?.network_id ?? '' } }),
    enabled: mayListOthers(session, network) && institutionIds.length > 0,
  });
  const places = placesOf(session, network, participants.data ?? [], institutionIds);
  const lists = useQueries({
    queries: places.map((path) => allQuery(ndx, 'listAccounts', { path })),
  });
  return lists.flatMap(({ data = [] }) => data);
}

/** Reads, for a file, the same accounts. */
export function useReadAccounts(network: Network | undefined) {
  const { ndx } = useApi();
  const client = useQueryClient();
  const session = useSession();
  return async (institutionIds: readonly string[]): Promise<readonly Account[]> => {
    const path = { network_id: network?.network_id ?? '' };
    const participants = mayListOthers(session, network)
      ? await client.query(allQuery(ndx, 'listParticipants', { path }))
      : [];
    const lists = await Promise.all(
      placesOf(session, network, participants, institutionIds).map((place) =>
        client.query(allQuery(ndx, 'listAccounts', { path: place })),
      ),
    );
    return lists.flat();
  };
}

function mayListOthers({ may }: Session, network: Network | undefined): boolean {
  const isReader = may('network:admin') || may('audit:read');
  return isReader && network?.roles.includes('governor') === true;
}

/** The institutions whose accounts are listed, each in a network. */
function placesOf(
  session: Session,
  network: Network | undefined,
  participants: readonly Participant[],
  institutionIds: readonly string[],
) {
  const { caller, networks } = session;
  const governed = mayListOthers(session, network) ? participants : [];
  return [
    ...networks.slice(0, 1).map(({ network_id }) => ({ network_id, entity_id: caller.entity_id })),
    ...governed
      .filter(
        ({ entity_id: id, is_home_network: isHome }) =>
          isHome && id !== caller.entity_id && institutionIds.includes(id),
      )
      .map(({ entity_id }) => ({ network_id: network?.network_id ?? '', entity_id })),
  ];
}

export function usersOf(accounts: readonly Account[]): ReadonlyMap<string, string> {
  return new Map(accounts.map((account) => [account.account_id, accountName(account)]));
}
