import type { NdxClient, Network } from '@ndx/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { isReference, isUuid } from '../queries/find-query.js';
import { useSession, type Session } from '../session/session.js';
import type { Found } from './found.js';
import { findByRequestId, findPath, LOOK_UPS } from './look-ups.js';
import { subjectById } from './find-subjects.js';

/** Whether a text is an id of a resource, or has the form of a request id: unlike a name it has a digit. */
export function isId(text: string): boolean {
  return isReference(text) && /\d/.test(text) && text.length >= 6;
}

/** What has an id: a resource, a query with this request id, or a subject. */
export function useLookUp(network: Network | undefined, text: string) {
  const { ndx } = useApi();
  const session = useSession();
  const networkId = network?.network_id ?? '';
  const isGovernor = network?.roles.includes('governor') === true;
  const client = useQueryClient();
  return useQuery({
    queryKey: ['found', networkId, text],
    queryFn: async () => {
      const found = await lookUp({ ndx, session, networkId, isGovernor }, text);
      if (found.length > 0 || !isUuid(text) || !session.may('entity:search')) return found;
      // A search of subjects is an entry of the audit log, so it is the last look-up.
      return subjectById({ ndx, client, networkId }, text.toLowerCase());
    },
    enabled: network !== undefined && isId(text),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

interface LookedUpBy {
  readonly ndx: NdxClient;
  readonly session: Session;
  readonly networkId: string;
  readonly isGovernor: boolean;
}

async function lookUp(by: LookedUpBy, text: string): Promise<readonly Found[]> {
  const { ndx, session, networkId, isGovernor } = by;
  const id = text.toLowerCase();
  const lookUps = LOOK_UPS.filter(
    ({ needs, ofGovernors }) => needs.every(session.may) && (isGovernor || ofGovernors !== true),
  );
  const resources = isUuid(id)
    ? lookUps.map(async ({ kind, find }) => {
        const pages = [(await find(ndx, id, networkId)) ?? []].flat();
        return pages.map((page): Found => ({ key: id, kind, ...page }));
      })
    : [];
  const queries = session.may('billing:read') ? [findByRequestId(ndx, networkId, text)] : [];
  const paths = session.may('service:read') ? [findPath(ndx, text)] : [];
  const found = await Promise.all([...resources, ...queries, ...paths]);
  return found.flat().filter((one) => one !== undefined);
}
