import type { Network } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { allQuery } from '../app/reads.js';
import { useAccounts, useKnownNames, usersOf } from '../parts/names.js';
import { useSubjectNames } from '../parts/subject-names.js';
import { useProducts } from '../parts/use-products.js';
import { inWords } from '../parts/words.js';
import { useNamesOfRecords } from '../records/names-of-records.js';
import { useSession } from '../session/session.js';
import type { LoggedEntry } from './logged-entry.js';
import { institutionsOf } from './phrases.js';
import type { NamedObject, ObjectKind } from './sentence.js';

export interface EntryNames {
  /** The name of an object; undefined where the reader may not know it. */
  readonly nameOf: (object: NamedObject) => string | undefined;
  /** The institution of an account, as far as the entries tell it. */
  readonly institutionOf: (accountId: string) => string | undefined;
}

/** An entry of an audit log can say of a subject alone that it is one. */
export const BUSINESSES: readonly ObjectKind[] = ['business', 'subject'];

/**
 * The names of the objects of a network, from lists that are read once.
 * @param entries tell the institutions of accounts
 */
export function useEntryNames(
  network: Network,
  objects: readonly NamedObject[],
  entries: readonly LoggedEntry[] = [],
): EntryNames {
  const { network_id } = network;
  const { ndx } = useApi();
  const { caller, may } = useSession();
  const institutions = useKnownNames([network_id]);
  const enabled = may('policy:read');
  const { data: products = [] } = useProducts(enabled);
  const policies = { query: { network_id } };
  const querying = useQuery({ ...allQuery(ndx, 'listQueryingPolicies', policies), enabled });
  const furnishing = useQuery({ ...allQuery(ndx, 'listFurnishingPolicies', policies), enabled });
  const accounts = useAccounts(network, idsOf(objects, ['institution']));
  const businesses = useSubjectNames(network_id, 'business', idsOf(objects, BUSINESSES));
  const records = useNamesOfRecords(network_id, idsOf(objects, ['record']));
  const names = new Map([
    ...institutions,
    ...products.map(({ id, slug }) => [id, inWords(slug)] as const),
    ...[...(querying.data ?? []), ...(furnishing.data ?? [])].map(
      ({ id, name }) => [id, name] as const,
    ),
    ...usersOf(accounts),
    ...businesses,
    ...records,
  ]);
  const institutionOfAccount = new Map([
    ...institutionsOf(entries),
    ...accounts.map(({ account_id, entity_id }) => [account_id, entity_id] as const),
    [caller.account_id, caller.entity_id] as const,
  ]);
  return {
    nameOf: ({ id }) => names.get(id),
    institutionOf: (id) => institutionOfAccount.get(id),
  };
}

function idsOf(objects: readonly NamedObject[], kinds: readonly ObjectKind[]): readonly string[] {
  return objects.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
}
