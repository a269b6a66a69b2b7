import type { NdxClient } from '@ndx/client';
import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { useSession } from '../session/session.js';
import { batches } from './batches.js';

type Kind = 'business' | 'consumer';

type Names = ReadonlyMap<string, string>;

/**
 * The names of subjects by id: of businesses for who may search them and for a governor who may read
 * the audit log (decision 0141), of consumers for the institutions that are related to them (decision
 * 0142). A request is an entry of that log, so each name is asked for once.
 */
export function useSubjectNames(networkId: string, kind: Kind, ids: readonly string[]): Names {
  const { ndx } = useApi();
  const isReader = useIsReader();
  const wanted = isReader(networkId, kind) ? [...new Set(ids)] : [];
  const named = useQueries({ queries: wanted.map((id) => nameQuery(ndx, networkId, kind, id)) });
  return new Map(
    wanted.flatMap((id, place) => {
      const name = named[place]?.data;
      return typeof name === 'string' ? [[id, name] as const] : [];
    }),
  );
}

/** The subject of an item, where it has one. */
export interface NamedSubject {
  readonly networkId: string | undefined;
  readonly kind: Kind;
  readonly id: string | null;
}

/** Reads the names of subjects for a file, as far as `useSubjectNames` shows them. */
export function useReadSubjectNames() {
  const { ndx } = useApi();
  const client = useQueryClient();
  const isReader = useIsReader();
  return async (subjects: readonly NamedSubject[]): Promise<Names> => {
    const named = await Promise.all(
      subjects.map(async ({ networkId, kind, id }) => {
        if (networkId === undefined || id === null || !isReader(networkId, kind)) return [];
        const name = await client.query(nameQuery(ndx, networkId, kind, id));
        return name === null ? [] : [[id, name] as const];
      }),
    );
    return new Map(named.flat());
  };
}

function useIsReader() {
  const { networks, may } = useSession();
  return (networkId: string, kind: Kind) => {
    const network = networks.find(({ network_id: id }) => id === networkId);
    if (network === undefined) return false;
    if (may('entity:search')) return true;
    return kind === 'business' && network.roles.includes('governor') && may('audit:read');
  };
}

function nameQuery(ndx: NdxClient, networkId: string, kind: Kind, id: string) {
  return queryOptions({
    queryKey: ['subject-name', networkId, kind, id],
    // Null for a subject whose name the network does not show to the institution.
    queryFn: () => nameInBatch(`${kind} ${networkId}`, id, NAMES[kind](ndx, networkId)),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
}

const nameInBatch = batches<string>();

const NAMES: Readonly<
  Record<Kind, (ndx: NdxClient, networkId: string) => (ids: string[]) => Promise<Names>>
> = {
  business: (ndx, network_id) => async (business_ids) => {
    const { businesses } = (await ndx.nameBusinesses({ body: { network_id, business_ids } })).data;
    return new Map(businesses.map(({ business_id, name }) => [business_id, name] as const));
  },
  consumer: (ndx, network_id) => async (consumer_ids) => {
    const { consumers } = (await ndx.nameConsumers({ body: { network_id, consumer_ids } })).data;
    return new Map(
      consumers.map((one) => [one.consumer_id, `${one.first_name} ${one.last_name}`] as const),
    );
  },
};
