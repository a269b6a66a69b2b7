import type { Network } from '@ndx/client';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { allQuery, readQuery } from '../app/reads.js';
import { useReadAccounts, usersOf } from '../parts/names.js';
import { useReadSubjectNames } from '../parts/subject-names.js';
import { inWords } from '../parts/words.js';
import { useReadNamesOfRecords } from '../records/names-of-records.js';
import { useSession } from '../session/session.js';
import type { LoggedEntry } from './logged-entry.js';
import { institutionsOf, sentenceOf } from './phrases.js';
import { objectsOf } from './sentence.js';
import { BUSINESSES, type EntryNames } from './use-entry-names.js';

/** Reads, for a file, the names that the page shows of entries, part by part. */
export function useReadEntryNames(network: Network) {
  const { network_id } = network;
  const { ndx } = useApi();
  const client = useQueryClient();
  const { caller, networks, may } = useSession();
  const readAccounts = useReadAccounts(network);
  const readSubjects = useReadSubjectNames();
  const readRecords = useReadNamesOfRecords(network_id);
  const readPolicies = async () => {
    if (!may('policy:read')) return [];
    const request = { query: { network_id } };
    const [products, ...policies] = await Promise.all([
      client.query({ ...readQuery(ndx, 'listProducts', {}), staleTime: 'static' }),
      client.query(allQuery(ndx, 'listQueryingPolicies', request)),
      client.query(allQuery(ndx, 'listFurnishingPolicies', request)),
    ]);
    return [
      ...products.map(({ id, slug }) => [id, inWords(slug)] as const),
      ...policies.flat().map(({ id, name }) => [id, name] as const),
    ];
  };
  return () => {
    const institutions = new Set<string>();
    const institutionOfAccount = new Map([[caller.account_id, caller.entity_id]]);
    return async (entries: readonly LoggedEntry[]): Promise<EntryNames> => {
      const objects = entries.flatMap((entry) => objectsOf(sentenceOf(entry)));
      for (const { kind, id } of objects) if (kind === 'institution') institutions.add(id);
      for (const [account, id] of institutionsOf(entries)) institutionOfAccount.set(account, id);
      const [participants, policies, accounts, businesses, records] = await Promise.all([
        client.query(allQuery(ndx, 'listParticipants', { path: { network_id } })),
        readPolicies(),
        readAccounts([...institutions]),
        readSubjects(
          objects.flatMap(({ kind, id }) =>
            BUSINESSES.includes(kind)
              ? { ...{ networkId: network_id, id }, kind: 'business' as const }
              : [],
          ),
        ),
        readRecords(objects.flatMap(({ kind, id }) => (kind === 'record' ? [id] : []))),
      ]);
      for (const { account_id, entity_id } of accounts) {
        institutionOfAccount.set(account_id, entity_id);
      }
      const names = new Map([
        [caller.entity_id, caller.institution_name] as const,
        ...networks.map((one) => [one.network_id, one.name] as const),
        ...participants.map(({ entity_id, name }) => [entity_id, name] as const),
        ...policies,
        ...usersOf(accounts),
        ...businesses,
        ...records,
      ]);
      return {
        nameOf: ({ id }) => names.get(id),
        institutionOf: (id) => institutionOfAccount.get(id),
      };
    };
  };
}
