import type { Product } from '@ndx/client';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { allQuery, readQuery } from '../app/reads.js';
import { useNetwork } from '../layout/use-network.js';
import { useSession } from '../session/session.js';
import { ListExport } from './list-export.js';
import { namedMembers } from './named-members.js';
import { useReadAccounts, usersOf } from './names.js';
import type { Interval } from './periods.js';
import { useReadSubjectNames, type NamedSubject } from './subject-names.js';

/** A list that is read again, from its first page to its last one. */
export interface WholeList<Item> {
  readonly each: (signal: AbortSignal) => AsyncIterable<Item> | Iterable<Item>;
  /** What the list is of, and its filters. */
  readonly filters: object;
}

export interface ListFileProps {
  /** The list, such as `identity-conflicts`. */
  readonly name: string;
  readonly list: WholeList<object>;
  /** The network of the items that do not state one. */
  readonly networkId?: string;
  /** The times of the items when the export begins; absent for a list of all times. */
  readonly interval?: () => Interval;
}

/** Saves every item of a list, in its order, with a name beside each id that the reader may look up. */
export function ListFile({ name, list, networkId, interval }: ListFileProps) {
  const { caller } = useSession();
  return (
    <ListExport
      name={name}
      about={{ institution: caller.institution_name, filter: JSON.stringify(list.filters) }}
      {...(interval && { interval })}
      read={(_, signal) => list.each(signal)}
      namesOf={useReadNames(networkId)}
      rowOf={namedMembers}
    />
  );
}

/** Reads the names of institutions, networks, products, and those accounts and subjects that the items state. */
function useReadNames(networkId: string | undefined) {
  const { ndx } = useApi();
  const client = useQueryClient();
  const { caller, userName, networks, may } = useSession();
  const readAccounts = useReadAccounts(useNetwork());
  const readSubjects = useReadSubjectNames();
  return async (items: readonly object[]): Promise<ReadonlyMap<string, string>> => {
    const products = may('policy:read')
      ? await client.query({ ...readQuery(ndx, 'listProducts', {}), staleTime: 'static' })
      : [];
    const [participants, accounts, subjects] = await Promise.all([
      Promise.all(
        networks.map(({ network_id }) =>
          client.query(allQuery(ndx, 'listParticipants', { path: { network_id } })),
        ),
      ),
      readAccounts(items.flatMap((item) => textIn(item, 'entity_id') ?? [])),
      readSubjects(items.flatMap((item) => subjectsOf(item, products, networkId))),
    ]);
    return new Map([
      [caller.entity_id, caller.institution_name],
      ...networks.map(({ network_id, name }) => [network_id, name] as const),
      ...participants.flat().map(({ entity_id, name }) => [entity_id, name] as const),
      ...products.map(({ id, slug }) => [id, slug] as const),
      [caller.account_id, userName] as const,
      ...usersOf(accounts),
      ...subjects,
    ]);
  };
}

/** The subjects that an item states, of the kind of its own or of its product. */
function subjectsOf(
  item: object,
  products: readonly Product[],
  networkId: string | undefined,
): readonly NamedSubject[] {
  const product = products.find(({ id }) => id === textIn(item, 'product_id'));
  const kind = textIn(item, 'subject_type') ?? product?.subject;
  const network = textIn(item, 'network_id') ?? textIn(item, 'network_ids') ?? networkId;
  if (kind !== 'business' && kind !== 'consumer') return [];
  return subjectsIn(item).map((id) => ({ networkId: network, kind, id }));
}

/** The ids of subjects in the members of an item, also in nested ones. */
function subjectsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, own]: [string, unknown]) =>
    typeof own === 'string' && /(?:^|_)subject_id$/.test(member) ? [own] : subjectsIn(own),
  );
}

/** A text, or the first one of a list. */
function textIn(item: object, member: string): string | null {
  const value: unknown = Object.entries(item).find(([name]) => name === member)?.[1];
  const text: unknown = Array.isArray(value) ? value[0] : value;
  return typeof text === 'string' ? text : null;
}
