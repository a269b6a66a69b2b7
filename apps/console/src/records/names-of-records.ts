import type { NdxClient, RecordStatus } from '@ndx/client';
import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { batches } from '../parts/batches.js';
import { useReadSubjectNames, useSubjectNames } from '../parts/subject-names.js';
import { useSession } from '../session/session.js';

/** The names of the subjects of records, by the ids of the records. */
type Names = ReadonlyMap<string, string>;

/** The names of the subjects of records that the reader may read, as far as it may know them. */
export function useNamesOfRecords(networkId: string, ids: readonly string[]): Names {
  const { ndx } = useApi();
  const { may } = useSession();
  const wanted = may('network:read') ? [...new Set(ids)] : [];
  const found = useQueries({ queries: wanted.map((id) => recordQuery(ndx, networkId, id)) });
  const records = found.flatMap(({ data }) => data ?? []);
  const subjects = (kind: RecordStatus['subject_type']) =>
    records.flatMap((record) => (record.subject_type === kind ? [record.subject_id] : []));
  const businesses = useSubjectNames(networkId, 'business', subjects('business'));
  const consumers = useSubjectNames(networkId, 'consumer', subjects('consumer'));
  return named(records, new Map([...businesses, ...consumers]));
}

/** Reads the same names for a file. */
export function useReadNamesOfRecords(networkId: string) {
  const { ndx } = useApi();
  const client = useQueryClient();
  const { may } = useSession();
  const readNames = useReadSubjectNames();
  return async (ids: readonly string[]): Promise<Names> => {
    if (!may('network:read')) return new Map();
    const read = ids.map((id) => client.query(recordQuery(ndx, networkId, id)));
    const records = (await Promise.all(read)).filter((record) => record !== null);
    const subjects = records.map(({ subject_type: kind, subject_id: id }) => ({
      ...{ networkId, kind, id },
    }));
    return named(records, await readNames(subjects));
  };
}

function named(records: readonly RecordStatus[], names: Names): Names {
  return new Map(
    records.flatMap(({ record_id: id, subject_id: subject }) => {
      const name = names.get(subject);
      return name === undefined ? [] : [[id, name] as const];
    }),
  );
}

const recordInBatch = batches<RecordStatus>();

/** A record, whose subject does not change; null where the reader may not read it. */
function recordQuery(ndx: NdxClient, network_id: string, id: string) {
  return queryOptions({
    queryKey: ['record', network_id, id],
    queryFn: () =>
      recordInBatch(network_id, id, async (ids) => {
        const query = { network_id, record_ids: ids.join(',') };
        const { data: page } = await ndx.listRecords({ query });
        return new Map(page.data.map((record) => [record.record_id, record] as const));
      }),
    staleTime: 'static',
  });
}
