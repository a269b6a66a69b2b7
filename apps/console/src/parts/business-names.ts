import type { NdxClient } from '@ndx/client';
import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { useSession } from '../session/session.js';

/** Ids of one request. */
const MOST = 100;

/**
 * The names of businesses by id, for who may search them and for a governor who may read the audit log
 * (decision 0141). A request is an entry of that log, so each name is asked for once.
 */
export function useBusinessNames(
  networkId: string,
  ids: readonly string[],
): ReadonlyMap<string, string> {
  const { ndx } = useApi();
  const isReader = useIsReader();
  const wanted = isReader(networkId) ? [...new Set(ids)] : [];
  const named = useQueries({ queries: wanted.map((id) => nameQuery(ndx, networkId, id)) });
  return new Map(
    wanted.flatMap((id, place) => {
      const name = named[place]?.data;
      return typeof name === 'string' ? [[id, name] as const] : [];
    }),
  );
}

/** The business of an item, where it has one. */
interface NamedBusiness {
  readonly networkId: string | undefined;
  readonly id: string | null;
}

/** Reads the names of businesses for a file, as far as `useBusinessNames` shows them. */
export function useReadBusinessNames() {
  const { ndx } = useApi();
  const client = useQueryClient();
  const isReader = useIsReader();
  return async (businesses: readonly NamedBusiness[]): Promise<ReadonlyMap<string, string>> => {
    const named = await Promise.all(
      businesses.map(async ({ networkId, id }) => {
        if (networkId === undefined || id === null || !isReader(networkId)) return [];
        const name = await client.query(nameQuery(ndx, networkId, id));
        return name === null ? [] : [[id, name] as const];
      }),
    );
    return new Map(named.flat());
  };
}

function useIsReader() {
  const { networks, may } = useSession();
  return (networkId: string) => {
    const network = networks.find(({ network_id: id }) => id === networkId);
    if (network === undefined) return false;
    return may('entity:search') || (network.roles.includes('governor') && may('audit:read'));
  };
}

function nameQuery(ndx: NdxClient, networkId: string, id: string) {
  return queryOptions({
    queryKey: ['business-name', networkId, id],
    queryFn: () => nameOf(ndx, networkId, id),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
}

interface Batch {
  readonly ids: string[];
  readonly names: Promise<ReadonlyMap<string, string>>;
}

/** The requests of this turn, which have not been sent, by network. */
const open = new Map<string, Batch>();

/** Null for a business that the network does not show to the institution. */
async function nameOf(ndx: NdxClient, networkId: string, id: string): Promise<string | null> {
  const waiting = open.get(networkId);
  const batch = waiting && waiting.ids.length < MOST ? waiting : batchOf(ndx, networkId);
  batch.ids.push(id);
  return (await batch.names).get(id) ?? null;
}

function batchOf(ndx: NdxClient, networkId: string): Batch {
  const ids: string[] = [];
  const batch = { ids, names: namesOf(ndx, networkId, ids) };
  open.set(networkId, batch);
  return batch;
}

async function namesOf(ndx: NdxClient, networkId: string, ids: string[]) {
  await new Promise((resolve) => setTimeout(resolve));
  if (open.get(networkId)?.ids === ids) open.delete(networkId);
  const body = { network_id: networkId, business_ids: ids };
  const { businesses } = (await ndx.nameBusinesses({ body })).data;
  return new Map(businesses.map(({ business_id, name }) => [business_id, name] as const));
}
