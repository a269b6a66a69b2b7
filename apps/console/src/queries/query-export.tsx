import { eachItem, type ListedQueryEvent, type Network } from '@ndx/client';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { allQuery } from '../app/reads.js';
import { ListExport } from '../parts/list-export.js';
import { useNames, useReadAccounts, usersOf } from '../parts/names.js';
import type { Interval } from '../parts/periods.js';
import { useReadSubjectNames } from '../parts/subject-names.js';
import { useSession } from '../session/session.js';
import type { FeedQuery } from './use-queries.js';

interface QueryExportProps {
  readonly network: Network;
  /** The filters of the list, without its period. */
  readonly filters: Omit<FeedQuery, 'network_id' | 'from' | 'to'>;
  /** The name of the subject whose queries are listed, which a file without rows has, too. */
  readonly subjectName?: string | undefined;
  /** The period when the export begins. */
  readonly interval: () => Interval;
}

/** Saves the listed queries, the oldest first, with names beside the ids. */
export function QueryExport({ network, filters, subjectName, interval }: QueryExportProps) {
  const { ndx } = useApi();
  const { network_id, name, roles } = network;
  const nameOf = useNames([network_id]);
  const client = useQueryClient();
  const { caller, may } = useSession();
  const readSubjects = useReadSubjectNames();
  const readAccounts = useReadAccounts(network);
  const readPolicies = async () => {
    if (!may('policy:read')) return [];
    return client.query(allQuery(ndx, 'listQueryingPolicies', { query: { network_id } }));
  };
  const namesOf = async (events: readonly ListedQueryEvent[]) => {
    const [subjects, accounts, policies] = await Promise.all([
      readSubjects(
        events.map(({ subject_type: kind, subject_id: id }) => ({
          ...{ networkId: network_id, kind, id },
        })),
      ),
      readAccounts(events.map(({ querying_entity_id: id }) => id)),
      readPolicies(),
    ]);
    const ofPolicies = policies.map((one) => [one.id, one.name] as const);
    return new Map([...ofPolicies, ...usersOf(accounts), ...subjects]);
  };
  return (
    <ListExport
      name="queries"
      about={{
        network: name,
        queried_by: roles.includes('governor') ? 'every institution' : caller.institution_name,
        ...(subjectName !== undefined && { subject: subjectName }),
        filter: JSON.stringify(filters),
      }}
      interval={interval}
      read={(period, signal) =>
        eachItem(ndx.listQueryEvents, { query: { ...filters, ...period, network_id }, signal })
      }
      namesOf={namesOf}
      rowOf={({ querying_entity_id, furnishing_entity_ids, ...members }, names) => ({
        ...members,
        policy_name: nameIn(names, members.policy_id),
        account_name: nameIn(names, members.account_id),
        subject_name: nameIn(names, members.subject_id),
        querying_entity_id,
        querying_entity_name: nameOf(querying_entity_id),
        furnishing_entity_ids,
        furnishing_entity_names: furnishing_entity_ids.map(nameOf),
      })}
    />
  );
}

function nameIn(names: ReadonlyMap<string, string>, id: string | null): string | null {
  return (id === null ? undefined : names.get(id)) ?? null;
}
